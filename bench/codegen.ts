import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { readInput } from '../codegen/disk';
import type { GeneratorInput } from '../codegen/generate';
import { generate } from '../codegen/generate';
import { loadSpec } from '../codegen/spec/load-spec';

const root = join(__dirname, '..');
const rounds = 9;

/** How long generation takes: as a command, as a first run inside a process, and as a rerun after one edit. */
export async function benchCodegen(): Promise<void> {
  const input = readInput(root);
  const started = performance.now();
  const { files } = generate(input);
  const first = performance.now() - started;
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  const repeat = (step: (round: number) => void, times = rounds) =>
    Array.from({ length: times }, (_, round) => timed(() => step(round)));
  const reworded = median(repeat((round) => generate(editedInput(round, 'text'))));
  const changed = median(repeat((round) => generate(editedInput(round, 'rule'))));
  const reading = median(repeat(() => loadSpec(input.spec)));
  const command = median(repeat(runCommand, 3));

  say(`${files.length} files, ${lines} lines, ${cpus().length} cores, node ${process.versions.node}`);
  say(row('npm run generate (whole command)', command));
  say(row('generation, first in a process', first));
  say(row('generation again after an edited text', reworded));
  say(row('generation again after an edited rule', changed));
  say(row('of which reading and checking the spec', reading));
  say(
    `rerun / first run: ${(changed / first).toFixed(2)}; lines per second of the command: ${Math.round((lines / command) * 1000)}`,
  );
}

/** The input with one edited file, differently each round to defeat caches. */
function editedInput(round: number, what: 'text' | 'rule'): GeneratorInput {
  const { spec, templates } = readInput(root);
  const edit = (text: string): string =>
    what === 'text'
      ? text.replace('"summary": "', `"summary": "${round} `)
      : text.replace('"minimum": "-1"', `"minimum": "-${round + 2}"`);
  // Without the lock: the version rules would rightly refuse a changed rule without a version.
  return {
    templates,
    spec: spec.map(({ path, text }) => ({ path, text: path.endsWith('channels.json') ? edit(text) : text })),
  };
}

function runCommand(): void {
  const result = spawnSync('npm', ['run', '-s', 'generate'], { cwd: root, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(result.stderr);
}

function timed(step: () => void): number {
  const started = performance.now();
  step();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

function row(what: string, milliseconds: number): string {
  return `${what.padEnd(42)} ${milliseconds.toFixed(0).padStart(6)} ms`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
