import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operations } from '../../../generated/operations';
import { routes } from '../../../generated/routes';
import { Dispatcher } from '../../../src/api/dispatcher';
import { RequestIds } from '../../../src/api/failure';
import { StoredRecordings } from '../../../src/engine/recordings/stored-recordings';
import { storedRecordingHandlers } from '../../../src/handlers/recordings';
import { LiveSettings } from '../../../src/server/door-settings';
import { Cors } from '../../../src/server/http/cors';
import { HttpDoor } from '../../../src/server/http/door';
import { Metrics } from '../../../src/server/metrics';
import { makeLogger } from '../../../src/shared/logger';
import type { Question } from '../../support/http-client';
import { ask, failure, jsonOf } from '../../support/http-client';
import type { WireAnswer } from '../../support/http-wire';
import { login, Wire } from '../../support/http-wire';
import { aGate, aUser } from '../auth/gate';

const content = 'RIFF and so on, to the end';

/** The door for HTTP with nothing behind it but the stored recordings of a folder. */
class RecordingServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'patchbay-files-'));
  readonly metrics = new Metrics();
  readonly #server: Server;

  constructor() {
    const stored = storedRecordingHandlers({ stored: new StoredRecordings(this.folder) });
    const ids = new RequestIds('00000000');
    const dispatcher = new Dispatcher<Operations>({
      routes,
      operations: { recordings: stored as Operations['recordings'] },
      isLoaded: () => true,
      nextRequestId: () => ids.next(),
      onFault: (error) => {
        throw error;
      },
    });
    const style = { always: ['Cache-Control', 'no-cache, no-store'], pretty: false, root: '/ari' };
    const door = new HttpDoor({
      dispatcher,
      users: aGate([aUser('asterisk', 'asterisk')]).gate,
      settings: new LiveSettings({ enabled: true, realm: 'test', cors: new Cors([]), style }),
      metrics: this.metrics,
      log: makeLogger(() => undefined),
      prefix: '',
      maxBodyBytes: 1000,
      host: (_request, _response, next) => next(),
      isReady: () => true,
    });
    this.#server = createServer(door.handle);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(name: string, bytes: string = content): void {
    mkdirSync(join(this.folder, name, '..'), { recursive: true });
    writeFileSync(join(this.folder, name), bytes);
  }

  ask(method: string, path: string, more: Partial<Question> = {}) {
    return ask(this.origin, { method, path: `/ari/recordings/stored${path}`, ...more });
  }

  /** Without the judge: what HTTP itself answers to ranges is not in the description. */
  async file(name: string, headers: readonly string[] = [], method = 'GET'): Promise<WireAnswer> {
    const wire = await Wire.connect(this.origin);
    const lines = [`${method} /ari/recordings/stored/${name}/file HTTP/1.1`, 'Host: x', ...headers, ''].join('\r\n');
    const answer = await wire.ask(`${lines}${login}\r\n`, { headersOnly: method === 'HEAD' });
    wire.close();
    return answer;
  }

  /** Files below the folder that this process holds open. */
  openFiles(): string[] {
    return readdirSync('/proc/self/fd').flatMap((descriptor) => {
      try {
        const path = readlinkSync(`/proc/self/fd/${descriptor}`);
        return path.startsWith(this.folder) ? [path] : [];
      } catch {
        return [];
      }
    });
  }

  start(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let server: RecordingServer;
beforeEach(async () => {
  server = new RecordingServer();
  await server.start();
});
afterEach(() => server.close());

describe('the file of a stored recording', () => {
  beforeEach(() => {
    server.add('sub/one.wav');
    server.add('empty.sln', '');
  });

  it('comes with its type and length, and may be asked for in parts', async () => {
    expect(await server.ask('GET', '/sub%2Fone/file')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'audio/wav', 'content-length': '26', 'accept-ranges': 'bytes' },
      text: content,
    });
  });

  it.each([
    ['bytes=0-3', 'RIFF', 'bytes 0-3/26'],
    ['bytes=23-', 'end', 'bytes 23-25/26'],
    ['bytes=-3', 'end', 'bytes 23-25/26'],
    ['bytes=5-500', content.slice(5), 'bytes 5-25/26'],
  ])('comes in part: %s', async (range, body, where) => {
    expect(await server.file('sub%2Fone', [`Range: ${range}`])).toMatchObject({
      status: 206,
      headers: { 'content-range': where, 'content-length': String(body.length), 'content-type': 'audio/wav' },
      body,
    });
  });

  it.each([
    ['several parts are asked for', ['Range: bytes=0-1,4-5']],
    ['the range makes no sense', ['Range: bytes=9-2']],
    ['the part depends on a version', ['Range: bytes=0-3', 'If-Range: "v1"']],
  ])('comes as a whole when %s', async (_, headers) => {
    expect(await server.file('sub%2Fone', headers)).toMatchObject({ status: 200, body: content });
  });

  it('refuses a part that it does not have, and says how long it is', async () => {
    const answer = await server.file('sub%2Fone', ['Range: bytes=26-']);

    expect(answer).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */26' } });
    expect(JSON.parse(answer.body)).toEqual(failure('range-unsatisfiable', /26 bytes/));
    expect(await server.file('empty', ['Range: bytes=0-'])).toMatchObject({ status: 416 });
    expect(server.metrics.requests.entries()).toContainEqual(['4xx', 2]);
  });

  it('may be empty', async () => {
    expect(await server.file('empty')).toMatchObject({ status: 200, headers: { 'content-length': '0' }, body: '' });
  });

  it('tells its length to HEAD, with a range and without', async () => {
    for (const headers of [[], ['Range: bytes=0-3']]) {
      const answer = await server.file('sub%2Fone', headers, 'HEAD');
      expect(answer).toMatchObject({ status: 200, headers: { 'content-length': '26' }, body: '' });
    }
  });

  it('is found by nothing but its name', async () => {
    for (const name of ['nope', 'sub%2Fone.wav', '..%2Fone', 'sub%2F..%2Fsub%2Fone', '%2Fetc%2Fhostname', '%00'])
      expect([name, (await server.ask('GET', `/${name}/file`)).status]).toEqual([name, 404]);
  });

  it('is closed when its reader leaves in the middle', async () => {
    server.add('large.sln', 'x'.repeat(20_000_000));
    const wire = await Wire.connect(server.origin);
    wire.send(`GET /ari/recordings/stored/large/file HTTP/1.1\r\nHost: x\r\n${login}\r\n`);
    while (server.openFiles().length === 0) await new Promise((resolve) => setImmediate(resolve));
    wire.close();
    while (server.openFiles().length > 0) await new Promise((resolve) => setImmediate(resolve));

    expect(server.openFiles()).toEqual([]);
  });
});

