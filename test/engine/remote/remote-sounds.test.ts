import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RemoteMediaConfig } from '../../../src/config/server-config';
import { FilesInUse } from '../../../src/engine/remote/files-in-use';
import { RemoteSounds } from '../../../src/engine/remote/remote-sounds';
import { MediaListeners } from '../../../src/media/thread/media-link';
import type { MediaLink } from '../../../src/media/protocol';
import { makeLogger } from '../../../src/shared/logger';
import { soon } from '../../../src/shared/scheduling/soon';
import { certificate, privateKey } from '../../support/client/client-certificate';
import { ManualClock } from '../../support/client/client-clock';
import { eventually } from '../../support/eventually';
import { silentWav, SoundServer } from '../../support/media/sound-server';
import { uncounted } from '../../../src/shared/module-use/hold';
import { isPlayable } from '../../support/provided';
import { legId } from '../../../src/shared/ids';
import { anyDestination } from '../../support/sip/any-destination';

const wav = silentWav(20);

/** The audio side, as far as it tells what it has finished. */
class QuietLink {
  readonly #listeners = new MediaListeners();
  readonly send = (): void => undefined;
  readonly onLost = (): (() => void) => () => undefined;
  readonly health = () => ({ isUp: true, restarts: 0, silence: 0 });
  readonly close = async (): Promise<void> => undefined;
  readonly on: MediaLink['on'] = (handlers) => this.#listeners.on(handlers);

  end(play: string): void {
    this.#listeners.notice({ tell: 'play-ended', play, position: 0 });
  }
}

let server: SoundServer;
let directory: string;
const rigs: RemoteSounds[] = [];
beforeEach(async () => {
  server = await SoundServer.start();
  directory = mkdtempSync(join(tmpdir(), 'patchbay-remote-'));
});
afterEach(async () => {
  for (const sounds of rigs.splice(0)) await sounds.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

function aRig(request: Partial<RemoteMediaConfig> = {}) {
  const [clock, link, log] = [new ManualClock(), new QuietLink(), [] as string[]];
  const inUse = new FilesInUse(link);
  const sounds = new RemoteSounds({
    destinations: anyDestination,
    config: {
      enabled: true,
      timeout: 5000,
      maxFileBytes: 10_000,
      maxCacheBytes: 100_000,
      maxRedirects: 3,
      userAgent: 'Tester',
      protocols: ['http', 'https'],
      rules: [],
      ...request,
    },
    directory,
    inUse,
    clock,
    soon,
    isPlayable,
    hold: uncounted,
    isAlive: (process) => process === 1,
    log: makeLogger((level, fields, sentence) => log.push(`${level} ${sentence} ${JSON.stringify(fields)}`)),
  });
  rigs.push(sounds);
  const play = (id: string, path: string): void => {
    const source = { kind: 'files', files: [path], isEndless: false } as const;
    const target = { kind: 'leg', leg: legId('l') } as const;
    inUse.link.send({ do: 'play', play: id, target, source, offset: 0, inBackground: false });
  };
  return { sounds, clock, link, inUse, log, play };
}

const find = async (sounds: RemoteSounds, path: string): Promise<string> => {
  const found = await sounds.find(path.startsWith('/') ? `${server.origin}${path}` : path);
  return 'path' in found ? found.path : `missing: ${found.missing.replaceAll(server.origin, '')}`;
};

const files = (): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));

/** Files are removed in their own time. */
const leaves = (count: number): Promise<void> =>
  eventually(
    () => files().length === count,
    () => `there should be ${count}: ${files().join(' ')}`,
  );

