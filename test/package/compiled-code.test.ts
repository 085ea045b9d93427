import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const loader = join(__dirname, '../../src/compiled-code.ts');

describe('compiled code that is kept between starts', () => {
  let folder = '';
  let file = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-compiled-'));
    file = join(folder, 'program.js');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is written beside the file by the first start and used by the next one', () => {
    write(`exports.greet = () => (require('./program.js') === exports ? 'one' : 'two');`);

    expect(start()).toBe('one');
    const [kept = ''] = keptFiles();
    expect(kept).toContain(process.version);
    const written = statSync(join(folder, kept)).mtimeMs;
    expect(start()).toBe('one');
    expect(keptFiles()).toEqual([kept]);
    expect(statSync(join(folder, kept)).mtimeMs).toBe(written);
  });

  it('is not used for a file that was edited later, even to the same length', () => {
    write(`exports.greet = () => 'one';`);
    start();
    write(`exports.greet = () => 'two';`);
    const later = new Date(Date.now() + 5000);
    utimesSync(file, later, later);

    expect(start()).toBe('two');
  });

  it('is left out where its file is damaged', () => {
    write(`exports.greet = () => 'one';`);
    start();
    for (const name of keptFiles()) writeFileSync(join(folder, name), 'neither code nor anything else');

    expect(start()).toBe('one');
  });

  it('is neither written nor missed where Node.js is told to keep none, or where the folder is missing', () => {
    write(`exports.greet = () => { require('node:fs').rmSync(__dirname, { recursive: true }); return 'one'; };`);

    expect(start()).toBe('one');

    folder = mkdtempSync(join(tmpdir(), 'patchbay-compiled-'));
    file = join(folder, 'program.js');
    write(`exports.greet = () => 'one';`);
    expect(start({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('one');
    expect(keptFiles()).toEqual([]);
  });

  function write(text: string): void {
    writeFileSync(file, text);
    // As old as files of a package are.
    utimesSync(file, new Date(0), new Date(0));
  }

  function keptFiles(): readonly string[] {
    return readdirSync(folder).filter((name) => name !== 'program.js');
  }

  /** Loads the file in a process of its own, and returns what it printed. */
  function start(env: NodeJS.ProcessEnv = {}): string {
    const program = `const { loadCompiled, keepCompiled } = require(${JSON.stringify(loader)});
      process.stdout.write(loadCompiled(${JSON.stringify(file)}, 'build').greet());
      keepCompiled();`;
    const args = ['--require', require.resolve('tsx/cjs'), '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...env } });
    return stdout + stderr;
  }
});
