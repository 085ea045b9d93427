// Installs and builds when needed, and says nothing when there is nothing to do.
// With --check-build it does nothing, and its exit code says whether there is anything to build.
// Plain Node on purpose: it runs before any dependency is there.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const wanted = [20, 19];
const onlyChecks = process.argv.includes('--check-build');

refuseOldNode();
const sources = [
  'src',
  'generated',
  'docs',
  'codegen/pages',
  'codegen/render-docs.ts',
  'scripts/build.mjs',
  'scripts/bundle-client.mjs',
  'scripts/bundle-server.mjs',
  'scripts/public-types.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
];
if (onlyChecks) process.exit(isUpToDate('dist/.patchbay-build', sources) ? 0 : 1);
onChange(
  'node_modules/.patchbay-install',
  ['package.json', 'package-lock.json', '.npmrc'],
  'installing packages',
  () => {
    // Not `npm ci`: it wants the packages of every platform in the lock file, and not every registry has them all.
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  },
);
onChange('dist/.patchbay-build', sources, 'building', () => {
  rmSync(join(root, 'dist/.patchbay-build'), { force: true });
  run(process.execPath, ['scripts/build.mjs']);
});

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return;
  fail(`Patchbay needs Node.js ${wanted.join('.')} or newer; this is ${process.versions.node}.`);
}

/** Runs the step unless the stamp holds the fingerprint of exactly these inputs. */
function onChange(stamp, inputs, what, step) {
  if (isUpToDate(stamp, inputs)) return;
  process.stderr.write(`patchbay: ${what} ...\n`);
  step();
  const file = join(root, stamp);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, fingerprintOf(inputs));
}

function isUpToDate(stamp, inputs) {
  const file = join(root, stamp);
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprintOf(inputs);
}

function fingerprintOf(inputs) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap(filesIn))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function filesIn(path) {
  const full = join(root, path);
  const entry = statSync(full, { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (entry.isFile()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (result.status !== 0)
    fail(`${command} ${args.join(' ')} failed (${result.status ?? result.signal ?? result.error})`);
}

function fail(message) {
  process.stderr.write(`patchbay: ${message}\n`);
  process.exit(1);
}
