// Installs the packed package into an empty project as users do, and lets it run there: with plain Node, under Jest and
// under Vitest. What cannot be installed here is not run, and the last lines say so.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'patchbay-pack-'));
/** The prompts are a third of it. Raise it only for what users need. */
const maxBytes = 3_000_000;
const notRun = [];
const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

try {
  const [{ filename, size }] = JSON.parse(
    must('npm', ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder], root),
  );
  console.log(`packed: ${(size / 1e6).toFixed(1)} MB`);
  if (size > maxBytes) throw new Error(`the package has ${size} bytes, which is more than ${maxBytes}`);
  writeFileSync(join(folder, 'package.json'), '{ "name": "foreign", "version": "1.0.0", "private": true }\n');
  cpSync(join(root, 'test/package/foreign'), folder, { recursive: true });
  must('npm', ['install', ...quiet, join(folder, filename), 'ari-client@2.2.0'], folder);
  console.log(`plain Node: ${must(process.execPath, ['start.cjs'], folder).trim()}`);
  console.log(must('npx', ['--no-install', 'patchbay', 'version'], folder).trim());
  under('Jest', ['jest@30'], ['jest', '--transform={}', '--testTimeout=180000']);
  renameSync(join(folder, 'ivr.test.js'), join(folder, 'ivr.test.cjs'));
  under('Vitest', ['vitest@3'], ['vitest', 'run', '--globals', '--testTimeout=180000', 'ivr.test.cjs']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const line of notRun) console.log(`not run: ${line}`);

function under(name, packages, command) {
  const installed = run('npm', ['install', ...quiet, ...packages], folder);
  if (installed.status !== 0) notRun.push(`${name}, which cannot be installed here`);
  else console.log(`${name}: ${must('npx', ['--no-install', ...command], folder).match(/Tests .*/)?.[0] ?? 'passed'}`);
}

function must(command, args, cwd) {
  const { status, signal, stdout, stderr } = run(command, args, cwd);
  if (status === 0) return stdout + (command === 'npx' ? stderr : '');
  throw new Error(`${command} ${args.join(' ')} ended with ${status ?? signal}:\n${stdout}${stderr}`);
}

function run(command, args, cwd) {
  // Only a program that hangs takes so long.
  const timeout = 900_000;
  return spawnSync(command, args, { cwd, timeout, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
}