describe('the stored recordings over HTTP', () => {
  it('are listed, looked up, copied and removed', async () => {
    server.add('one.wav');

    expect(await server.ask('POST', '/one/copy?destinationRecordingName=sub/two.ulaw')).toMatchObject({ status: 200 });
    expect(jsonOf(await server.ask('GET', ''))).toEqual([
      { name: 'one', format: 'wav' },
      { name: 'sub/two', format: 'wav' },
    ]);
    expect(jsonOf(await server.ask('GET', '/sub%2Ftwo'))).toEqual({ name: 'sub/two', format: 'wav' });
    expect(await server.ask('DELETE', '/one')).toMatchObject({ status: 204 });
    expect(await server.ask('DELETE', '/one')).toMatchObject({ status: 404 });
    expect(jsonOf(await server.ask('GET', ''))).toEqual([{ name: 'sub/two', format: 'wav' }]);
  });

  it.each([
    ['/one/copy', 400],
    ['/one/copy?destinationRecordingName=', 400],
    ['/one/copy?destinationRecordingName=x%00', 400],
    ['/one/copy?destinationRecordingName=one', 409],
    ['/one/copy?destinationRecordingName=one.wav', 409],
    ['/nope/copy?destinationRecordingName=one', 404],
    ['/one/copy?destinationRecordingName=../three', 403],
  ])('are not copied by %s', async (path, status) => {
    server.add('one.wav');

    expect((await server.ask('POST', path)).status).toBe(status);
    expect(readdirSync(server.folder)).toEqual(['one.wav']);
  });
});
