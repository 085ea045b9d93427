import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoggerConfig } from '../../src/config/server-config';
import { LogChannels } from '../../src/logging/log-channels';
import { systemClock } from '../../src/shared/time/clock';

let logs = '';
let channels: LogChannels | undefined;

beforeEach(async () => {
  logs = await mkdtemp(join(tmpdir(), 'rotation-'));
});

afterEach(async () => {
  await channels?.close();
  await rm(logs, { recursive: true, force: true });
});

async function rotating(
  rotateStrategy: LoggerConfig['rotateStrategy'],
  { maxFileSize, keepFiles } = { maxFileSize: 67_108_864, keepFiles: 10 },
): Promise<LogChannels> {
  channels = await LogChannels.open({
    config: {
      dateFormat: '%T',
      rotateStrategy,
      maxFileSize,
      keepFiles,
      customLevels: [],
      channels: [{ name: 'messages', format: 'json', levels: ['notice'] }],
    },
    directory: logs,
    clock: { ...systemClock, now: () => 1_700_000_000_000 },
    consoleDescriptor: 2,
    pid: 42,
  });
  return channels;
}

async function sentences(file: string): Promise<readonly string[]> {
  const lines = (await readFile(join(logs, file), 'utf8')).split('\n').slice(0, -1);
  return lines.map((line) => (JSON.parse(line) as { readonly message: string }).message);
}

async function logAndRotate(target: LogChannels, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    target.logger.info({}, text);
    expect(await target.rotate('messages')).toEqual({ outcome: 'rotated' });
  }
  await target.flush();
}

describe('rotating a log channel', () => {
  it('gives the newest the highest number by the sequential strategy', async () => {
    const target = await rotating('sequential');
    await logAndRotate(target, 'one', 'two');
    target.logger.info({}, 'three');
    await target.flush();

    expect(await sentences('messages.0')).toEqual(['one']);
    expect(await sentences('messages.1')).toEqual(['two']);
    expect(await sentences('messages')).toEqual(['three']);
  });

  it('goes on after the highest number that is there, whatever else lies around', async () => {
    for (const name of ['messages.7', 'messages.1700000000', 'messages.old', 'messages2.9', 'messages.3.gz']) {
      await writeFile(join(logs, name), '');
    }
    await logAndRotate(await rotating('sequential'), 'one');

    expect(await sentences('messages.8')).toEqual(['one']);
  });

  it('gives the oldest the highest number by the rotate strategy', async () => {
    await logAndRotate(await rotating('rotate'), 'one', 'two', 'three');

    expect(await sentences('messages.0')).toEqual(['three']);
    expect(await sentences('messages.1')).toEqual(['two']);
    expect(await sentences('messages.2')).toEqual(['one']);
    expect(await sentences('messages')).toEqual([]);
  });

  it('appends the time by the timestamp strategy, and tells apart what one second holds', async () => {
    await logAndRotate(await rotating('timestamp'), 'one', 'two', 'three');

    expect(await sentences('messages.1700000000')).toEqual(['one']);
    expect(await sentences('messages.1700000000.0')).toEqual(['two']);
    expect(await sentences('messages.1700000000.1')).toEqual(['three']);
  });

  it('only opens the file anew by the strategy none, for those who move files themselves', async () => {
    const target = await rotating('none');
    await logAndRotate(target, 'one');
    expect(await readdir(logs)).toEqual(['messages']);
    await rm(join(logs, 'messages'));

    await logAndRotate(target);
    await target.rotate('messages');
    target.logger.info({}, 'two');
    await target.flush();

    expect(await sentences('messages')).toEqual(['two']);
  });

  it('touches no other channel and keeps those added at run time', async () => {
    const target = await rotating('sequential');
    await target.add('mylog', '[json]notice');
    await logAndRotate(target, 'one');
    target.logger.info({}, 'two');
    await target.flush();

    expect((await readdir(logs)).sort()).toEqual(['messages', 'messages.0', 'mylog']);
    expect(await sentences('mylog')).toEqual(['one', 'two']);
    expect(target.list()).toHaveLength(2);
  });

  it('takes a name in a folder, and the full path', async () => {
    const target = await rotating('sequential');
    await mkdir(join(logs, 'inside'));
    await target.add('inside/mylog', 'notice');

    expect(await target.rotate('inside/mylog')).toEqual({ outcome: 'rotated' });
    expect(await target.rotate(join(logs, 'inside/mylog'))).toEqual({ outcome: 'rotated' });
    expect((await readdir(join(logs, 'inside'))).sort()).toEqual(['mylog', 'mylog.0', 'mylog.1']);
  });

  it('loses no line and keeps their order while lines keep coming', async () => {
    const target = await rotating('sequential');
    const written: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const rotation = target.rotate('messages');
      for (let line = 0; line < 50; line += 1) {
        const text = `${round}/${line}`;
        written.push(text);
        target.logger.info({}, text);
        if (line % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await rotation;
    }
    await target.close();

    const files = Array.from({ length: 20 }, (_, number) => `messages.${number}`);
    const found = await Promise.all([...files, 'messages'].map(sentences));
    expect(found.flat()).toEqual(written);
  });

  it('may be asked for many times at once', async () => {
    const target = await rotating('rotate');
    target.logger.info({}, 'one');

    const results = await Promise.all(Array.from({ length: 10 }, () => target.rotate('messages')));

    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['rotated']));
    expect(await sentences('messages.9')).toEqual(['one']);
  });

  it.each(['absent', 'console', '../messages', '', 'x'.repeat(5000), 'a\0b'])(
    'finds no file channel called %.20j',
    async (name) => {
      expect(await (await rotating('sequential')).rotate(name)).toEqual({ outcome: 'not-found' });
    },
  );

  it('ends well when the channel is closed meanwhile', async () => {
    const target = await rotating('sequential');
    target.logger.info({}, 'one');

    const [rotated] = await Promise.all([target.rotate('messages'), target.close()]);

    expect(rotated).toEqual({ outcome: 'rotated' });
    expect(await sentences('messages.0')).toEqual(['one']);
  });
});

describe('a log file that is full', () => {
  it.each([
    ['sequential', ['messages', 'messages.5', 'messages.6']],
    ['rotate', ['messages', 'messages.0', 'messages.1']],
  ] as const)('makes room for a fresh one, and %s files keep the newest', async (strategy, left) => {
    const log = await rotating(strategy, { maxFileSize: 4096, keepFiles: 2 });
    for (let file = 0; file < 4; file += 1) {
      log.logger.info({}, `first of ${file}`);
      log.logger.info({ filler: 'x'.repeat(1000), more: 'y'.repeat(1000), most: 'z'.repeat(1000) }, 'x'.repeat(2000));
      await log.flush();
    }
    await log.flush();

    expect((await readdir(logs)).sort()).toEqual(left);
  });

  it('does not grow beyond its size by a burst, and no line of it is missing', async () => {
    const log = await rotating('sequential', { maxFileSize: 4096, keepFiles: 1000 });
    for (let line = 0; line < 500; line += 1) log.logger.info({ line, filler: 'ü'.repeat(100) }, 'burst');
    await log.flush();

    const names = await readdir(logs);
    const texts = await Promise.all(names.map((name) => readFile(join(logs, name), 'utf8')));

    for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.includes('burst'));
    expect(lines).toHaveLength(500);
  });

  it('cuts texts that a peer has chosen', async () => {
    const log = await rotating('none');
    log.logger.info({ path: 'p'.repeat(60_000) }, 'request refused');
    await log.flush();

    expect((await readFile(join(logs, 'messages'), 'utf8')).length).toBeLessThan(1500);
  });
});
