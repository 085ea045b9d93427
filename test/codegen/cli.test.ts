import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEarlierSpec } from '../../codegen/earlier-spec';
import { UsageError } from '../../codegen/usage-error';
import { projectRoot } from '../../src/shared/project-root';
import { sourceOptions } from '../support/server/source-program';

const root = projectRoot(__dirname);

/** What `npm run api:diff -- …` runs. */
function diff(...args: readonly string[]) {
  const program = [...sourceOptions(), join(root, 'codegen/cli.ts'), 'diff', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('api:diff', () => {
  const refusal = (place: string): string =>
    `'${place}' is neither a folder nor a git revision of this project: name one of them`;

  it('says in one sentence that a place cannot be compared with', () => {
    expect(diff('nonsense')).toEqual({ status: 1, stdout: '', stderr: `${refusal('nonsense')}\n` });
  });

  it.each(['--output=x', 'HEAD:nonsense'])('does not take %s for a place', (place) => {
    expect(() => readEarlierSpec(root, place)).toThrow(new UsageError(refusal(place)));
  });

  it('says what is wrong with a folder that holds no spec', () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-no-spec-'));
    const { status, stderr } = diff(folder);
    rmSync(folder, { recursive: true });

    expect([status, stderr]).toEqual([1, expect.stringContaining('there is no resources.json')]);
    expect(stderr).not.toMatch(/ at .*\.ts:\d+/);
  });

  it('compares with a folder', () => {
    expect(diff(root)).toMatchObject({
      stdout: expect.stringContaining('Nothing that clients can see has changed') as string,
      stderr: '',
    });
  });
});
