import type { Sample } from '../load/job';
import type { Measurement } from './in-turns';
import { median } from './statistics';

/** One number out of a sample; NaN when the sample does not have it. */
export type Figure = (sample: Sample) => number;

export const rate: Figure = ({ requests, seconds }) => requests / seconds;

export const eventRate: Figure = ({ events = NaN, seconds }) => events / seconds;
export const eventsPerRequest: Figure = ({ events = NaN, requests }) => events / requests;

/** Microseconds. */
export const cpuPerRequest: Figure = ({ serverCpu = NaN, requests }) => serverCpu / requests;

/** The same of what connects the nodes of a cluster. */
export const brokerCpuPerRequest: Figure = ({ brokerCpu = NaN, requests }) => brokerCpu / requests;

/** Requests that the server would answer per second if a core were all its own and never idle. */
export const capacity: Figure = (sample) => 1e6 / cpuPerRequest(sample);

/** Shares of one core. */
export const serverBusy: Figure = ({ serverCpu = NaN, seconds }) => serverCpu / 1e6 / seconds;
export const loadBusy: Figure = ({ loadCpu, seconds }) => loadCpu / 1e6 / seconds;
export const othersBusy: Figure = ({ machineCpu = NaN, serverCpu = NaN, brokerCpu = 0, loadCpu, seconds }) =>
  Math.max(0, (machineCpu - serverCpu - brokerCpu - loadCpu) / 1e6 / seconds);

export const p50: Figure = (sample) => sample.p50;
export const p99: Figure = (sample) => sample.p99;

export function typical({ samples }: Measurement, figure: Figure): number {
  return median(samples.map(figure));
}

/** Neighbours in time are held against each other, not medians that may come from different rounds. */
export function pairedRatio(one: Measurement, other: Measurement, figure: Figure): number {
  return median(
    one.samples.map((sample, round) => {
      const neighbour = other.samples[round];
      return neighbour === undefined ? NaN : figure(sample) / figure(neighbour);
    }),
  );
}
