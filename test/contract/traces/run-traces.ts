import type { Difference } from './difference';
import { listedDifferences } from './differences';
import type { Listed } from './listed';
import { isListedAs } from './listed';
import type { Trace } from './load-trace';
import type { Heard, Replayed } from './replay';
import { replay } from './replay';
import type { Scenery } from './stage';
import { Stage } from './stage';

export interface Outcome {
  readonly trace: Trace;
  /** Those that nobody has listed. */
  readonly differences: readonly Difference[];
  readonly listed: readonly Difference[];
  /** Listed differences that did not occur. */
  readonly stale: readonly Listed[];
  /** Everything that came, for a reader who looks for the cause. */
  readonly heard: readonly Heard[];
}

export interface RunOptions {
  readonly scenery: Scenery;
  /** Recordings that are expected to fail: the first difference ends them. */
  readonly isHasty: (trace: Trace) => boolean;
  /** How many servers run at the same time. */
  readonly width: number;
  /** How often one that is not equal is replayed again, alone. */
  readonly chances: number;
}

/**
 * Replays recordings, each on a server of its own, several at a time: most of their time is spent waiting. One that is
 * not equal is replayed again alone, for on a busy machine a call may have moved on before its time.
 */
export async function runTraces(traces: readonly Trace[], options: RunOptions): Promise<readonly Outcome[]> {
  const replays = new Map<Trace, Replayed>();
  const waiting = [...traces];
  const work = async (): Promise<void> => {
    for (let trace = waiting.shift(); trace !== undefined; trace = waiting.shift())
      replays.set(trace, await runTrace(trace, options));
  };
  await Promise.all(Array.from({ length: options.width }, work));
  for (let chance = 0; chance < options.chances; chance += 1)
    for (const [trace, replayed] of replays)
      if (!options.isHasty(trace) && replayed.differences.some((difference) => !isListed(trace, difference)))
        replays.set(trace, await runTrace(trace, options));
  return traces.flatMap((trace) => {
    const replayed = replays.get(trace);
    return replayed === undefined ? [] : [outcomeOf(trace, replayed)];
  });
}

async function runTrace(trace: Trace, { scenery, isHasty }: RunOptions): Promise<Replayed> {
  const stage = await Stage.build(scenery);
  try {
    const listed = (difference: Difference): boolean => isListed(trace, difference);
    return await replay(trace, stage, { isListed: listed, isHasty: isHasty(trace) });
  } finally {
    await stage.close();
  }
}

function outcomeOf(trace: Trace, { differences, heard, judge }: Replayed): Outcome {
  const found = [...differences, ...judge()];
  const ours = listedDifferences.filter((one) => one.trace === trace.id && one.mayBeAbsent !== true);
  return {
    trace,
    heard,
    differences: found.filter((difference) => !isListed(trace, difference)),
    listed: found.filter((difference) => isListed(trace, difference)),
    stale: ours.filter((one) => !found.some((difference) => isListedAs(one, trace.id, difference))),
  };
}

function isListed({ id }: Trace, difference: Difference): boolean {
  return listedDifferences.some((one) => isListedAs(one, id, difference));
}
