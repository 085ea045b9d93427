import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, Sample, SipCallsJob } from './load/job';
import { SipWatchers } from './load/sip-watchers';
import { quantile } from './measure/statistics';
import type { BenchOptions } from './options';
import { Stage } from './processes/stage';
import type { Target } from './processes/target';
import { fixed, say } from './report';
import { freePort } from './sip/free-port';
import { callFiles } from './sip/sip-config';

const rounds = 5;
const inFlight = 8;
const enoughCalls = 2000;
const maxSlices = 20;
const subscriptions = 1000;
/** Calls a second during which phones are notified: well below what the server can do. */
const rate = 100;
/** A transfer may cost as much as this many calls through an application. */
const affordableCalls = 2;
/** Set-up of calls may take so much longer while phones are notified, and never less than this many milliseconds. */
const affordable = { factor: 2, ms: 5 };
/** Milliseconds between two changes of what is watched. */
const changeInterval = 1000;
const device = '/deviceStates/Stasis:watched';

type Calls = Omit<SipCallsJob, 'kind' | 'warmUp' | 'duration' | 'serverPid' | 'server'>;

/** What transfers cost in calls, and whether notifying many subscriptions delays calls. */
export async function benchTransfers(options: BenchOptions): Promise<void> {
  const stage = new Stage(options);
  try {
    const ports = { server: await freePort(), callee: await freePort() };
    const target = await stage.ours('ours', { files: callFiles(ports) });
    say(`node ${process.versions.node}; ${stage.cores.describe()}; smallest CPU of ${rounds} rounds`);
    const bench = new TransferBench(stage, target, { port: ports.server, seconds: options.seconds });
    await bench.transfers(ports.callee);
    await bench.subscriptions();
  } finally {
    await stage.close();
  }
}

class TransferBench {
  private readonly server: Endpoint;

  constructor(
    private readonly stage: Stage,
    private readonly target: Target,
    private readonly options: { readonly port: number; readonly seconds: number },
  ) {
    this.server = { host: '127.0.0.1', port: options.port };
  }

  async transfers(calleePort: number): Promise<void> {
    const application = { endpoint: this.target.endpoint, upgrade: this.target.upgrade('bench') };
    const bridged: Calls = {
      extension: 'app',
      hangsUp: false,
      inFlight,
      calleePort,
      application: { ...application, bridges: true },
    };
    const jobs: Readonly<Record<string, Calls>> = {
      'app: in and out': { extension: 'app', hangsUp: false, inFlight, application },
      'bridged by the application': bridged,
      'bridged and transferred': { ...bridged, transferTo: 'held' },
    };
    const costs = new Map<string, number>();
    for (const job of Object.values(jobs)) await this.#warmUp(job);
    // In turns: what else happens on the machine concerns all of them.
    for (let round = 0; round < rounds; round += 1)
      for (const [name, job] of Object.entries(jobs)) {
        const { serverCpu = NaN, requests } = await this.#press(job, (this.options.seconds * 1000) / rounds);
        costs.set(name, Math.min(costs.get(name) ?? Infinity, serverCpu / requests));
      }
    for (const [name, cost] of costs) say(`${name}: ${fixed(cost, 0)} µs CPU a call`);
    const [call = NaN, plain = NaN, transferred = NaN] = costs.values();
    const ratio = (transferred - plain) / call;
    say(`a blind transfer costs ${fixed(ratio, 2)} calls through the application`);
    say(`  target: at most ${affordableCalls}: ${ratio <= affordableCalls ? 'pass' : 'FAIL'}`);
  }

  async subscriptions(): Promise<void> {
    const job: Calls = { extension: 'direct', hangsUp: false, inFlight, rate };
    const idle = await this.#press(job, this.options.seconds * 1000);
    const watchers = await SipWatchers.subscribe(
      { server: this.server.port, endpoint: 'bench' },
      subscriptions,
      'watched',
    );
    try {
      const telling = new Telling(this.target, watchers);
      const busy = await this.#press(job, this.options.seconds * 1000);
      const times = await telling.stop();
      say(
        `${subscriptions} subscriptions were notified ${times.length} times, p50 ${fixed(quantile(times, 0.5), 0)} ms until all knew; ` +
          `set-up of ${rate} calls/s: p50 ${fixed(idle.p50, 2)} ms without, ${fixed(busy.p50, 2)} ms with; p99 ${fixed(idle.p99, 2)} and ${fixed(busy.p99, 2)} ms`,
      );
      const isMet = busy.p50 <= Math.max(affordable.ms, affordable.factor * idle.p50);
      say(
        `  target: p50 at most ${affordable.factor} times as long, or ${affordable.ms} ms: ${isMet ? 'pass' : 'FAIL'}`,
      );
    } finally {
      watchers.close();
    }
  }

  /** Until the compiler has done its work, which goes by calls and not by time. */
  async #warmUp(job: Calls): Promise<void> {
    let calls = 0;
    for (let slice = 0; slice < maxSlices && calls < enoughCalls; slice += 1)
      calls += (await this.#press(job, 1000)).requests;
  }

  #press(job: Calls, duration: number): Promise<Sample> {
    const { pid: serverPid } = this.target;
    return this.stage.load.measure({
      kind: 'sip-calls',
      warmUp: 200,
      duration,
      serverPid,
      server: this.server,
      ...job,
    });
  }
}

/** Changes the watched device once a second, or as soon as all phones know where that takes longer. */
class Telling {
  readonly #times: number[] = [];
  #isStopped = false;
  readonly #done: Promise<void>;

  constructor(target: Target, watchers: SipWatchers) {
    this.#done = this.#run(target, watchers);
    // Reported when it is stopped.
    this.#done.catch(() => undefined);
  }

  /** Milliseconds of each change, sorted. */
  async stop(): Promise<readonly number[]> {
    this.#isStopped = true;
    await this.#done;
    return this.#times.sort((one, other) => one - other);
  }

  async #run(target: Target, watchers: SipWatchers): Promise<void> {
    for (let number = 0; !this.#isStopped; number += 1) {
      const from = performance.now();
      const told = watchers.next(subscriptions);
      await target.fetch('PUT', `${device}?deviceState=${number % 2 === 0 ? 'INUSE' : 'NOT_INUSE'}`);
      await told;
      this.#times.push(performance.now() - from);
      await sleep(Math.max(0, changeInterval - (performance.now() - from)));
    }
  }
}
