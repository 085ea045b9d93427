import type { Difference } from './difference';
import { listedDifferences } from './differences';
import type { Listed } from './listed';
import { isListedAs } from './listed';
import type { Trace } from './load-trace';
import { meetPeers, replaceAll } from './recorded-peers';
import type { Heard, Replayed } from './replay';
import { replay } from './replay';
import type { Scenery } from './stage';
import { Stage } from './stage';
import { RecordedClock, realClock } from './stage-clock';

export interface Outcome {
  readonly trace: Trace;
  /** Those that nobody has listed. */
  readonly differences: readonly Difference[];
  readonly listed: readonly Difference[];
  /** Listed differences that did not occur, or not as often as they should. */
  readonly stale: readonly Listed[];
  /** Everything that came, for a reader who looks for the cause. */
  readonly heard: readonly Heard[];
  /** How often it had to be replayed. */
  readonly replays: number;
}

export interface RunOptions {
  readonly scenery: Scenery;
  /** Recordings that are expected to fail: the first difference ends them. */
  readonly isHasty: (trace: Trace) => boolean;
  /** Recordings that are played at their own speed, by the machine's clock. */
  readonly isReal: (trace: Trace) => boolean;
  /** How many servers run at the same time. */
  readonly width: number;
  /** How often one that is not equal is replayed again, alone. */
  readonly chances: number;
}

/**
 * Replays recordings, each on a server of its own, several at a time: most of their time is spent waiting. One that is
 * not equal is replayed again alone, for on a very busy machine something may have come too late.
 */
export async function runTraces(traces: readonly Trace[], options: RunOptions): Promise<readonly Outcome[]> {
  const outcomes = new Map<Trace, Outcome>();
  const waiting = longestFirst(traces, options);
  const work = async (): Promise<void> => {
    for (let trace = waiting.shift(); trace !== undefined; trace = waiting.shift())
      outcomes.set(trace, outcomeOf(trace, await runTrace(trace, options), 1));
  };
  await Promise.all(Array.from({ length: options.width }, work));
  for (let chance = 0; chance < options.chances; chance += 1)
    for (const [trace, { differences, stale, replays }] of outcomes)
      if (!options.isHasty(trace) && differences.length + stale.length > 0)
        outcomes.set(trace, outcomeOf(trace, await runTrace(trace, options), replays + 1));
  return traces.flatMap((trace) => outcomes.get(trace) ?? []);
}

/** What is played at its own speed comes first, so that nobody waits for a long one that was begun last. */
function longestFirst(traces: readonly Trace[], { isReal }: RunOptions): Trace[] {
  const lengthOf = (trace: Trace): number => (isReal(trace) ? (trace.steps.at(-1)?.ms ?? 0) : 0);
  return [...traces].sort((one, other) => lengthOf(other) - lengthOf(one));
}

async function runTrace(trace: Trace, { scenery, isHasty, isReal }: RunOptions): Promise<Replayed> {
  const peers = await meetPeers(trace);
  const stage = await Stage.build(scenery, isReal(trace) ? realClock : new RecordedClock());
  try {
    const listed = (difference: Difference): boolean => isListed(trace, difference);
    const ours = replaceAll(peers.recast(trace), stage.addresses);
    const replayed = await replay(ours, stage, { isListed: listed, isHasty: isHasty(trace) });
    return { ...replayed, differences: [...replayed.differences, ...(await peers.differences())] };
  } finally {
    await stage.close();
    await peers.close();
  }
}

function outcomeOf(trace: Trace, { differences, heard, judge }: Replayed, replays: number): Outcome {
  const found = [...differences, ...judge()];
  const ours = listedDifferences.filter((one) => one.trace === trace.id && one.mayBeAbsent !== true);
  return {
    trace,
    heard,
    replays,
    differences: found.filter((difference) => !isListed(trace, difference)),
    listed: found.filter((difference) => isListed(trace, difference)),
    stale: ours.filter((one) => {
      const { length } = found.filter((difference) => isListedAs(one, trace.id, difference));
      return one.times === undefined ? length === 0 : length !== one.times;
    }),
  };
}

function isListed({ id }: Trace, difference: Difference): boolean {
  return listedDifferences.some((one) => isListedAs(one, id, difference));
}
