import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { interfaceVersion } from '../../../generated/versions';
import { projectRoot } from '../../../src/shared/project-root';
import { certificate, privateKey } from '../../support/client/client-certificate';
import { ask } from '../../support/server/http-client';
import { freePort, Workshop } from '../../support/server/http-process';
import { login, Wire } from '../../support/server/http-wire';
import { AppSocket } from '../../support/sockets/socket-peer';

const http = '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n';
const ari = '[general]\n[asterisk]\ntype = user\npassword = asterisk\n';
const ping = { path: '/ari/asterisk/ping' };

describe('serve', () => {
  const workshop = new Workshop();
  const blockers: Server[] = [];
  afterEach(async () => {
    await workshop.clean();
    await Promise.all(blockers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  });

  const serve = (files: Readonly<Record<string, string>>, more: readonly string[] = [], env = {}) => {
    const folder = workshop.folder({ 'http.conf': http, 'ari.conf': ari, ...files });
    const state = join(folder, 'state');
    return { folder, state, server: workshop.start(['serve', '--config', folder, '--state', state, ...more], { env }) };
  };
  const blocked = async (): Promise<number> => {
    const server = createServer();
    blockers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };

  it.each(['SIGTERM', 'SIGINT'] as const)('serves until %s and ends with 0', async (signal) => {
    const { server, state } = serve({});
    const origin = await server.ready();
    const idle = await Wire.connect(origin);
    const socket = await AppSocket.open(origin, 'app=x');
    expect((await idle.ask(`GET /ari/asterisk/ping HTTP/1.1\r\n${login}\r\n`)).status).toBe(200);

    const finished = await server.stop(signal);

    expect(finished.code).toBe(0);
    expect(await socket.closed).toMatchObject({ code: 1001 });
    await idle.ended;
    await expect(Wire.connect(origin)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(readdirSync(state).sort()).toEqual(expect.arrayContaining(['database', 'log']));
  });

  it('says in a few lines what it has and where it is', async () => {
    const state = join(workshop.folder({}), 'state');
    const server = workshop.start(['serve', '--state', state, '--port', '0']);
    const origin = await server.ready();
    const { stdout, stderr } = await server.stop();
    const [, command = ''] = /^  try it: +curl (.*)$/m.exec(stdout) ?? [];

    expect(stdout).toMatch(/^Patchbay \S+ is ready .*\n/);
    expect(stdout.split('\n').slice(1, 5)).toEqual([
      `  interface ${interfaceVersion}: ${origin}/ari`,
      `  documentation:   ${origin}/docs/`,
      `  configuration:   ${join(projectRoot(__dirname), 'config')}`,
      '  users:           demo',
    ]);
    expect(command).toBe(`-u demo:patchbay-demo ${origin}/ari/server/ping`);
    const log = stderr.split('\n').filter((line) => !line.includes(': the server stops'));
    expect(log).toEqual([expect.stringMatching(/^\[.*\] NOTICE\[\d+\]: modules started modules=\d+$/), '']);
  });

  it('shows only the names of users that are not the shipped one', async () => {
    const { server } = serve({ 'ari.conf': ari });
    await server.ready();
    const { stdout } = await server.stop();

    expect(stdout).toContain('\n  users:           ');
    expect(stdout).not.toMatch(/try it|password/);
  });

  it('finishes a running request before it ends', async () => {
    const { server } = serve({});
    const wire = await Wire.connect(await server.ready());
    const body = '{"variable":"LAST","value":"1"}';
    const head = `POST /ari/asterisk/variable HTTP/1.1\r\n${login}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
    expect((await wire.ask(head)).status).toBe(100);

    const finished = server.stop();
    wire.send(body);

    expect((await wire.answer()).status).toBe(204);
    expect((await finished).code).toBe(0);
  });

  it('does not start with a problem, and names them all', async () => {
    const { server, folder, state } = serve({
      'http.conf': `${http}bindadr = 1\n`,
      'ari.conf': `${ari}password_format = crypt\npretty = yes\n`,
    });

    const { code, stdout, stderr } = await server.finished;

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${join(folder, 'http.conf')}:5: unknown option 'bindadr'`);
    expect(stderr).toContain(`${join(folder, 'ari.conf')}:4: the password is not a crypt(3) hash`);
    expect(stderr).toContain(`${join(folder, 'ari.conf')}:6: unknown option 'pretty'`);
    expect(stderr).toMatch(/patchbay: not started: 3 problems in the configuration\n$/);
    expect(existsSync(state)).toBe(false);
  });

  it('ends with 1 when its port is taken, and says so', async () => {
    const port = await blocked();
    const { server } = serve({}, ['--port', String(port)]);

    const { code, stdout, stderr } = await server.finished;

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`patchbay: .*in use.*:${port}`));
    expect(stderr).not.toMatch(/ at .*\.(ts|js):\d+/);
  });

  it('leaves no port open when the other one is taken', async () => {
    const [free, taken] = [await freePort(), await blocked()];
    const { server } = serve(
      {
        'http.conf': `${http}tlsenable = yes\ntlsbindaddr = 127.0.0.1:${taken}\ntlscertfile = both.pem\n`,
        'both.pem': certificate + privateKey,
      },
      ['--port', String(free)],
    );

    expect(await server.finished).toMatchObject({ code: 1, stdout: '' });
    await expect(Wire.connect(`http://127.0.0.1:${free}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('names the certificate that cannot be used', async () => {
    const { server, folder } = serve({
      'http.conf': `${http}tlsenable = yes\ntlsbindaddr = 127.0.0.1:0\ntlscertfile = bad.pem\n`,
      'bad.pem': 'no certificate\n',
    });

    const { code, stderr } = await server.finished;

    expect([code, stderr]).toEqual([1, expect.stringContaining(join(folder, 'bad.pem'))]);
  });

  it('refuses to be reached from elsewhere with the shipped password', async () => {
    const server = workshop.start(['serve', '--bind', '0.0.0.0', '--port', '0', '--state', workshop.folder({})]);

    const { code, stderr } = await server.finished;

    expect([code, stderr]).toEqual([1, expect.stringMatching(/shipped password.*choose another password/)]);
  });

  it('may be reached from elsewhere with a password of its own', async () => {
    const { server } = serve({}, ['--bind', '0.0.0.0']);

    const origin = await server.ready();

    expect((await ask(origin.replace('0.0.0.0', '127.0.0.1'), ping)).status).toBe(200);
  });

  it('lets flags beat the environment and the environment the files', async () => {
    const [flag, variable] = [await freePort(), await freePort()];
    const byFlag = serve({}, ['--port', String(flag)], { PATCHBAY_PORT: String(variable) });
    const byVariable = serve({}, [], { PATCHBAY_PORT: String(variable) });

    expect(await byFlag.server.ready()).toBe(`http://127.0.0.1:${flag}`);
    expect(await byVariable.server.ready()).toBe(`http://127.0.0.1:${variable}`);
  });

  it('stays without a listener, and stops all the same', async () => {
    const { server } = serve({ 'http.conf': '[general]\nenabled = no\n' });
    expect(await server.ready()).toBe('');

    expect((await server.stop()).code).toBe(0);
  });

  it('keeps its files in the directories of asterisk.conf, and creates those that are missing', async () => {
    const root = workshop.folder({});
    mkdirSync(join(root, 'lib'));
    const directories = `[directories]
astvarlibdir => ${root}/lib
astdbdir => ${root}/lib
astspooldir => ${root}/new/spool
astlogdir => ${root}/new/log
`;
    const folder = workshop.folder({ 'http.conf': http, 'ari.conf': ari, 'asterisk.conf': directories });
    const server = workshop.start(['serve', '--config', folder]);

    expect((await ask(await server.ready(), ping)).status).toBe(200);

    expect((await server.stop()).code).toBe(0);
    expect(readdirSync(join(root, 'lib'))).toContain('patchbay.mdb');
    expect(readdirSync(join(root, 'new')).sort()).toEqual(['log', 'spool']);
    expect(readdirSync(join(root, 'new/spool'))).toEqual(['recording']);
  });

  it('does not start with a directory that it cannot write to, and names it', async () => {
    const root = workshop.folder({ file: '' });
    const directories = `[directories]\nastdbdir => ${root}/file/db\n`;
    const { server, folder } = serve({ 'asterisk.conf': directories }, ['--state', join(root, 'file')]);
    const byFile = workshop.start(['serve', '--config', folder]);

    expect(await server.finished).toMatchObject({ code: 1, stdout: '' });
    expect(await byFile.finished).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`asterisk.conf:2: the folder ${root}/file/db cannot be used`) as string,
    });
  });

  it('says what it passes over, and starts', async () => {
    const { server, folder } = serve({ 'voicemail.conf': '[general]\n' });
    await server.ready();

    const { code, stderr } = await server.stop();

    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`notice: ${folder}: ignored voicemail.conf: not used here\n`),
    ]);
  });
});
