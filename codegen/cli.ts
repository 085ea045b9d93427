import { resolve } from 'node:path';
import { driftOf, readInput, writeFiles } from './disk';
import type { Drift } from './disk';
import { generate } from './generate';
import { SpecError } from './spec/problem';
import { watch } from './watch';

const usage = `usage: npm run generate [-- --watch]      write generated/ and docs/api/ from api-docs/
       npm run generate:check             fail when they are not what api-docs/ gives
`;

const root = resolve(__dirname, '..');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main([command, ...flags]: readonly string[]): Promise<number> {
  switch (command) {
    case 'generate':
      return flags.includes('--watch') ? watch(root, regenerate) : regenerate();
    case 'check':
      return check();
    default:
      process.stderr.write(usage);
      return 2;
  }
}

async function regenerate(): Promise<number> {
  const started = performance.now();
  const { files, model } = generate(readInput(root));
  const drift = writeFiles(root, files);
  for (const { path, kind } of drift) say(`${written[kind]} ${path}`);
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  const took = Math.round(performance.now() - started);
  say(`interface ${model.version}: ${files.length} files, ${lines} lines, ${drift.length} changed (${took} ms)`);
  return 0;
}

const written: Readonly<Record<Drift['kind'], string>> = { stale: 'updated', missing: 'created', orphaned: 'removed' };

async function check(): Promise<number> {
  const drift = driftOf(root, generate(readInput(root)).files);
  for (const { path, kind } of drift) process.stderr.write(`${kind}: ${path}\n`);
  if (drift.length > 0) process.stderr.write('run: npm run generate\n');
  return drift.length > 0 ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof SpecError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = 1;
  },
);
