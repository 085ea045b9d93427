import type { CpuReading, ThreadTimes } from '../measure/cpu-time';
import { cpuBetween, machineCpu, mainThreadTimes, processCpu } from '../measure/cpu-time';
import { quantile } from '../measure/statistics';
import type { Sample, Timing } from './job';

interface Reading {
  readonly at: number;
  /** The server first, then its other nodes. */
  readonly serverCpu: readonly (CpuReading | undefined)[];
  readonly brokerCpu: CpuReading | undefined;
  readonly loadCpu: number;
  readonly machineCpu: number | undefined;
  readonly server: ThreadTimes | undefined;
  readonly load: ThreadTimes | undefined;
}

/** Counts requests and their latencies between start and finish; what comes before start is warm-up. */
export class Meter {
  readonly #latencies: number[] = [];
  #events: number | undefined;
  #started: Reading | undefined;

  constructor(private readonly measured: Omit<Timing, 'warmUp' | 'duration'>) {}

  start(): void {
    this.#started = this.#read();
  }

  /** Milliseconds between a request and its answer. */
  record(latency: number): void {
    if (this.#started !== undefined) this.#latencies.push(latency);
  }

  /** An event has arrived. */
  hear(): void {
    if (this.#started !== undefined) this.#events = (this.#events ?? 0) + 1;
  }

  finish(): Sample {
    const from = this.#started;
    if (from === undefined) throw new Error('the meter was never started');
    const to = this.#read();
    const sorted = Float64Array.from(this.#latencies).sort();
    return {
      requests: sorted.length,
      events: this.#events,
      seconds: (to.at - from.at) / 1000,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      serverCpu: from.serverCpu
        .map((reading, index) => cpuBetween(reading, to.serverCpu[index]))
        .reduce((sum, cpu) => (sum === undefined || cpu === undefined ? undefined : sum + cpu)),
      brokerCpu: cpuBetween(from.brokerCpu, to.brokerCpu),
      loadCpu: to.loadCpu - from.loadCpu,
      machineCpu: difference(from.machineCpu, to.machineCpu),
      serverWait: difference(from.server?.waiting, to.server?.waiting),
      serverIdle: idleBetween(from, to),
      loadWait: difference(from.load?.waiting, to.load?.waiting),
    };
  }

  #read(): Reading {
    const { user, system } = process.cpuUsage();
    const { serverPid, peerPids = [], brokerPid } = this.measured;
    return {
      at: performance.now(),
      serverCpu: [serverPid, ...peerPids].map(cpuOf),
      brokerCpu: cpuOf(brokerPid),
      loadCpu: user + system,
      machineCpu: machineCpu(),
      server: serverPid === undefined ? undefined : mainThreadTimes(serverPid),
      load: mainThreadTimes(process.pid),
    };
  }
}

function cpuOf(pid: number | undefined): CpuReading | undefined {
  return pid === undefined ? undefined : processCpu(pid);
}

/** Presses for as long as the timing says. `failed` rejects when something goes wrong on the way. */
export async function measured(
  timing: Timing,
  meter: Pick<Meter, 'start' | 'finish'>,
  failed: Promise<never>,
): Promise<Sample> {
  await Promise.race([milliseconds(timing.warmUp), failed]);
  meter.start();
  await Promise.race([milliseconds(timing.duration), failed]);
  return meter.finish();
}

function milliseconds(duration: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration));
}

function difference(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : to - from;
}

function idleBetween(from: Reading, to: Reading): number | undefined {
  if (from.server === undefined || to.server === undefined) return undefined;
  const busy = to.server.running - from.server.running + to.server.waiting - from.server.waiting;
  return Math.max(0, (to.at - from.at) * 1000 - busy);
}
