// Runs the whole suite of the folder that it is started in, in groups. Jest loads every module anew for each file that it
// runs, which takes longer than most of our suites do; so a file is made for each group, which holds its suites side by
// side in one load. A suite alone: `npx jest test/…`.
//
//   node scripts/run-tests.mjs                      all of them
//   node scripts/run-tests.mjs test/e2e test/sip    those whose paths begin like this
//   node scripts/run-tests.mjs --times              says at the end what the dearest suites and all groups have cost
//   node scripts/run-tests.mjs --json               other arguments are for jest
//
// With CI=true a suite that has failed among the others is run once more, alone and in a new process. If it passes then,
// the run passes, and its end names the suite as unsteady: it has to be fixed, but a change that has nothing to do with
// it is not refused. Elsewhere there is no second run: an unsteady suite has to be visible to those who can fix it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { costTable } from './cost-table.mjs';
import { grouped, groupFile, suitesIn } from './test-groups.mjs';

const root = process.cwd();
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const folder = join(root, '.test-groups');
/** Written by scripts/failed-suites.cjs. */
const failures = join(folder, 'failures.json');
/** Written by scripts/suite-costs.cjs. */
const costs = join(folder, 'costs.jsonl');

/** When more suites fail, the reason is not that one of them is unsteady. */
const mostSecondRuns = 3;
/** What jest says when its process does not end by itself. */
const waiting = /Jest did not exit/;

const isPath = (argument) => argument.startsWith('test/');
const asked = process.argv.slice(2).filter(isPath);
const showsTimes = process.argv.includes('--times');
const options = process.argv.slice(2).filter((argument) => !isPath(argument) && argument !== '--times');
const suites = suitesIn(root).filter((suite) => asked.length === 0 || asked.some((path) => suite.startsWith(path)));
const groups = grouped(suites);
console.log(`${suites.length} suites in ${groups.size} groups`);
const status = await run(groups);
if (showsTimes && existsSync(costs)) console.log(costTable(readFileSync(costs, 'utf8')));
process.exitCode = status === 0 || process.env.CI !== 'true' ? status : await secondRuns(failedSuites());
rmSync(folder, { recursive: true, force: true });

async function run(parts) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, files] of parts) writeFileSync(join(folder, `${name}.test.js`), groupFile(files));
  return runJest([jest, '--config', 'jest.groups.config.js', ...options]);
}

/** Shows what jest says, and ends it when it waits for something that was left open: without workers it would wait for ever. */
async function runJest(args) {
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
  const [code] = await once(child, 'close');
  return isWaiting ? 1 : (code ?? 1);
}

/** Suites with a failed test, and those that the text of another failure names; if it names none, all of the group. */
function failedSuites() {
  if (!existsSync(failures)) return suites;
  const failed = JSON.parse(readFileSync(failures, 'utf8')).flatMap(({ group, suites: withFailedTest, text }) => {
    const members = groups.get(group) ?? [];
    const named = members.filter((suite) => withFailedTest.includes(suite) || text.includes(suite));
    return named.length > 0 ? named : members;
  });
  return [...new Set(failed)];
}

/** Runs each of these suites alone. The result is a status: 0 when all of them have passed. */
async function secondRuns(failed) {
  if (failed.length > mostSecondRuns) {
    console.log(`no second run: ${failed.length} suites have failed`);
    return 1;
  }
  const unsteady = [];
  for (const suite of failed) {
    console.log(`second run, alone: ${suite}`);
    if ((await run(new Map([['second-run', [suite]]]))) === 0) unsteady.push(suite);
  }
  if (unsteady.length > 0) console.log(banner(unsteady));
  return failed.length > 0 && unsteady.length === failed.length ? 0 : 1;
}

function banner(unsteady) {
  const line = '!'.repeat(80);
  const names = unsteady.map((suite) => `UNSTEADY: ${suite} failed among the others and passed alone. Fix it.`);
  return ['', line, ...names, line, ''].join('\n');
}
