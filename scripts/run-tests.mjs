// Runs the whole suite in groups. Jest loads every module anew for each file that it runs, which takes longer than most
// of our suites do; so a file is made for each group, which holds its suites side by side in one load.
// A suite alone: `npx jest test/…`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const folder = join(root, '.test-groups');

/** Suites a group. */
const size = 12;
/** These take as long as a group does: each is one by itself. */
const long = [/^test\/(attack|soak|lint)\//, /^test\/contract\/traces/, /^test\/e2e\/(external|media|config-serve)/];

const suites = readdirSync(join(root, 'test'), { recursive: true })
  .map((name) => ['test', ...name.split(sep)].join('/'))
  .filter((name) => name.endsWith('.test.ts'))
  .sort();

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const groups = grouped(suites);
for (const [name, files] of groups) writeFileSync(join(folder, `${name}.test.js`), groupFile(files));
console.log(`${suites.length} suites in ${groups.size} groups`);
const { status } = spawnSync(process.execPath, [jest, '--config', 'jest.groups.config.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;

/**
 * Groups by the first folder of a suite, so that what is loaded together belongs together. Their names put those first
 * that take long, so that no processor is left without work at the end.
 */
function grouped(names) {
  const groups = new Map();
  const counts = new Map();
  for (const name of names) {
    const room = name.split('/')[1];
    const count = counts.get(room) ?? 0;
    const isLong = long.some((pattern) => pattern.test(name));
    if (!isLong) counts.set(room, count + 1);
    const group = isLong
      ? `1-${name.slice('test/'.length, -'.test.ts'.length).replaceAll('/', '-')}`
      : `${room === 'e2e' ? 2 : 3}-${room}-${Math.floor(count / size) + 1}`;
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return groups;
}

function groupFile(files) {
  const lines = files.map(
    (file) => `describe(${JSON.stringify(file)}, () => { require(${JSON.stringify(`../${file}`)}); });`,
  );
  return `${lines.join('\n')}\n`;
}
