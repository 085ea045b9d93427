import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { ask, jsonOf } from '../support/http-client';
import { Workshop } from '../support/http-process';

const limits = 'sessionlimit = 5000\nsession_limit_per_address = 5000\n';
const files = {
  'http.conf': `[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n${limits}`,
  'ari.conf': '[general]\nenabled = yes\n\n[asterisk]\ntype = user\npassword = asterisk\n',
};

describe('a server with few file descriptors', () => {
  const workshop = new Workshop();
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await workshop.clean();
  });

  it('stops taking connections before it runs out, and answers truly meanwhile', async () => {
    const folder = workshop.folder(files);
    const recordings = join(folder, 'state', 'spool', 'recording');
    mkdirSync(recordings, { recursive: true });
    writeFileSync(join(recordings, 'kept.wav'), 'x');
    mkdirSync(join(folder, 'state', 'data', 'sounds', 'en'), { recursive: true });
    writeFileSync(join(folder, 'state', 'data', 'sounds', 'en', 'hello.wav'), 'x');
    const flags = ['serve', '--config', folder, '--state', join(folder, 'state')];
    const origin = await workshop.start(flags, { descriptors: 200 }).ready();

    for (let number = 0; number < 300; number += 1) {
      const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(origin).port) });
      socket.on('error', () => undefined);
      sockets.push(socket);
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    }
    const stored = await ask(origin, { path: '/ari/recordings/stored' });
    const sounds = await ask(origin, { path: '/ari/sounds/hello' });

    expect(jsonOf(stored)).toEqual([{ name: 'kept', format: 'wav' }]);
    expect(sounds.status).toBe(200);
  });
});
