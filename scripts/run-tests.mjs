// Runs the whole suite in groups. Jest loads every module anew for each file that it runs, which takes longer than most
// of our suites do; so a file is made for each group, which holds its suites side by side in one load.
// A suite alone: `npx jest test/…`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const folder = join(root, '.test-groups');

/**
 * Kinds of suites, and the number of suites in a group: one where a suite takes as long as a group, few where it waits for
 * other programs, many where most of the time is spent on loading. Those that take long come first, so that no processor is left without work at the end.
 */
const kinds = [
  { name: 'long', pattern: /^test\/(attack\/|lint\/|package\/|soak\/soak|e2e\/config-serve)/, size: 1 },
  { name: 'interop', pattern: /^test\/interop\//, size: 5 },
  { name: 'contract', pattern: /^test\/contract\//, size: 8 },
  { name: 'e2e', pattern: /^test\/e2e\//, size: 30 },
  { name: 'unit', pattern: /^test\//, size: 80 },
];

/** What jest says when its process does not end by itself. */
const waiting = /Jest did not exit/;

const suites = readdirSync(join(root, 'test'), { recursive: true })
  .map((name) => ['test', ...name.split(sep)].join('/'))
  .filter((name) => name.endsWith('.test.ts'))
  .sort();

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const groups = grouped(suites);
for (const [name, files] of groups) writeFileSync(join(folder, `${name}.test.js`), groupFile(files));
console.log(`${suites.length} suites in ${groups.length} groups`);
process.exitCode = await run([jest, '--config', 'jest.groups.config.js', ...process.argv.slice(2)]);
rmSync(folder, { recursive: true, force: true });

/**
 * Shows what jest says, and ends it when it waits for something that was left open: without workers it would wait for
 * ever. That a worker "failed to exit gracefully" does not fail the run. Each suite has been checked for what it leaves
 * open, and a worker of a busy machine may need longer than the half second that jest gives it.
 */
async function run(args) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...(process.stderr.isTTY && { FORCE_COLOR: '1' }) },
  });
  let isWaiting = false;
  child.stderr.on('data', (chunk) => {
    process.stderr.write(chunk);
    if (!waiting.test(String(chunk))) return;
    isWaiting = true;
    child.kill();
  });
  const [status] = await once(child, 'close');
  return isWaiting ? 1 : (status ?? 1);
}

/** Groups by name. Jest starts them in the order of their names. */
function grouped(names) {
  return kinds.flatMap(({ name, size }, rank) => {
    const files = names.filter((file) => kinds.findIndex(({ pattern }) => pattern.test(file)) === rank);
    const count = Math.ceil(files.length / size);
    const start = (part) => Math.round((part * files.length) / count);
    return Array.from({ length: count }, (_, part) => [
      `${rank + 1}-${name}-${part + 1}`,
      files.slice(start(part), start(part + 1)),
    ]);
  });
}

function groupFile(files) {
  const lines = files.map((file) => {
    const name = JSON.stringify(file);
    return `describe(${name}, () => nothingLeftOpen(${name}, () => require(${JSON.stringify(`../${file}`)})));`;
  });
  return ["const { nothingLeftOpen } = require('../scripts/nothing-left-open.cjs');", ...lines, ''].join('\n');
}
