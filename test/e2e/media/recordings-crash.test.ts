import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rms } from '../../../src/media/samples/levels';
import { until } from '../../support/calls/call-events';
import { eventually } from '../../support/eventually';
import { basic } from '../../support/server/http-client';
import { Workshop } from '../../support/server/http-process';
import { Rest } from '../../support/sockets/socket-rest';
import { ServedProcess } from '../../support/server/served-process';

const extensions = '[default]\nexten => far,1,Answer(,i)\n same => n,Stasis(hello,far)\n';

const users = `[general]
[asterisk]
type = user
password = asterisk
[limited]
type = user
password = limited
applications = hello
`;

describe('a server that dies while it records', () => {
  const workshop = new Workshop();
  afterEach(() => workshop.clean());

  it('has the recording so far after a restart, for users who are not limited to applications', async () => {
    const server = await ServedProcess.start(workshop, { 'extensions.conf': extensions, 'ari.conf': users });
    const folder = join(server.folder, 'state/spool/recording');
    const app = await server.open('app=hello');
    await server.rest.post('/channels/c1?endpoint=Local/far@default&app=hello');
    await until(app, 'StasisStart c1');
    await server.rest.post('/channels/c1%3B2/play?media=tone:440');
    await server.rest.post('/channels/c1/record?name=calls/cut&format=wav');
    const written = (): number =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.part'))
        .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    await eventually(
      () => written() > 30_000,
      () => `only ${written()} bytes were recorded`,
    );

    server.signal('SIGKILL');
    await server.finished;
    await server.closeSockets();
    const again = await ServedProcess.startIn(workshop, server.folder);
    const listed = await again.rest.get('/recordings/stored');
    const file = await fetch(`${again.origin}/ari/recordings/stored/calls%2Fcut/file`, {
      headers: { authorization: basic('asterisk:asterisk') },
    });
    const bytes = Buffer.from(await file.arrayBuffer());

    const limited = new Rest(again.origin, 'limited:limited');
    expect((await limited.get('/recordings/stored')).body).toEqual([]);
    expect((await limited.get('/recordings/stored/calls%2Fcut')).status).toBe(404);
    expect(listed.body).toEqual([{ name: 'calls/cut', format: 'wav' }]);
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
    expect([bytes.readUInt32LE(4), bytes.readUInt32LE(40)]).toEqual([bytes.length - 8, bytes.length - 44]);
    expect(rms(new Int16Array(Uint8Array.from(bytes.subarray(44 + 8000)).buffer))).toBeGreaterThan(1000);
    expect(again.log).toMatch(/a recording that a crash cut off was recovered.*calls\/cut\.wav/);
    const modes = ['calls/cut.wav', 'calls', ''].map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o700, 0o700]);
  });
});
