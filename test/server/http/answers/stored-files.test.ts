import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operations } from '../../../../generated/operations';
import { routes } from '../../../../generated/routes';
import { Dispatcher } from '../../../../src/api/dispatcher';
import { RequestIds } from '../../../../src/api/failure';
import { StoredRecordings } from '../../../../src/engine/recordings/stored-recordings';
import { storedRecordingHandlers } from '../../../../src/handlers/recordings';
import { HttpDoor } from '../../../../src/server/http/door';
import { Metrics } from '../../../../src/server/metrics';
import { makeLogger } from '../../../../src/shared/logger';
import { judge } from '../../../support/spec/contract-judge';
import type { Question } from '../../../support/server/http-client';
import { ask, failure, jsonOf } from '../../../support/server/http-client';
import type { WireAnswer } from '../../../support/server/http-wire';
import { login, Wire } from '../../../support/server/http-wire';
import { aGate, aUser } from '../../auth/gate';
import { anyConnection, doorSettings } from '../../../support/server/door-settings';

const content = 'RIFF and so on, to the end';

/** The door for HTTP with nothing behind it but the stored recordings of a folder. */
class RecordingServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'patchbay-files-'));
  readonly metrics = new Metrics();
  readonly #server: Server;

  constructor() {
    const stored = storedRecordingHandlers({
      stored: new StoredRecordings(this.folder),
      owners: { copied: () => undefined, deleted: () => undefined },
    });
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
      settings: doorSettings([], style),
      metrics: this.metrics,
      log: makeLogger(() => undefined),
      prefix: '',
      maxBodyBytes: 1000,
      host: (_request, _response, next) => next(),
      isReady: () => true,
      connections: anyConnection,
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

  /** With headers as they are written. */
  async file(name: string, headers: readonly string[] = [], method = 'GET'): Promise<WireAnswer> {
    const path = `/ari/recordings/stored/${name}/file`;
    const wire = await Wire.connect(this.origin);
    const lines = [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers, ''].join('\r\n');
    const answer = await wire.ask(`${lines}${login}\r\n`, { headersOnly: method === 'HEAD' });
    wire.close();
    expect(judge({ method, path, ...answer })).toEqual([]);
    return answer;
  }

  /** What tells this version of a file from others: its tag, and its time. */
  async versionOf(name: string): Promise<{ readonly tag: string; readonly date: string }> {
    const { headers } = await this.file(name);
    return { tag: headers['etag'] ?? '', date: headers['last-modified'] ?? '' };
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
    ['the part is one of another version', ['Range: bytes=0-3', 'If-Range: "v1"']],
    ['the part is one of another time', ['Range: bytes=0-3', 'If-Range: Thu, 01 Jan 1970 00:00:00 GMT']],
    ['nobody can read what the part depends on', ['Range: bytes=0-3', 'If-Range: perhaps']],
    ['another version is known', ['If-None-Match: "v1", W/"v2"']],
    ['an older one is known', ['If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT']],
    ['nobody can read what is known', ['If-Modified-Since: 9999999999']],
  ])('comes as a whole when %s', async (_, headers) => {
    expect(await server.file('sub%2Fone', headers)).toMatchObject({ status: 200, body: content });
  });

  it('tells its version, which is the same to HEAD and to parts of it', async () => {
    const { tag, date } = await server.versionOf('sub%2Fone');

    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
    for (const answer of [
      await server.file('sub%2Fone', [], 'HEAD'),
      await server.file('sub%2Fone', ['Range: bytes=0-3']),
    ])
      expect(answer.headers).toMatchObject({ etag: tag, 'last-modified': date });
  });

  it('comes in part when that belongs to the same version', async () => {
    const { tag, date } = await server.versionOf('sub%2Fone');

    for (const condition of [tag, date])
      expect(await server.file('sub%2Fone', ['Range: bytes=0-3', `If-Range: ${condition}`])).toMatchObject({
        status: 206,
        body: 'RIFF',
      });
    expect(await server.file('sub%2Fone', ['Range: bytes=0-3', `If-Range: W/${tag}`])).toMatchObject({ status: 200 });
  });

  it.each(['GET', 'HEAD'])('is not sent again by %s to who has it', async (method) => {
    const { tag, date } = await server.versionOf('sub%2Fone');
    const day = new Date(date);
    const asctime = `${date.slice(0, 3)} ${date.slice(8, 11)} ${String(day.getUTCDate()).padStart(2)} ${date.slice(17, 25)} ${day.getUTCFullYear()}`;

    for (const condition of [
      `If-None-Match: ${tag}`,
      `If-None-Match: "v1", W/${tag}`,
      'If-None-Match: *',
      `If-Modified-Since: ${date}`,
      `If-Modified-Since: ${asctime}`,
    ]) {
      const answer = await server.file('sub%2Fone', [condition, 'Range: bytes=0-3'], method);
      expect([condition, answer]).toMatchObject([condition, { status: 304, headers: { etag: tag }, body: '' }]);
      expect(answer.headers['content-length']).toBeUndefined();
    }
    // The tag decides where there is one.
    const both = ['If-None-Match: "v1"', `If-Modified-Since: ${date}`];
    expect(await server.file('sub%2Fone', both, method)).toMatchObject({ status: 200 });
  });

  it('is another version once it has been replaced, be it by as many bytes', async () => {
    const { tag } = await server.versionOf('sub%2Fone');
    server.add('sub/two.wav', content.toLowerCase());
    renameSync(join(server.folder, 'sub/two.wav'), join(server.folder, 'sub/one.wav'));

    const answer = await server.file('sub%2Fone', ['Range: bytes=0-3', `If-Range: ${tag}`]);
    expect(answer).toMatchObject({ status: 200, body: content.toLowerCase() });
    expect(answer.headers['etag']).not.toBe(tag);
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

  it('is opened once its turn comes, so that nothing stays open for readers who leave before', async () => {
    server.add('large.sln', 'x'.repeat(20_000_000));
    const wire = await Wire.connect(server.origin);
    wire.send(`GET /ari/recordings/stored/large/file HTTP/1.1\r\nHost: x\r\n${login}\r\n`.repeat(20));
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
