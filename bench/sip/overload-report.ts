import { cells, fixed, percent, say } from '../report';
import { overloadFactor } from './overload';
import type { OverloadRound } from './overload-share';
import { callsPerCoreSecond, callsPerSecond, overloadResult, overloadTarget, shareOf } from './overload-share';

/** A line a round, then the medians and whether they meet the target. */
export function sayOverload(rounds: readonly OverloadRound[]): void {
  say(`overload: ${overloadFactor} times the calls of the slice before, between two slices at the peak`);
  say(cells(['', ...columns]));
  for (const [index, round] of rounds.entries()) say(roundText(`  round ${index + 1}`, round));
  const refusedAtPeak = rounds.reduce((sum, { after }) => sum + (after.counts?.['refused'] ?? 0), 0);
  if (refusedAtPeak > 0) say(`  ${refusedAtPeak} calls were refused at the peak`);
  const { share, shareOfCore, refusedP50, refusedP99, isDisturbed, isMet } = overloadResult(rounds);
  say(
    `  medians: ${percent(share)} of the peak succeed, ${percent(shareOfCore)} on a core of its own; ` +
      `refusals p50 ${fixed(refusedP50, 1)} ms, p99 ${fixed(refusedP99, 1)} ms`,
  );
  say(
    `  target: at least ${percent(overloadTarget.share)} of the peak succeed${isDisturbed ? ' (on a core of its own: others had this one)' : ''}, ` +
      `refusals within ${overloadTarget.refusedP99} ms (p99): ${isMet ? 'pass' : 'FAIL'}`,
  );
}

/**
 * `waits`: the share of time in which other threads had the core, those of the same program among them. `µs/refusal`: the CPU
 * time that a slice has taken beyond that of its calls at the peak.
 */
const columns = [
  ...['peak/s', 'CPU µs/call', 'offered', 'succeeded/s', 'of peak', 'own core', 'set-up p50', 'p99 ms'],
  ...['refused/s', 'refused p50', 'p99 ms', 'µs/refusal', 'no answer', 'repeated', 'dropped'],
  ...['load busy', 'load waits', 'server waits', 'server idle'],
];

function roundText(name: string, round: OverloadRound): string {
  const { before, sample, after } = round;
  const { seconds, p50, p99, loadCpu, serverWait = NaN, serverIdle = NaN, loadWait = NaN } = sample;
  const count = (key: string): number => sample.counts?.[key] ?? NaN;
  const peak = (callsPerSecond(before) + callsPerSecond(after)) / 2;
  const ofTime = (microseconds: number): string => percent(microseconds / 1e6 / seconds);
  return cells([
    name,
    fixed(peak, 0),
    fixed(cpuPerCall(round), 0),
    fixed(count('placed') / seconds / peak, 1),
    fixed(callsPerSecond(sample), 0),
    percent(shareOf(round, callsPerSecond)),
    percent(shareOf(round, callsPerCoreSecond)),
    fixed(p50, 0),
    fixed(p99, 0),
    fixed(count('refused') / seconds, 0),
    fixed(count('refusedP50'), 1),
    fixed(count('refusedP99'), 1),
    fixed(refusalCost(round), 0),
    fixed(count('failed') - count('refused'), 0),
    fixed(count('repeated'), 0),
    fixed(count('dropped'), 0),
    ofTime(loadCpu),
    ofTime(loadWait),
    ofTime(serverWait),
    ofTime(serverIdle),
  ]);
}

/** At the peak. */
function cpuPerCall({ before, after }: OverloadRound): number {
  return ((before.serverCpu ?? NaN) + (after.serverCpu ?? NaN)) / (before.requests + after.requests);
}

function refusalCost(round: OverloadRound): number {
  const { requests, serverCpu = NaN, counts } = round.sample;
  return (serverCpu - cpuPerCall(round) * requests) / (counts?.['refused'] ?? NaN);
}
