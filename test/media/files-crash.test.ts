import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cleanUp, unfinishedName } from '../../src/media/files/unfinished-name';
import { projectRoot } from '../../src/shared/project-root';
import { AudioFolder, ramp } from './files-stage';

let folder: AudioFolder;
beforeEach(() => {
  folder = new AudioFolder();
});
afterEach(() => folder.remove());

function recorderOf(name: string, how: 'new' | 'append'): string[] {
  return [
    process.execPath,
    '--import',
    'tsx',
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

describe('a recorder that is killed', () => {
  it('leaves no recording, and nothing at all once the place is cleaned up', async () => {
    await recordUntilKilled('sub/a.wav', 'new');

    expect(existsSync(folder.at('sub/a.wav'))).toBe(false);
    expect(readdirSync(folder.at('sub'))).toEqual([expect.stringMatching(/^\.patchbay-.*\.part$/)]);
    expect(await cleanUp(folder.path)).toBe(1);
    expect(folder.names()).toEqual(['sub']);
  });

  it('leaves the recording that it continued as it was', async () => {
    await folder.record('a.wav', ramp(500));
    await recordUntilKilled('a.wav', 'append');

    expect(folder.samples('a.wav')).toEqual(ramp(500));
    expect(await cleanUp(folder.path)).toBe(1);
    expect(folder.names()).toEqual(['a.wav']);
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

describe('cleaning up', () => {
  const put = (...names: string[]): void => {
    for (const name of names) {
      mkdirSync(dirname(folder.at(name)), { recursive: true });
      writeFileSync(folder.at(name), '');
    }
  };

  it('spares recordings, and files that another living process is writing', async () => {
    const ofAnother = unfinishedName().replace(String(process.pid), String(process.ppid));
    put('a.wav', '.hidden.part', `x/${ofAnother}`, `x/y/${unfinishedName()}`, '.patchbay-99999999-0-1.part');

    expect(await cleanUp(folder.path)).toBe(2);
    expect(folder.names()).toEqual(['.hidden.part', 'a.wav', 'x', `x/${ofAnother}`, 'x/y']);
  });

  it('does not follow links', async () => {
    const leftOver = unfinishedName();
    put(`elsewhere/${leftOver}`, 'here/a.wav');
    symlinkSync(folder.at('elsewhere'), folder.at('here/link'));

    expect(await cleanUp(folder.at('here'))).toBe(0);
    expect(readdirSync(folder.at('elsewhere'))).toEqual([leftOver]);
  });

  it('of a folder that is not there is no trouble', async () => {
    expect(await cleanUp(folder.at('nowhere'))).toBe(0);
  });
});
