import type { KnownDifference } from '../explain/known-difference';
import { inventedIds, withPortPlaceholders } from '../prepare-trace';
import type { Replayed, ReplayOptions } from './replay';
import { replay } from './replay';
import type { ReplaySetup } from './replay-server';
import { ReplayServer } from './replay-server';
import type { Trace } from '../recording/trace';
import { replaceInTrace } from '../recording/trace';

export interface Outcome extends Replayed {
  readonly trace: Trace;
}

/** Replays a recording on a server of its own. */
export async function runTrace(trace: Trace, setup: ReplaySetup, options: ReplayOptions): Promise<Outcome> {
  const server = await ReplayServer.start(trace, setup);
  try {
    const ours = replaceInTrace(withPortPlaceholders(trace), [...server.addresses, ...inventedIds(trace)]);
    return { trace, ...(await replay(ours, server, options)) };
  } finally {
    await server.close();
  }
}

/** Known differences that the recording is said to show, and does not. */
export function staleIn({ trace, explained }: Outcome, known: readonly KnownDifference[]): readonly KnownDifference[] {
  return known.filter(
    ({ name, seenIn }) => seenIn.includes(trace.id) && explained.every(({ explanation }) => explanation !== name),
  );
}
