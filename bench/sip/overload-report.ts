import type { Sample } from '../load/job';
import { median } from '../measure/statistics';
import { cells, fixed, percent, say } from '../report';

/** Calls that are offered, as a multiple of those that the server can do. */
export const overloadFactor = 3;

export interface OverloadRound {
  /** Calls a second that the server did when it had as many as it could do. */
  readonly peak: number;
  /** At so many times the peak. */
  readonly sample: Sample;
}

const target = { share: 0.9, refusedP99: 50 };

/** A line a round, then the medians and whether they meet the target. */
export function sayOverload(rounds: readonly OverloadRound[]): void {
  say(`overload: ${overloadFactor} times the peak of each round`);
  say(cells(['', ...columns]));
  for (const [index, round] of rounds.entries()) say(roundText(`  round ${index + 1}`, round));
  const share = median(rounds.map(shareOf));
  const [p50, p99] = [median(rounds.map(count('refusedP50'))), median(rounds.map(count('refusedP99')))];
  const isMet = share >= target.share && p99 < target.refusedP99;
  say(`  medians: ${percent(share)} of the peak succeed, refusals p50 ${fixed(p50, 1)} ms, p99 ${fixed(p99, 1)} ms`);
  say(
    `  target: at least ${percent(target.share)} of the peak succeed, refusals within ${target.refusedP99} ms (p99): ${isMet ? 'pass' : 'FAIL'}`,
  );
}

/** `waits`: the share of time in which other threads had the core, those of the same program among them. */
const columns = [
  ...['peak/s', 'succeeded/s', 'of peak', 'set-up p50', 'p99 ms', 'refused/s', 'refused p50', 'p99 ms'],
  ...['no answer', 'repeated', 'load busy', 'load waits', 'server waits'],
];

function roundText(name: string, round: OverloadRound): string {
  const { requests, seconds, p50, p99, loadCpu, serverWait = NaN, loadWait = NaN } = round.sample;
  const [refused, failed] = [count('refused')(round), count('failed')(round)];
  return cells([
    name,
    fixed(round.peak, 0),
    fixed(requests / seconds, 0),
    percent(shareOf(round)),
    fixed(p50, 0),
    fixed(p99, 0),
    fixed(refused / seconds, 0),
    fixed(count('refusedP50')(round), 1),
    fixed(count('refusedP99')(round), 1),
    fixed(failed - refused, 0),
    fixed(count('repeated')(round), 0),
    percent(loadCpu / 1e6 / seconds),
    percent(loadWait / 1e6 / seconds),
    percent(serverWait / 1e6 / seconds),
  ]);
}

const shareOf = ({ peak, sample: { requests, seconds } }: OverloadRound): number => requests / seconds / peak;

const count =
  (name: string) =>
  ({ sample: { counts } }: OverloadRound): number =>
    counts?.[name] ?? NaN;
