import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameSize } from '../../../src/media/samples/media-frames';
import type { PlaySource } from '../../../src/media/plays/play-source';
import { ProgramStreams } from '../../../src/media/program/program-streams';
import type { MediaNotice, ProgramAudio } from '../../../src/media/protocol';
import { removeFolder } from '../../support/remove-folder';

/** A program of this language; `say` writes samples without end, as fast as somebody reads. */
const program = (code: string, more: Partial<ProgramAudio> = {}): ProgramAudio => ({
  kind: 'program',
  name: 'radio',
  command: [process.execPath, '-e', `${saying}\n${code}`],
  folder: undefined,
  format: 'slin',
  killsGroup: true,
  killDelay: 200,
  ...more,
});
const saying = `
const { writeFileSync, appendFileSync } = require('node:fs');
function say(samples) {
  const bytes = Buffer.from(Int16Array.from(samples).buffer);
  const more = () => { while (process.stdout.write(bytes)); process.stdout.once('drain', more); };
  more();
}`;

/** Waits for what another process does. */
async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise((resolve) => setTimeout(resolve, 5));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a program whose output is heard', () => {
  let streams: ProgramStreams;
  let folder: string;
  const told: MediaNotice[] = [];
  const open: PlaySource[] = [];
  beforeEach(() => {
    told.length = 0;
    folder = mkdtempSync(join(tmpdir(), 'patchbay-program-'));
    streams = new ProgramStreams({ now: () => performance.now(), tell: (notice) => void told.push(notice) });
  });
  afterEach(async () => {
    for (const source of open.splice(0)) source.close();
    await streams.settled();
    removeFolder(folder);
  });

  const listen = (audio: ProgramAudio, rate = 8000): PlaySource => {
    const source = streams.open(audio, rate);
    open.push(source);
    return source;
  };
  const heard = (source: PlaySource, rate = 8000): Int16Array => {
    const frame = new Int16Array(frameSize(rate));
    expect(source.fill(frame)).toBe(true);
    return frame;
  };
  /** The next frame that is not silent. */
  async function nextHeard(source: PlaySource, rate?: number): Promise<Int16Array> {
    for (;;) {
      const frame = heard(source, rate);
      if (frame.some((sample) => sample !== 0)) return frame;
      await new Promise(setImmediate);
    }
  }
  const written = (file: string): string => {
    try {
      return readFileSync(join(folder, file), 'utf8');
    } catch {
      return '';
    }
  };

  it('is the same for all listeners, in any order within a tick', async () => {
    const counting = program('say(Array.from({ length: 16_000 }, (_, index) => 1 + Math.floor(index / 160)))');
    const [one, other] = [listen(counting), listen(counting)];

    const first = await nextHeard(one);
    await until(() => heard(one).every((sample) => sample > 1));
    const late = listen(counting);

    expect(first[0]).toBe(1);
    const tick = heard(one)[0] ?? 0;
    expect([heard(other)[0], heard(late)[0]]).toEqual([tick, tick]);
    expect([heard(late)[0], heard(other)[0], heard(one)[0]]).toEqual([tick + 1, tick + 1, tick + 1]);
  });

  it('is not read faster than it is heard', async () => {
    const source = listen(
      program(
        `let count = 0;
const bytes = Buffer.alloc(16_000, 1);
const more = () => { do { count += 1; writeFileSync('count', String(count)); } while (process.stdout.write(bytes)); process.stdout.once('drain', more); };
more();`,
        { folder },
      ),
    );
    await nextHeard(source);
    const count = (): number => Number(written('count'));

    for (let second = 1; second <= 20; second += 1) {
      for (let ticks = 0; ticks < 50; ticks += 1) await nextHeard(source);
      await until(() => count() > second);
      // Seconds of audio: what has been heard, what waits here, and what the pipe between us holds.
      expect(count()).toBeLessThan(second + 30);
    }
  });

  it('may have a rate of its own, and write half a sample at a time', async () => {
    const code = `const bytes = Buffer.from(Int16Array.of(1000).buffer);
let half = 0;
setInterval(() => { for (let count = 0; count < 3001; count += 1) process.stdout.write(bytes.subarray(half, ++half)) && (half %= 2); half %= 2; }, 1);`;
    const source = listen(program(code, { format: 'slin16' }), 8000);

    await nextHeard(source);

    await until(() => heard(source).every((sample) => Math.abs(sample - 1000) < 50));
  });

  it('is started again when it ends, and its end is told once', async () => {
    const source = listen(
      program("appendFileSync('runs', 'x'); process.stderr.write('no more'); process.exit(3)", { folder }),
    );

    await until(() => written('runs') === 'xx');

    heard(source);
    expect(told).toEqual([{ tell: 'program-ended', program: 'radio', reason: 'it ended with code 3: no more' }]);
  });

  it('is told of when it cannot be started', async () => {
    const source = listen({ ...program(''), command: ['/nowhere/at/all'] });

    await until(() => told.length > 0);

    expect(heard(source).every((sample) => sample === 0)).toBe(true);
    expect(told).toMatchObject([{ program: 'radio', reason: expect.stringContaining('ENOENT') as unknown }]);
  });

  it('runs while it has listeners, and ends with the last', async () => {
    const audio = program("writeFileSync('pid', String(process.pid)); say(new Array(1600).fill(1000))", { folder });
    const [one, other] = [listen(audio), listen(audio)];
    await nextHeard(one);
    const pid = Number(written('pid'));

    one.close();
    one.close();
    await until(() => heard(other).every((sample) => sample === 1000));
    expect(isAlive(pid)).toBe(true);
    other.close();
    await streams.settled();

    expect(isAlive(pid)).toBe(false);
    expect(told).toEqual([]);
  });

  it('is killed when it does not listen to anything else', async () => {
    const code = `for (const signal of ['SIGHUP', 'SIGTERM']) process.on(signal, () => appendFileSync('signals', signal + ' '));
process.stdout.on('error', () => undefined);
writeFileSync('pid', String(process.pid)); say(new Array(1600).fill(1000)); setInterval(() => undefined, 1000);`;
    const source = listen(program(code, { folder }));
    await nextHeard(source);

    source.close();
    await streams.settled();

    expect(isAlive(Number(written('pid')))).toBe(false);
    expect(written('signals')).toBe('SIGHUP SIGTERM ');
  });

  it('takes those with it that it has started', async () => {
    const code = `const { spawn } = require('node:child_process');
writeFileSync('pid', String(spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']).pid)); say(new Array(1600).fill(1000));`;
    const source = listen(program(code, { folder }));
    await nextHeard(source);
    const pid = Number(written('pid'));

    source.close();
    await streams.settled();

    await until(() => !isAlive(pid));
  });

  it('has to write a format that there is', () => {
    expect(() => listen(program('', { format: 'gsm' }))).toThrow('gsm');
  });
});
