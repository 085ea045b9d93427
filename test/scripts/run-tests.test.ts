import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const scripts = resolve(__dirname, '../../scripts');

const steady = "it('passes', () => undefined);\n";
const broken = "it('fails', () => expect(1).toBe(2));\n";
/** Fails in its first process, as a suite may that shares the machine with others. */
const failsOnce = `() => {
  const { existsSync, writeFileSync } = require('node:fs');
  const mark = __filename + '.has-run';
  const hasRun = existsSync(mark);
  writeFileSync(mark, '');
  expect(hasRun).toBe(true);
}`;
const unsteady = `it('passes the second time', ${failsOnce});\n`;
/** Its tests pass: the failure belongs to none of them. */
const unsteadyAtEnd = `${steady}afterAll(${failsOnce});\n`;

interface Ended {
  readonly status: number;
  readonly said: string;
}

describe('running all suites', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-suites-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function runSuites(
    suites: Readonly<Record<string, string>>,
    env: { readonly CI?: string },
    ...args: readonly string[]
  ): Promise<Ended> {
    mkdirSync(join(folder, 'test'));
    for (const [name, suite] of Object.entries(suites)) writeFileSync(join(folder, `test/${name}.test.ts`), suite);
    const config = {
      testMatch: ['<rootDir>/.test-groups/*.test.js'],
      transform: {},
      watchman: false,
      maxWorkers: 1,
      reporters: ['default', join(scripts, 'failed-suites.cjs')],
    };
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'jest.groups.config.js'), `module.exports = ${JSON.stringify(config)};`);
    const child = spawn(process.execPath, [join(scripts, 'run-tests.mjs'), ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CI: undefined, ...env },
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    const [status] = (await once(child, 'close')) as [number];
    return { status, said: (await said).join('') };
  }

  it('passes in CI when suites pass alone that failed among the others, in tests or outside of them, and names them', async () => {
    const { status, said } = await runSuites({ steady, unsteady, 'unsteady-at-end': unsteadyAtEnd }, { CI: 'true' });

    expect(said.match(/UNSTEADY: \S+/g)).toEqual([
      'UNSTEADY: test/unsteady-at-end.test.ts',
      'UNSTEADY: test/unsteady.test.ts',
    ]);
    expect(status).toBe(0);
  });

  it('fails in CI when a suite fails twice', async () => {
    const { status, said } = await runSuites({ steady, broken }, { CI: 'true' });

    expect(said).toContain('second run, alone: test/broken.test.ts');
    expect(said).not.toContain('UNSTEADY');
    expect(status).toBe(1);
  });

  it('runs nothing again in CI when many suites fail', async () => {
    const { status, said } = await runSuites({ a: broken, b: broken, c: broken, d: broken }, { CI: 'true' });

    expect(said).toContain('no second run: 4 suites have failed');
    expect(status).toBe(1);
  });

  it('runs the suites that it is given, and nothing again outside of CI, and says what they have cost', async () => {
    const suites = { broken, steady, unsteady };
    const { status, said } = await runSuites(suites, {}, '--times', 'test/steady', 'test/unsteady');

    expect(said).toContain('Tests:       1 failed, 1 passed, 2 total');
    expect(said).not.toContain('second run');
    expect(said).toMatch(/s of processor time in 2 suites$/m);
    expect(said.match(/(?<=^( +\d+\.\d){3} +)\S+$/gm)?.sort()).toEqual([
      '5-unit-1',
      'test/steady.test.ts',
      'test/unsteady.test.ts',
    ]);
    expect(status).toBe(1);
  });

  it('refuses a suite that sets a timeout, which would count for its whole group', async () => {
    const { status, said } = await runSuites({ steady, timed: `jest.setTimeout(1000);\n${steady}` }, {});

    expect(said).toContain('test/timed.test.ts sets a timeout for tests');
    expect(status).toBe(1);
  });
});
