// Runs everything that has to be right before a change is taken in, two checks at a time, and says of each how it went
// and how long it took. What a check has to say is shown at the end, if it failed; the tests show what they do meanwhile.
//
//   node scripts/check.mjs              all of them
//   node scripts/check.mjs lint format  these
//   node scripts/check.mjs --times      says also what the checks and the dearest suites have cost in processor time
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuSeconds } from './cpu-time.cjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const tsx = ['--import', 'tsx'];

/**
 * The longest ones first, so that none of them is left over at the end. The tests wait often, and leave time to the others.
 * The linter has to know all types, and so reports what the compiler would; `types` alone is for those who want only that.
 */
const showsTimes = process.argv.includes('--times');
const checks = [
  { name: 'tests', args: ['scripts/run-tests.mjs', ...(showsTimes ? ['--times'] : [])], shows: true },
  { name: 'lint', args: [bin('oxlint'), '--config', 'oxlint.config.mjs', '--deny-warnings', '--type-check'] },
  { name: 'types', args: [bin('typescript', 'tsc'), '--noEmit'], isPartOf: 'lint' },
  { name: 'generated', args: [...tsx, 'codegen/cli.ts', 'check'] },
  { name: 'format', args: [bin('oxfmt'), '--check'] },
];

const asked = process.argv.slice(2).filter((argument) => argument !== '--times');
const unknown = asked.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`unknown check '${unknown[0]}'; there are ${checks.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const started = Date.now();
let cpuSaid = cpuSeconds();
const wanted = checks.filter(({ name, isPartOf }) =>
  asked.length === 0 ? isPartOf === undefined : asked.includes(name) && !asked.includes(isPartOf),
);
const results = await runAll(wanted);
const failed = results.filter(({ code }) => code !== 0).map(({ name }) => name);
for (const { code, said } of results) if (code !== 0) process.stdout.write(Buffer.concat(said));
say(failed.length === 0 ? 'everything is right' : `failed: ${failed.join(', ')}`, Date.now() - started);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runAll(list) {
  const waiting = [...list];
  const results = [];
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) results.push(await run(check));
  };
  await Promise.all([work(), work()]);
  return results;
}

async function run({ name, args, shows = false }) {
  const began = Date.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: shows ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      said.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.once('close', (status) => resolve(status ?? 1));
  });
  say(`${name} ${code === 0 ? 'passed' : 'failed'}`, Date.now() - began);
  return { name, code, said };
}

function say(text, milliseconds) {
  console.log(
    `check: ${text} (${(milliseconds / 1000).toFixed(1)} s${showsTimes ? `, ${cpuSince()} s of processor time` : ''})`,
  );
}

/** Processor time of the check that has just ended: that of a process counts from its end on. */
function cpuSince() {
  const before = cpuSaid;
  cpuSaid = cpuSeconds();
  return (cpuSaid - before).toFixed(1);
}

/** The program of a package. */
function bin(packageName, program = packageName) {
  const manifest = require.resolve(`${packageName}/package.json`);
  const { bin: programs } = require(manifest);
  return join(dirname(manifest), typeof programs === 'string' ? programs : programs[program]);
}
