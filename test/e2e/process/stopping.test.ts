import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { lineOf, until } from '../../support/calls/call-events';
import { cases } from '../../support/effort';
import { eventually, within } from '../../support/eventually';
import { ask } from '../../support/server/http-client';
import { Workshop } from '../../support/server/http-process';
import { ServedProcess } from '../../support/server/served-process';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { refusal } from '../../support/sockets/socket-rest';

const calls = Array.from({ length: 20 }, (_, number) => `c${number}`);

describe('a server that is asked to stop', () => {
  const workshop = new Workshop();
  let server: ServedProcess;
  afterEach(async () => {
    await server.closeSockets();
    await workshop.clean();
  });

  const start = async (files: Readonly<Record<string, string>> = {}): Promise<AppSocket> => {
    server = await ServedProcess.start(workshop, files);
    return server.open('app=hello');
  };
  const call = async (id: string, app: AppSocket): Promise<void> => {
    await server.rest.post(`/channels/${id}?endpoint=Local/up@default&app=hello`);
    await until(app, `StasisStart ${id}`);
  };
  const patient = { 'asterisk.conf': '[options]\nshutdown_grace = 600\n' };

  it('ends its calls, finishes recordings and reports both before it closes the sockets', async () => {
    const app = await start();
    for (const id of calls) await call(id, app);
    await server.rest.post('/bridges/b1');
    await server.rest.post('/channels/c0/record?name=kept&format=wav');
    await until(app, 'RecordingStarted');

    server.signal('SIGTERM');
    const lines: string[] = [];
    const gathered = (async () => {
      for (;;) lines.push(lineOf(await app.next()));
    })().catch(() => undefined);
    const { code } = await server.finished;
    await gathered;

    expect(code).toBe(0);
    for (const id of calls)
      expect(lines).toEqual(
        expect.arrayContaining([`StasisEnd ${id}`, expect.stringMatching(new RegExp(`^ChannelDestroyed ${id} `))]),
      );
    expect(lines).toEqual(expect.arrayContaining(['RecordingFinished']));
    expect(await app.closed).toEqual({ code: 1001, reason: 'the server is shutting down' });
    expect(existsSync(join(server.folder, 'state/spool/recording/kept.wav'))).toBe(true);
  });

  it('tells the end of each of many calls, and ends within its time', async () => {
    const users = '[asterisk]\ntype = user\npassword = asterisk\n';
    const app = await start({ 'ari.conf': `[general]\nenabled = yes\nwebsocket_write_timeout = 60000\n\n${users}` });
    const ids = Array.from({ length: cases({ few: 100, many: 500 }) }, (_, number) => `m${number}`);
    const lines = new Set<string>();
    const gathered = (async () => {
      for (;;)
        lines.add(
          lineOf(await app.next())
            .split(' ')
            .slice(0, 2)
            .join(' '),
        );
    })().catch(() => undefined);
    const missing = (what: string): readonly string[] => ids.filter((id) => !lines.has(`${what} ${id}`));
    for (const id of ids) await server.rest.post(`/channels/${id}?endpoint=Local/up@default&app=hello`);
    await eventually(
      () => missing('StasisStart').length === 0,
      () => `did not begin: ${missing('StasisStart').length} calls`,
    );

    server.signal('SIGTERM');
    const { code } = await within(server.finished, () => 'it did not end');
    await gathered;

    expect(code).toBe(0);
    for (const what of ['StasisEnd', 'ChannelDestroyed']) expect(missing(what)).toEqual([]);
    expect((await app.closed).code).toBe(1001);
  });

  it('lets calls end by themselves as long as it is told to, and takes no new ones meanwhile', async () => {
    const app = await start(patient);
    await call('c0', app);

    server.signal('SIGTERM');
    const readiness = await server.readiness(503);
    const refused = [
      await server.rest.post('/channels?endpoint=Local/up@default&app=hello'),
      await server.rest.post('/channels/create?endpoint=Local/up@default&app=hello'),
      await server.rest.post('/channels/externalMedia?app=hello&external_host=127.0.0.1:4000&format=ulaw'),
      await server.rest.post('/channels/c0/snoop?spy=in&app=hello'),
    ];
    const served = await server.rest.get('/channels/c0');
    await server.rest.delete('/channels/c0');
    await until(app, 'StasisEnd c0');

    expect(readiness).toBe('not ready: draining\n');
    for (const { status, body } of refused)
      expect([status, body]).toEqual([503, refusal('unavailable', 'stopping', 'no new calls')]);
    expect(served.status).toBe(200);
    expect((await server.finished).code).toBe(0);
  });

  it('does so at once when it is asked again, and the log says why', async () => {
    const app = await start(patient);
    await call('c0', app);
    server.signal('SIGTERM');
    await server.readiness(503);

    server.signal('SIGTERM');

    expect((await server.finished).code).toBe(143);
    expect(server.log).toMatch(/ERROR.*the process ends immediately reason="SIGTERM came while it stopped"/);
  });

  it('does not wait for a peer that reads nothing', async () => {
    const app = await start();
    const deaf = await server.open('app=deaf&subscribeAll=yes');
    deaf.socket.pause();
    for (const id of calls) await call(id, app);

    server.signal('SIGTERM');

    expect((await within(server.finished, () => 'it did not end')).code).toBe(0);
  });
});

describe('a server that gets SIGHUP', () => {
  const workshop = new Workshop();
  afterEach(() => workshop.clean());
  const users = '[general]\nenabled = yes\n\n[asterisk]\ntype = user\npassword = asterisk\n';

  it('reads its configuration again, goes on in fresh log files and says so there', async () => {
    const server = await ServedProcess.start(workshop);
    server.configure('ari.conf', `${users}\n[second]\ntype = user\npassword = second\n`);
    renameSync(server.logFile, `${server.logFile}.1`);

    server.signal('SIGHUP');
    await server.logged(/the configuration was read again modules=.*res_ari/);

    expect((await ask(server.origin, { path: '/ari/asterisk/ping', user: 'second:second' })).status).toBe(200);
  });

  it('stays as it was when the files have a problem, and the log says which', async () => {
    const server = await ServedProcess.start(workshop);
    server.configure('ari.conf', `${users}\n[second]\ntype = user\npassword =\n`);

    server.signal('SIGHUP');
    await server.logged(/ERROR.*the configuration has a problem, so everything stays as it was.*ari\.conf/);

    expect((await ask(server.origin, { path: '/ari/asterisk/ping' })).status).toBe(200);
  });
});