describe('a sound of another server', () => {
  it('is fetched once for simultaneous requests, uncompressed and with a user agent', async () => {
    server.has('/a.wav', wav);
    const { sounds, clock } = aRig();
    const [one, other] = await Promise.all([find(sounds, '/a.wav'), find(sounds, '/a.wav#x')]);

    expect(one).toBe(other);
    expect(readFileSync(one)).toEqual(wav);
    expect(server.asked.map(({ headers }) => [headers['user-agent'], headers['accept-encoding']])).toEqual([
      ['Tester', 'identity'],
    ]);
    expect(clock.running).toBe(0);
  });

  it('is not asked for again while it is fresh, then asked whether it has changed', async () => {
    server.has('/a.wav', wav, {
      'cache-control': 'public, max-age=60',
      age: '10',
      etag: '"1"',
      'last-modified': 'then',
    });
    const { sounds, clock } = aRig();
    const first = await find(sounds, '/a.wav');
    clock.advance(49_999);
    await find(sounds, '/a.wav');
    server.at('/a.wav', (response) => response.writeHead(304, { 'cache-control': 'max-age=100' }).end());
    clock.advance(1);
    const second = await find(sounds, '/a.wav');
    clock.advance(99_999);
    const third = await find(sounds, '/a.wav');

    expect([second, third]).toEqual([first, first]);
    expect(server.asked.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']])).toEqual([
      [undefined, undefined],
      ['"1"', 'then'],
    ]);
  });

  it('is another file when it has changed, and the old one goes', async () => {
    server.has('/a.wav', wav, { etag: '"1"' });
    const { sounds } = aRig();
    const first = await find(sounds, '/a.wav');
    server.has('/a.wav', silentWav(40), { etag: '"2"' });
    const second = await find(sounds, '/a.wav');
    await leaves(1);

    expect([existsSync(first), existsSync(second)]).toEqual([false, true]);
  });

  it('is fetched again when its file was removed', async () => {
    server.has('/a.wav', wav, { 'cache-control': 'max-age=60' });
    const { sounds } = aRig();
    rmSync(await find(sounds, '/a.wav'));

    expect(existsSync(await find(sounds, '/a.wav'))).toBe(true);
    expect(server.asked).toHaveLength(2);
  });

  it('is forgotten when its server has it no more', async () => {
    server.has('/a.wav', wav);
    const { sounds } = aRig();
    await find(sounds, '/a.wav');
    server.at('/a.wav', (response) => response.writeHead(410).end());

    expect(await find(sounds, '/a.wav')).toBe('missing: /a.wav: /a.wav answered with status 410');
    await leaves(0);
  });

  it('that may not be kept is removed when it has been played, or when nothing plays it', async () => {
    server.has('/a.wav', wav, { 'cache-control': 'no-store' });
    const { sounds, play, link } = aRig();
    const path = await find(sounds, '/a.wav');
    play('p1', path);
    play('p2', path);
    await new Promise(setImmediate);
    link.end('p1');
    await find(sounds, '/a.wav');
    await leaves(1);
    expect(existsSync(path)).toBe(true);

    link.end('p2');

    await leaves(0);
  });

  it('makes room for others when it has not been played for longest, and not while it plays', async () => {
    for (const name of ['a', 'b', 'c', 'd']) server.has(`/${name}.wav`, wav, { 'cache-control': 'max-age=60' });
    const { sounds, play, link } = aRig({ maxCacheBytes: 2 * wav.length });
    const [a, b] = [await find(sounds, '/a.wav'), await find(sounds, '/b.wav')];
    play('p1', a);
    const c = await find(sounds, '/c.wav');
    await leaves(2);
    expect([a, b, c].map((path) => existsSync(path))).toEqual([true, false, true]);

    await find(sounds, '/a.wav');
    link.end('p1');
    await find(sounds, '/d.wav');
    await leaves(2);

    expect([existsSync(a), existsSync(c)]).toEqual([true, false]);
  });

  it('stays while others of the same list are fetched, however small the cache', async () => {
    for (const name of ['a', 'b', 'c']) server.has(`/${name}.wav`, wav);
    const { sounds } = aRig({ maxCacheBytes: 0 });
    const found = await sounds.findAll(['a', 'b', 'c', 'd'].map((name) => `${server.origin}/${name}.wav`));

    expect(found.map((sound) => 'path' in sound && existsSync(sound.path))).toEqual([true, true, true, false]);
    await leaves(0);
  });

  it('takes the place of what a server that is gone has left', async () => {
    server.has('/a.wav', wav);
    const [dead, alive, foreign] = [
      join(directory, '2/x.wav'),
      join(directory, '1/x.wav'),
      join(directory, 'me/x.wav'),
    ];
    for (const path of [dead, alive, foreign, join(directory, `${process.pid}/x.wav`)]) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
    }
    await find(aRig().sounds, '/a.wav');

    expect([existsSync(dead), existsSync(alive), existsSync(foreign), files().length]).toEqual([false, true, true, 3]);
  });

  it.each([
    ['/x', 'audio/x-wav', 'wav'],
    ['/x.bin', 'Audio/WAV; charset=x', 'wav'],
    ['/x', 'audio/basic', 'ulaw'],
    ['/x', 'audio/L16; rate=16000; channels=1', 'sln16'],
    ['/x', 'audio/pcma', 'alaw'],
    ['/x.sln48', 'text/plain', 'sln48'],
    ['/x.wav?y=.z', 'application/octet-stream', 'wav'],
  ])('called %s of the type %s is stored as %s', async (path, type, extension) => {
    server.has(path.replace(/\?.*/, ''), wav, { 'content-type': type });

    expect((await find(aRig().sounds, path)).split('.').at(-1)).toBe(extension);
  });

  it('is told apart by its first bytes where a type has two meanings', async () => {
    server.has('/x', Buffer.from('.snd and more'), { 'content-type': 'audio/basic' });

    expect(await find(aRig().sounds, '/x')).toMatch(/\.au$/);
  });

  it('has its samples turned around where they come in the order of the network', async () => {
    server.at('/x', (response) => {
      response.writeHead(200, { 'content-type': 'audio/l16;rate=8000' });
      response.write(Buffer.from([1, 2, 3]));
      setImmediate(() => response.end(Buffer.from([4, 5, 6, 7])));
    });

    expect([...readFileSync(await find(aRig().sounds, '/x'))]).toEqual([2, 1, 4, 3, 6, 5]);
  });

  it.each([
    ['audio/l16', 'is of the type audio/l16'],
    ['audio/l16;rate=8000;channels=2', 'is of the type'],
    ['audio/mpeg', 'is of the type audio/mpeg'],
    ['', 'comes without a type'],
    ['text/html; charset=utf-8', 'it is a web page'],
  ])('of the type %p is not played', async (type, reason) => {
    server.has('/x', wav, type === '' ? {} : { 'content-type': type });

    expect(await find(aRig().sounds, '/x')).toContain(reason);
    await leaves(0);
  });

  it.each([
    [
      'is larger than it may be, as it says',
      { 'content-length': '10001' },
      Buffer.alloc(10),
      'larger than 10000 bytes',
    ],
    ['is larger than it may be, without saying so', {}, Buffer.alloc(10_001), 'larger than 10000 bytes'],
    ['ends before its end', { 'content-length': '20' }, Buffer.alloc(10), 'aborted'],
    ['is empty', {}, Buffer.alloc(0), 'it is empty'],
    ['is packed', { 'content-encoding': 'gzip' }, Buffer.alloc(10), "its content encoding 'gzip' is not supported"],
  ])('that %s is not played, and nothing is left of it', async (_what, headers, bytes, reason) => {
    server.at('/a.wav', (response) => {
      response.writeHead(200, headers);
      response.write(bytes, () => (reason === 'aborted' ? response.destroy() : response.end()));
    });

    expect(await find(aRig().sounds, '/a.wav')).toContain(reason);
    await leaves(0);
  });

  it.each(['before its head', 'in its middle'])('that stops coming %s is given up in time', async (when) => {
    server.at('/a.wav', (response) => {
      if (when === 'in its middle') response.writeHead(200, { 'content-length': '100' }).write('RIFF');
    });
    const { sounds, clock } = aRig();
    const search = find(sounds, '/a.wav');
    await server.until(() => server.asked.length === 1);
    clock.advance(5000);

    expect(await search).toBe('missing: /a.wav: it took longer than 5 seconds (timeout_secs)');
    expect(clock.running).toBe(0);
    await leaves(0);
  });

  it('that is on its way when the server closes is given up, and everything else removed', async () => {
    server.has('/a.wav', wav).at('/b.wav', (response) => response.writeHead(200).write('RIFF'));
    const { sounds, clock } = aRig();
    await find(sounds, '/a.wav');
    const search = find(sounds, '/b.wav');
    await server.until(() => server.asked.length === 2);
    await sounds.close();
    await sounds.close();

    expect(await search).toBe('missing: /b.wav: the server is closing');
    expect(await find(sounds, '/a.wav')).toBe('missing: /a.wav: the server is closing');
    expect([files(), clock.running]).toEqual([[], 0]);
  });
});

