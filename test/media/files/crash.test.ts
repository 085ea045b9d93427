import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { recover } from '../../../src/media/files/unfinished/recover';
import type { Unfinished } from '../../../src/media/files/unfinished/unfinished-name';
import { unfinishedName } from '../../../src/media/files/unfinished/unfinished-name';
import { projectRoot } from '../../../src/shared/project-root';
import { sourceOptions } from '../../support/server/source-program';
import { AudioFolder, ramp } from './files-stage';

let folder: AudioFolder;
beforeEach(() => {
  folder = new AudioFolder();
});
afterEach(() => folder.remove());

function recorderOf(name: string, how: 'new' | 'append'): string[] {
  return [
    process.execPath,
    ...sourceOptions(),
    join(__dirname, 'files-endless-recorder.ts'),
    folder.at(name),
    'wav',
    how,
  ];
}

/** Lets a process record until more is on disk than was before, and kills it in the middle. */
async function recordUntilKilled(name: string, how: 'new' | 'append'): Promise<void> {
  const [program = '', ...args] = recorderOf(name, how);
  const recorder = spawn(program, args, { cwd: projectRoot(__dirname), stdio: ['ignore', 'pipe', 'inherit'] });
  const over = once(recorder, 'close');
  await Promise.race([once(recorder.stdout, 'data'), over]);
  recorder.kill('SIGKILL');
  expect(await over).toEqual([null, 'SIGKILL']);
}

const loud = (samples: Int16Array): boolean => samples.length > 0 && samples.every((sample) => sample === 1000);

describe('a recorder that is killed', () => {
  it('leaves no recording, and what it had recorded is made one later', async () => {
    await recordUntilKilled('sub/a.wav', 'new');

    expect(existsSync(folder.at('sub/a.wav'))).toBe(false);
    expect(readdirSync(folder.at('sub'))).toEqual([expect.stringMatching(/^\.patchbay-.*-1-a\.wav\.part$/)]);
    expect(await recover(folder.path)).toEqual({ recovered: [folder.at('sub/a.wav')], removed: 0, failed: [] });
    expect(folder.names()).toEqual(['sub', 'sub/a.wav']);
    expect(loud(folder.samples('sub/a.wav'))).toBe(true);
    expect(folder.bytes('sub/a.wav').readUInt32LE(40)).toBe(folder.bytes('sub/a.wav').length - 44);
  });

  it('leaves the recording that it continued as it was, and the longer one is kept beside it', async () => {
    await folder.record('a.wav', ramp(500));
    await recordUntilKilled('a.wav', 'append');

    expect(folder.samples('a.wav')).toEqual(ramp(500));
    expect((await recover(folder.path)).recovered).toEqual([folder.at('a-recovered.wav')]);
    expect(folder.names()).toEqual(['a-recovered.wav', 'a.wav']);
    expect(folder.samples('a-recovered.wav').subarray(0, 500)).toEqual(ramp(500));
    expect(loud(folder.samples('a-recovered.wav').subarray(500))).toBe(true);
  });
});

describe('a recording that the disk has no room for', () => {
  it('is refused with the next frame, and leaves what was there as it was', async () => {
    await folder.record('a.wav', ramp(500));
    const limited = ['-c', 'ulimit -f 400; exec "$@"', 'sh', ...recorderOf('a.wav', 'append')];

    const { stdout, status } = spawnSync('sh', limited, { cwd: projectRoot(__dirname), timeout: 120_000 });

    expect([String(stdout), status]).toEqual(['recording\nError: a.wav: file too large', 0]);
    expect(folder.samples('a.wav')).toEqual(ramp(500));
    expect(folder.names()).toEqual(['a.wav']);
  });
});

describe('recovering', () => {
  const put = (name: string, content: string | Buffer = ''): void => {
    mkdirSync(dirname(folder.at(name)), { recursive: true });
    writeFileSync(folder.at(name), content);
  };
  /** Of a process that had the number of this one, which it is not. */
  const leftOver = (name: string, { channels = 1, appends = false }: Partial<Unfinished> = {}): string =>
    unfinishedName({ name, channels, appends });

  it('spares recordings, and files that another living process is writing', async () => {
    const ofAnother = unfinishedName().replace(String(process.pid), String(process.ppid));
    for (const name of ['a.wav', '.hidden.part', `x/${ofAnother}`, `x/y/${unfinishedName()}`]) put(name);

    expect(await recover(folder.path)).toEqual({ recovered: [], removed: 1, failed: [] });
    expect(folder.names()).toEqual(['.hidden.part', 'a.wav', 'x', `x/${ofAnother}`, 'x/y']);
  });

  it.each([
    ['has no audio', leftOver('a.wav'), Buffer.alloc(44)],
    ['has less than a sample', leftOver('a.sln'), Buffer.alloc(1)],
    ['is no recording', leftOver('a.txt'), Buffer.alloc(1000)],
    ['was to be nothing that is known', '.patchbay-99999999-0-1.part', Buffer.alloc(1000)],
  ])('removes what %s', async (_title, name, content) => {
    put(name, content);

    expect(await recover(folder.path)).toEqual({ recovered: [], removed: 1, failed: [] });
    expect(folder.names()).toEqual([]);
  });

  it('removes what was to continue another one and had not got further', async () => {
    put('a.sln', Buffer.alloc(1000));
    put(leftOver('a.sln', { appends: true }), Buffer.alloc(800));

    expect((await recover(folder.path)).removed).toBe(1);
    expect(folder.names()).toEqual(['a.sln']);
  });

  it('leaves out half a sample, of two channels as well, and replaces nothing', async () => {
    put('a.wav', 'mine');
    put('a-recovered.wav', 'mine, too');
    put(leftOver('a.wav', { channels: 2 }), Buffer.alloc(44 + 4 * 100 + 3, 1));

    expect((await recover(folder.path)).recovered).toEqual([folder.at('a-recovered-2.wav')]);
    const bytes = folder.bytes('a-recovered-2.wav');
    expect([bytes.length, bytes.readUInt16LE(22), bytes.readUInt32LE(40)]).toEqual([444, 2, 400]);
  });

  it('finds names that are as long as names can be', async () => {
    const long = `${'ü'.repeat(125)}.wav`;
    put(leftOver(long), Buffer.alloc(144, 1));

    const [path = ''] = (await recover(folder.path)).recovered;

    expect(basename(path)).toMatch(/^ü{90,125}\.wav$/);
  });

  it('does not follow links', async () => {
    const name = leftOver('a.wav');
    put(`elsewhere/${name}`);
    put('here/a.wav');
    symlinkSync(folder.at('elsewhere'), folder.at('here/link'));

    expect((await recover(folder.at('here'))).removed).toBe(0);
    expect(readdirSync(folder.at('elsewhere'))).toEqual([name]);
  });

  it('of a missing folder is not a problem', async () => {
    expect(await recover(folder.at('nowhere'))).toEqual({ recovered: [], removed: 0, failed: [] });
  });
});
