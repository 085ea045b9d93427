import type { Sample } from '../load/job';
import { median } from '../measure/statistics';

/** A slice of overload between two at the peak. */
export interface OverloadRound {
  readonly before: Sample;
  readonly sample: Sample;
  readonly after: Sample;
}

/** Medians of the rounds. */
export interface OverloadResult {
  /** Of the calls of the slices beside it, by the clock. */
  readonly share: number;
  /** The same for a server with a core of its own. */
  readonly shareOfCore: number;
  /** Whether others had the core of the server too often for the clock to tell anything. */
  readonly isDisturbed: boolean;
  readonly refusedP50: number;
  readonly refusedP99: number;
  readonly isMet: boolean;
}

export const overloadTarget = { share: 0.9, refusedP99: 50 };
/** As for requests over HTTP: a server that waits for its core for more of the time is judged by its CPU time. */
const disturbance = 0.2;

export function overloadResult(rounds: readonly OverloadRound[]): OverloadResult {
  const share = median(rounds.map((round) => shareOf(round, callsPerSecond)));
  const shareOfCore = median(rounds.map((round) => shareOf(round, callsPerCoreSecond)));
  const isDisturbed = median(rounds.map(({ sample }) => (sample.serverWait ?? 0) / 1e6 / sample.seconds)) > disturbance;
  const [refusedP50, refusedP99] = [middle(rounds, 'refusedP50'), middle(rounds, 'refusedP99')];
  const judged = isDisturbed ? shareOfCore : share;
  const isMet = judged >= overloadTarget.share && refusedP99 < overloadTarget.refusedP99;
  return { share, shareOfCore, isDisturbed, refusedP50, refusedP99, isMet };
}

export const callsPerSecond = ({ requests, seconds }: Sample): number => requests / seconds;

/** Calls in a second in which the server works or has nothing to do, without those in which it waits for its core. */
export const callsPerCoreSecond = ({ requests, serverCpu = NaN, serverIdle = NaN }: Sample): number =>
  (requests * 1e6) / (serverCpu + serverIdle);

/** Of the mean of the two slices at the peak. */
export function shareOf({ before, sample, after }: OverloadRound, read: (sample: Sample) => number): number {
  return (2 * read(sample)) / (read(before) + read(after));
}

function middle(rounds: readonly OverloadRound[], name: string): number {
  return median(rounds.map(({ sample }) => sample.counts?.[name] ?? NaN));
}
