import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { ask, jsonOf } from '../../support/server/http-client';
import type { PatchbayProcess } from '../../support/server/http-process';
import { Workshop } from '../../support/server/http-process';
import type { WireAnswer } from '../../support/server/http-wire';
import { login, Wire } from '../../support/server/http-wire';

const limits = 'sessionlimit = 5000\nsession_limit_per_address = 5000\n';
const files = {
  'http.conf': `[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n${limits}`,
  'ari.conf': '[general]\nenabled = yes\n\n[asterisk]\ntype = user\npassword = asterisk\n',
};

describe('a server with few file descriptors', () => {
  const workshop = new Workshop();
  const sockets: Socket[] = [];
  const wires: Wire[] = [];
  afterEach(async () => {
    for (const wire of wires.splice(0)) wire.close();
    for (const socket of sockets.splice(0)) socket.destroy();
    await workshop.clean();
  });

  it('keeps to maxfiles where the system allows more', async () => {
    const folder = folderWithFiles();
    const most = (await openDescriptors(folder)) + 150;
    writeFileSync(join(folder, 'asterisk.conf'), `[options]\nmaxfiles = ${most}\n`);
    const server = start(folder);
    const origin = await server.ready();
    let answer = await ping(origin);

    while (answer.status === 200) answer = await ping(origin);

    expect(answer).toMatchObject({ status: 503, body: expect.stringContaining('file descriptors') as string });
    expect(readdirSync(`/proc/${server.child.pid}/fd`).length).toBeLessThan(most);
  });

  it('says so when maxfiles is more than the system allows', async () => {
    const folder = workshop.folder({
      ...files,
      'asterisk.conf': '[options]\nmaxfiles = 100000000\n',
      'logger.conf': '[general]\n[logfiles]\nconsole => warning\n',
    });
    const server = start(folder, 500);
    await server.ready();

    expect((await server.stop()).stderr).toMatch(
      /maxfiles is more than the system allows.* wanted=100000000 allowed=500/,
    );
  });

  function start(folder: string, descriptors?: number): PatchbayProcess {
    const flags = ['serve', '--config', folder, '--state', join(folder, 'state')];
    return workshop.start(flags, descriptors === undefined ? {} : { descriptors });
  }

  /** How many a server has open that has no client: versions of Node differ in that. */
  let idle: number | undefined;
  async function openDescriptors(folder: string): Promise<number> {
    if (idle !== undefined) return idle;
    const server = start(folder);
    await server.ready();
    idle = readdirSync(`/proc/${server.child.pid}/fd`).length;
    await server.stop();
    return idle;
  }

  /** Connections that never say anything. Resolves when the system has taken all of them, or cut them already. */
  async function connect(origin: string, count: number): Promise<void> {
    const taken = Array.from({ length: count }, () => {
      const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(origin).port) });
      sockets.push(socket);
      return new Promise((resolve) => socket.on('error', resolve).on('connect', resolve));
    });
    await Promise.all(taken);
  }

  function folderWithFiles(): string {
    const folder = workshop.folder({ ...files, 'asterisk.conf': '[directories]\nastdatadir = state/data\n' });
    const recordings = join(folder, 'state', 'spool', 'recording');
    mkdirSync(recordings, { recursive: true });
    writeFileSync(join(recordings, 'kept.wav'), 'x');
    mkdirSync(join(folder, 'state', 'data', 'sounds', 'en'), { recursive: true });
    writeFileSync(join(folder, 'state', 'data', 'sounds', 'en', 'hello.wav'), 'x');
    return folder;
  }

  it('cuts silent connections before it runs out, and answers truly meanwhile', async () => {
    const folder = folderWithFiles();
    const origin = await start(folder, (await openDescriptors(folder)) + 150).ready();

    await connect(origin, 400);
    const stored = await ask(origin, { path: '/ari/recordings/stored' });
    const sounds = await ask(origin, { path: '/ari/sounds/hello' });

    expect(jsonOf(stored)).toEqual([{ name: 'kept', format: 'wav' }]);
    expect(sounds.status).toBe(200);
  });

  it('refuses users that would take the last ones, and answers health checks all the same', async () => {
    const folder = folderWithFiles();
    const origin = await start(folder, (await openDescriptors(folder)) + 150).ready();
    let answer = await ping(origin);

    while (answer.status === 200) answer = await ping(origin);
    const health = await ask(origin, { path: '/healthz', user: null });

    expect(answer).toMatchObject({ status: 503, body: expect.stringContaining('file descriptors') as string });
    expect(health.status).toBe(200);
  });

  /** Asks on a connection that stays. */
  async function ping(origin: string): Promise<WireAnswer> {
    const wire = await Wire.connect(origin);
    wires.push(wire);
    return wire.ask(`GET /ari/asterisk/ping HTTP/1.1\r\n${login}\r\n`);
  }
});
