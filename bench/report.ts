import {
  capacity,
  cpuPerRequest,
  loadBusy,
  othersBusy,
  p50,
  p99,
  pairedRatio,
  rate,
  serverBusy,
  typical,
} from './measure/figures';
import type { Measurement } from './measure/in-turns';
import { rounds } from './measure/in-turns';
import type { BenchOptions } from './options';
import type { Cores } from './processes/cores';

/** Two rows to hold against each other, and what the first is to reach. */
export interface Ratio {
  readonly of: string;
  readonly to: string;
  readonly target?: { readonly rateAtLeast: number } | { readonly cpuBelow: number };
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function describeRun(cores: Cores, { seconds, profileFolder }: BenchOptions): string {
  const lines = [
    `node ${process.versions.node}; ${cores.describe()}`,
    `medians of ${rounds} rounds in turn, ${seconds} s of load per row`,
    ...(profileFolder === undefined ? [] : ['the server was being profiled: do not compare these figures']),
  ];
  return lines.join('\n');
}

/** Rates, latencies and what a request costs the server; and whether the load kept up. */
export function table(measurements: readonly Measurement[]): string {
  const head = cells(['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/req', 'server busy', 'load busy', 'others busy']);
  const rows = measurements.map((measurement) =>
    cells([
      measurement.name,
      fixed(typical(measurement, rate), 0),
      fixed(typical(measurement, p50), 3),
      fixed(typical(measurement, p99), 3),
      fixed(typical(measurement, cpuPerRequest), 1),
      percent(typical(measurement, serverBusy)),
      percent(typical(measurement, loadBusy)),
      percent(typical(measurement, othersBusy)),
    ]),
  );
  return [head, ...rows, ...remarks(measurements)].join('\n');
}

const bottleneck = 0.95;
const disturbing = 0.2;

/** What a reader has to know before trusting the figures. */
export function remarks(measurements: readonly Measurement[]): string[] {
  const slow = measurements.filter((measurement) => typical(measurement, loadBusy) > bottleneck);
  const keptUp =
    slow.length === 0
      ? 'the load was never the bottleneck'
      : `THE LOAD WAS THE BOTTLENECK in ${slow.map(({ name }) => name).join(', ')}: go by the CPU time there`;
  return measurements.some(isDisturbed)
    ? [keptUp, 'other processes were busy meanwhile: go by the CPU time, requests/s depend on what they left over']
    : [keptUp];
}

function isDisturbed(measurement: Measurement): boolean {
  return typical(measurement, othersBusy) > disturbing;
}

/** Both figures of two rows, and the verdict where there is a target; nothing unless both rows are there. */
export function ratioLine({ of, to, target }: Ratio, measurements: readonly Measurement[]): string[] {
  const [one, other] = [of, to].map((name) => measurements.find((measurement) => measurement.name === name));
  if (one === undefined || other === undefined) return [];
  const [speed, cost] = [pairedRatio(one, other, rate), pairedRatio(one, other, cpuPerRequest)];
  const title = `${of} / ${to}:`.padEnd(42);
  const verdict = target === undefined ? '' : `   ${verdictOn(target, one, other)}`;
  return [`${title} requests/s ${fixed(speed, 2)}, CPU ${fixed(cost, 2)}${verdict}`];
}

function verdictOn(target: NonNullable<Ratio['target']>, one: Measurement, other: Measurement): string {
  if ('cpuBelow' in target) {
    const met = pairedRatio(one, other, cpuPerRequest) < target.cpuBelow;
    return `target: CPU below ${target.cpuBelow.toFixed(2)}: ${met ? 'pass' : 'FAIL'}`;
  }
  const options = `target: requests/s at least ${target.rateAtLeast.toFixed(2)}`;
  if (![one, other].some(isDisturbed))
    return `${options}: ${pairedRatio(one, other, rate) >= target.rateAtLeast ? 'pass' : 'FAIL'}`;
  // On a busy machine both servers wait for others most of the time, and the slower one looks nearly as fast.
  const value = pairedRatio(one, other, capacity);
  return `${options}: ${value >= target.rateAtLeast ? 'pass' : 'FAIL'} with ${fixed(value, 2)} on a core of its own`;
}

export function cells(texts: readonly string[]): string {
  return texts.map((text, index) => (index === 0 ? text.padEnd(24) : text.padStart(14))).join('');
}

export function fixed(value: number, digits: number): string {
  return Number.isNaN(value) ? '-' : value.toFixed(digits);
}

export function percent(value: number): string {
  return Number.isNaN(value) ? '-' : `${Math.round(value * 100)} %`;
}
