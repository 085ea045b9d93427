/**
 * Replays recordings of the reference server against ours and reports every difference.
 *
 *   npx tsx test/contract/traces/cli.ts 0301 0308     these recordings, all their differences
 *   npx tsx test/contract/traces/cli.ts 03 08         all whose numbers begin so
 *   npx tsx test/contract/traces/cli.ts --most 3      all recordings, at most three differences of each
 *   npx tsx test/contract/traces/cli.ts --listed 02   also the differences that we want
 *   npx tsx test/contract/traces/cli.ts --heard 0301  also all events, as they came
 *   npx tsx test/contract/traces/cli.ts --real 0301   at its own speed, by the machine's clock
 *
 * The recordings are looked for in PATCHBAY_TRACES, else in ../shared/contract/traces. The exit code is 0 when all
 * are equal.
 */
import { projectRoot } from '../../../src/shared/project-root';
import type { Trace } from './load-trace';
import { loadTraces, traceFolder } from './load-trace';
import { beyondTheRunner } from './not-yet';
import { inRealTime } from './real-time';
import { describeHeard, describeOutcome, isEqualOutcome, report } from './report';
import { runTraces } from './run-traces';
import { Scenery } from './stage';

async function main(words: readonly string[]): Promise<number> {
  const folder = traceFolder(projectRoot(__dirname));
  if (folder === undefined) throw new Error('there are no recordings here: set PATCHBAY_TRACES');
  const most = words.includes('--most') ? Number(words[words.indexOf('--most') + 1]) : Number.POSITIVE_INFINITY;
  const wanted = words.filter((word, place) => /^\d+$/.test(word) && words[place - 1] !== '--most');
  const traces = loadTraces(folder).filter(({ id }) =>
    wanted.length === 0 ? !(id in beyondTheRunner) : wanted.some((start) => id.startsWith(start)),
  );
  const scenery = Scenery.make(folder);
  try {
    const isReal = ({ id }: Trace): boolean => words.includes('--real') || inRealTime.has(id);
    const outcomes = await runTraces(traces, { scenery, isHasty: () => false, isReal, width: 4, chances: 0 });
    if (words.includes('--heard')) for (const outcome of outcomes) print(describeHeard(outcome));
    if (words.includes('--listed'))
      for (const outcome of outcomes)
        print(describeOutcome({ ...outcome, differences: outcome.listed, stale: [] }, { most }));
    print(report(outcomes, { most }));
    return outcomes.every(isEqualOutcome) ? 0 : 1;
  } finally {
    scenery.remove();
  }
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