describe('the way to a sound', () => {
  const redirect = (to: string) => (response: ServerResponse) => void response.writeHead(302, { location: to }).end();

  it('follows redirects, and takes the name of the sound from where they end', async () => {
    server
      .at('/a', redirect('/b?x'))
      .at('/b', redirect(`${server.origin}/c.wav`))
      .has('/c.wav', wav);

    expect(await find(aRig().sounds, '/a')).toMatch(/\.wav$/);
  });

  it('ends where redirects do not', async () => {
    server.at('/a.wav', redirect('/a.wav'));

    expect(await find(aRig().sounds, '/a.wav')).toBe('missing: /a.wav: it redirects more than 3 times (max_redirects)');
    expect(server.asked).toHaveLength(4);
  });

  it.each([
    ['file:///etc/passwd', 'sounds come over http and https only (protocols)'],
    ['http://', 'redirects to no address'],
    ['http://169.254.169.254/a.wav', 'the rules keep this server from 169.254.169.254 (permit, deny, acl)'],
    ['http://[::ffff:a9fe:a9fe]/a.wav', 'the rules keep this server from ::ffff:a9fe:a9fe (permit, deny, acl)'],
    ['http://2852039166/a.wav', 'the rules keep this server from 169.254.169.254 (permit, deny, acl)'],
  ])('does not lead to %s', async (to, reason) => {
    server.at('/a.wav', redirect(to));
    const rules = [{ action: 'deny', network: '169.254.0.0/16' }] as const;

    expect(await find(aRig({ rules }).sounds, '/a.wav')).toContain(reason);
  });

  it('is judged by the address that a name stands for, and no connection is made', async () => {
    const rules = [
      { action: 'deny', network: '127.0.0.0/8' },
      { action: 'deny', network: '::1' },
    ] as const;
    const { sounds } = aRig({ rules });

    expect(await find(sounds, `http://localhost:${server.port}/a.wav`)).toMatch(
      /rules keep this server from (127|::1)/,
    );
    expect(await find(sounds, '/a.wav')).toContain('the rules keep this server from 127.0.0.1');
    expect([server.asked.length, await server.connections()]).toEqual([0, 0]);
  });

  it('leads to a name whose address is permitted', async () => {
    server.has('/a.wav', wav);
    const rules = [
      { action: 'deny', network: '::/0' },
      { action: 'deny', network: '0.0.0.0/0' },
      { action: 'permit', network: '127.0.0.1' },
    ] as const;

    expect(await find(aRig({ rules }).sounds, `http://localhost:${server.port}/a.wav`)).toMatch(/\.wav$/);
  });

  it.each([
    ['ftp://host/a.wav', {}, 'sounds come over http and https only (protocols)'],
    ['http://host/a.wav', { protocols: ['https'] }, 'sounds come over https only (protocols)'],
    ['http://[/a.wav', {}, 'it cannot be read'],
    [`http://host/${'a'.repeat(8000)}.wav`, {}, 'it cannot be read'],
    ['http://127.0.0.1:1/a.wav', {}, 'ECONNREFUSED'],
    ['https://127.0.0.1:1/a.wav', {}, 'ECONNREFUSED'],
    ['https://host/a.wav', { enabled: false }, 'http_media_cache.conf does not say enabled = yes'],
  ] as const)('is closed to %s', async (address, request, reason) => {
    expect(await find(aRig(request).sounds, address)).toContain(reason);
    expect(files()).toEqual([]);
  });

  it('fails at a server with an untrusted certificate', async () => {
    const impostor = createServer({ cert: certificate, key: privateKey });
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
    const { port } = impostor.address() as AddressInfo;
    const found = await find(aRig().sounds, `https://127.0.0.1:${port}/a.wav`);
    await new Promise((resolve) => impostor.close(resolve));

    expect(found).toContain('self-signed certificate');
  });

  it('sends credentials of the address to their server only, and never shows them', async () => {
    const other = await SoundServer.start();
    server.at('/a.wav', redirect(`${other.origin}/b.wav?token=secret2`));
    const { sounds, log } = aRig();
    const found = await sounds.find(`${server.origin.replace('//', '//anna:secret1@')}/a.wav?key=secret3`);
    await other.close();

    expect(server.asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('anna:secret1').toString('base64')}`);
    expect(other.asked[0]?.headers.authorization).toBeUndefined();
    expect([JSON.stringify(found), ...log]).toEqual([
      expect.stringContaining('answered with status 404'),
      expect.stringContaining('a sound could not be fetched'),
    ]);
    expect(JSON.stringify([found, log])).not.toMatch(/secret|anna/);
  });
});
