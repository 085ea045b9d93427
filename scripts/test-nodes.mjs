// Runs the suites that go through the doors of the server on every Node.js that is supported, and shows a table.
// The programs come from the registry, as packages, and stay in node_modules/.cache.
//
//   node scripts/test-nodes.mjs           all of them
//   node scripts/test-nodes.mjs 26        this one
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest that package.json admits, and the newest of later lines. */
const versions = ['20.19.0', '24', '26'];
const suites = ['test/e2e', 'test/interop', 'test/contract/traces'];

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(root, 'node_modules/.cache/patchbay-nodes');
const runTests = join(root, 'scripts/run-tests.mjs');
/** This many lines of what jest says are shown of a run that fails; all of it is in a file. */
const shownLines = 80;

const asked = process.argv.slice(2);
const rows = (asked.length > 0 ? asked : versions).map(runOn);
console.table(Object.fromEntries(rows.map(({ node, ...row }) => [node, row])));
process.exitCode = rows.every(({ result }) => result === 'passed') ? 0 : 1;

function runOn(version) {
  const program = installed(version);
  const node = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`node ${node}: ${suites.join(', ')}`);
  const [outcome, log] = [join(cache, `${version}.json`), join(cache, `${version}.log`)];
  rmSync(outcome, { force: true });
  const began = Date.now();
  // The program comes first in the path, so that whatever a test starts runs on it, too.
  const { status, stderr } = spawnSync(program, [runTests, ...suites, '--json', `--outputFile=${outcome}`], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` },
  });
  writeFileSync(log, stderr);
  if (status !== 0) console.log(`${stderr.split('\n').slice(-shownLines).join('\n')}\nall of it: ${log}`);
  return { node, result: status === 0 ? 'passed' : 'failed', ...countsIn(outcome), seconds: secondsSince(began) };
}

/** The path of that Node.js, which is fetched if it is not there yet. */
function installed(version) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(cache, version);
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', [...args, '--prefix', folder, `${name}@${version}`], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0 && existsSync(program)) return program;
  console.error(`Node.js ${version} could not be fetched as ${name}@${version}`);
  process.exit(1);
}

function countsIn(outcome) {
  if (!existsSync(outcome)) return { tests: 0, failed: 0 };
  const { numTotalTests: tests, numFailedTests: failed } = JSON.parse(readFileSync(outcome, 'utf8'));
  return { tests, failed };
}

function secondsSince(began) {
  return Math.round((Date.now() - began) / 1000);
}
