/**
 * Replays recorded sessions of the reference server against ours and reports every difference.
 *
 *   npx tsx test/contract/traces/cli.ts 0301 0308      these recordings, all their differences
 *   npx tsx test/contract/traces/cli.ts 03 08          all whose numbers begin so
 *   npx tsx test/contract/traces/cli.ts ../recordings  those of another folder instead of the project's
 *   npx tsx test/contract/traces/cli.ts --most 3       at most three differences of each
 *   npx tsx test/contract/traces/cli.ts --explained 02 also the differences that we want, and why
 *   npx tsx test/contract/traces/cli.ts --heard 0301   also all events, as they came
 *   npx tsx test/contract/traces/cli.ts --json 0301    the outcome as JSON, for programs
 *
 * The exit code is 0 when all are equal.
 */
import { statSync } from 'node:fs';
import { knownDifferences } from './known/known-differences';
import { unplayable } from './prepare-trace';
import { describeExplained, describeHeard, report } from './report';
import type { Outcome } from './replay/run-trace';
import { runTrace } from './replay/run-trace';
import { makeSounds, removeSounds } from './sounds';
import { readTraceFolder, traceFolders } from './recording/trace-folder';

interface Options {
  readonly folders: readonly string[];
  readonly numbers: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly most: number;
}

async function main(words: readonly string[]): Promise<number> {
  const { folders, numbers, flags, most } = readOptions(words);
  const sounds = makeSounds();
  const outcomes: Outcome[] = [];
  try {
    for (const { setup, traces } of folders.length === 0 ? traceFolders() : folders.map(readTraceFolder))
      for (const trace of traces) {
        if (numbers.length > 0 && !numbers.some((start) => trace.id.startsWith(start))) continue;
        const reason = unplayable(trace);
        if (reason !== undefined) print(`${trace.name} is not played: ${reason}`);
        else outcomes.push(await runTrace(trace, { files: setup, sounds }, { known: knownDifferences }));
      }
  } finally {
    removeSounds(sounds);
  }
  if (flags.has('--heard')) for (const outcome of outcomes) print(describeHeard(outcome));
  if (flags.has('--explained')) for (const outcome of outcomes) print(describeExplained(outcome));
  if (flags.has('--json'))
    print(
      JSON.stringify(
        outcomes.map(({ trace, differences, explained }) => ({ trace: trace.id, differences, explained })),
      ),
    );
  else print(report(outcomes, { most }));
  return outcomes.every(({ differences }) => differences.length === 0) ? 0 : 1;
}

function readOptions(words: readonly string[]): Options {
  const place = words.indexOf('--most');
  const rest = words.filter((word, at) => !word.startsWith('--') && (place === -1 || at !== place + 1));
  return {
    folders: rest.filter((word) => !/^\d+$/.test(word) && statSync(word).isDirectory()),
    numbers: rest.filter((word) => /^\d+$/.test(word)),
    flags: new Set(words.filter((word) => word.startsWith('--'))),
    most: place === -1 ? Number.POSITIVE_INFINITY : Number(words[place + 1]),
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

void main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 2;
  },
);
