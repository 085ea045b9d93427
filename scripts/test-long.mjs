// Runs the suites that try many cases with all of those cases; `npm test` tries a few of each. Takes a while.
//
//   node scripts/test-long.mjs                  all of these suites
//   node scripts/test-long.mjs test/e2e/calls   suites and options for jest
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
/** Milliseconds: only a test that hangs gets there. */
const testTimeout = 3_600_000;

/** Those that ask test/support/effort.ts how many cases they are to try. */
const suites = readdirSync(join(root, 'test'), { recursive: true })
  .map((name) => join('test', name))
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => readFileSync(join(root, name), 'utf8').includes("support/effort'"));

const asked = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [jest, ...(asked.length > 0 ? asked : suites), `--testTimeout=${testTimeout}`],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATCHBAY_TESTS: 'long' },
  },
);
process.exitCode = status ?? 1;
