import { hasNats, NatsServer } from '../test/support/cluster-rig';
import { callPlan, channelIdOf } from './call-plan';
import type { ClusterCallPlan } from './load/job';
import {
  brokerCpuPerRequest,
  cpuPerRequest,
  loadBusy,
  othersBusy,
  p50,
  p99,
  pairedRatio,
  rate,
  typical,
} from './measure/figures';
import type { Contender, Measurement } from './measure/in-turns';
import { measureInTurns } from './measure/in-turns';
import type { BenchOptions } from './options';
import { Stage } from './processes/stage';
import { Target } from './processes/target';
import { cells, describeRun, fixed, percent, remarks, say } from './report';

/** Milliseconds that a request may take whose object is on another node, at the median. */
const affordableForward = 1;
/** What a call may cost all nodes together when its socket is on another one than the call, in calls of one node. */
const affordableCall = 1.6;
/** Two processes of the same program differ by so much. */
const noise = 0.03;
/** On one node, or shared by several. */
const callsInFlight = 12;
const manyConnections = 32;
/** Milliseconds. There are few calls a second: after two seconds of them the compiler takes a quarter of the CPU. */
const longestWarmUp = 15_000;

const rows = {
  get: { own: 'GET, own node', forwarded: 'GET, forwarded', owns: 'GET 32, own', forwards: 'GET 32, forwarded' },
  event: { own: 'event, own node', across: 'event, across' },
  call: { alone: 'calls, no cluster', again: 'the same, again', across: 'calls, across', before: 'calls, against' },
  spread: ['calls, own node', 'calls, own, 2 nodes', 'calls, own, 3 nodes'],
} as const;

/** What it costs that a request, an event or a call concerns two nodes, and what a cluster costs at all. */
export async function benchCluster(options: BenchOptions): Promise<void> {
  if (!hasNats) throw new Error('nats-server is missing: apt-get install -y nats-server');
  const stage = new Stage(options);
  const nats = new NatsServer();
  try {
    await nats.start();
    const bench = new ClusterBench(stage, nats, options);
    await bench.start();
    const wanted = bench.contenders().filter(({ name }) => name.includes(options.only));
    const measurements = await measureInTurns(stage.load, wanted, { seconds: options.seconds, longestWarmUp });
    say(describeRun(stage.cores, options));
    say('three nodes and one NATS server; CPU is that of all nodes, NATS is shown beside it');
    say(clusterTable(measurements));
    for (const line of verdicts(measurements)) say(line);
  } finally {
    await stage.close();
    await nats.close();
  }
}

class ClusterBench {
  readonly #nodes: Target[] = [];
  #alone: readonly Target[] = [];
  #against: Target | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly nats: NatsServer,
    private readonly options: BenchOptions,
  ) {}

  async start(): Promise<void> {
    for (const id of ['a', 'b', 'c']) {
      const conf = `[general]\nenabled = yes\nname = bench\nnode = ${id}\nservers = ${this.nats.url}\n`;
      this.#nodes.push(await this.stage.ours(`node-${id}`, { files: { 'cluster.conf': conf } }));
    }
    this.#alone = [await this.stage.ours('alone'), await this.stage.ours('again')];
    this.#against = this.options.against && (await Target.at('against', this.options.against));
    // A call that stays, to be asked for.
    const holding = callPlan(this.#node(0), { extension: 'hold', numbers: 1, inFlight: 1, application: 'held' });
    await this.stage.load.prepare({ kind: 'hold', ...holding });
    const { endpoint } = this.#node(0);
    const listeners = [{ upgrade: this.#node(0).upgrade('listener'), subscribe: '' }];
    await this.stage.load.prepare({ kind: 'audience', endpoint, listeners });
  }

  contenders(): readonly Contender[] {
    const [a, b] = [this.#node(0), this.#node(1)];
    const [alone, again] = this.#alone;
    return [
      this.#get(rows.get.own, a, 1),
      this.#get(rows.get.forwarded, b, 1),
      this.#get(rows.get.owns, a, manyConnections),
      this.#get(rows.get.forwards, b, manyConnections),
      this.#event(rows.event.own, a),
      this.#event(rows.event.across, b),
      ...(alone === undefined ? [] : [this.#calls(rows.call.alone, [[alone, alone]])]),
      ...(again === undefined ? [] : [this.#calls(rows.call.again, [[again, again]])]),
      ...(this.#against === undefined ? [] : [this.#calls(rows.call.before, [[this.#against, this.#against]])]),
      ...rows.spread.map((name, index) => {
        const taking = this.#nodes.slice(0, index + 1);
        return this.#calls(
          name,
          taking.map((node) => [node, node]),
        );
      }),
      this.#calls(rows.call.across, [[b, a]]),
    ];
  }

  #node(index: number): Target {
    const node = this.#nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node;
  }

  #get(name: string, asked: Target, connections: number): Contender {
    const request = asked.request('GET', `/channels/${channelIdOf(0, 'held')}`);
    const { endpoint } = asked;
    return {
      name,
      job: (duration) => ({ ...duration, ...this.#pids(), kind: 'http', endpoint, request, connections }),
    };
  }

  /** To an application whose socket is on the first node. */
  #event(name: string, asked: Target): Contender {
    const request = asked.request('POST', '/events/user/bench?application=listener');
    const { endpoint } = asked;
    return {
      name,
      job: (duration) => ({
        ...duration,
        ...this.#pids(),
        kind: 'publish',
        endpoint,
        requests: [request, request],
        deliveries: 1,
      }),
    };
  }

  /** Calls that are placed on the first node of each pair; the socket of their application is on the second one. */
  #calls(name: string, pairs: readonly (readonly [Target, Target])[]): Contender {
    const inFlight = callsInFlight / pairs.length;
    const plans = pairs.map(([placing, holder], index): ClusterCallPlan => {
      const application = `bench-${index}`;
      const plan = callPlan(holder, { extension: 's', numbers: inFlight * 8, inFlight, application });
      const upgrade = placing.upgrade(`placing-${index}`);
      return { ...plan, placing: { endpoint: placing.endpoint, upgrade } };
    });
    const [first] = pairs[0] ?? [];
    const isNode = first !== undefined && this.#nodes.includes(first);
    const pids = isNode ? this.#pids() : { serverPid: first?.pid };
    return { name, job: (duration) => ({ ...duration, ...pids, kind: 'cluster-calls', plans }) };
  }

  #pids(): { serverPid: number | undefined; peerPids: readonly number[]; brokerPid: number | undefined } {
    const [serverPid, ...peerPids] = this.#nodes.flatMap(({ pid }) => pid ?? []);
    return { serverPid, peerPids, brokerPid: this.nats.process.child.pid };
  }
}

function clusterTable(measurements: readonly Measurement[]): string {
  const head = ['', 'per second', 'p50 ms', 'p99 ms', 'CPU µs each', 'NATS µs each', 'load busy', 'others busy'];
  const lines = measurements.map((measurement) => [
    measurement.name,
    fixed(typical(measurement, rate), 0),
    fixed(typical(measurement, p50), 3),
    fixed(typical(measurement, p99), 3),
    fixed(typical(measurement, cpuPerRequest), 1),
    fixed(typical(measurement, brokerCpuPerRequest), 1),
    percent(typical(measurement, loadBusy)),
    percent(typical(measurement, othersBusy)),
  ]);
  return [...[head, ...lines].map(cells), ...remarks(measurements)].join('\n');
}

function verdicts(measurements: readonly Measurement[]): readonly string[] {
  const found = (name: string): Measurement | undefined => measurements.find((each) => each.name === name);
  const ratio = (one: string, other: string): number => {
    const [first, second] = [found(one), found(other)];
    return first === undefined || second === undefined ? NaN : pairedRatio(first, second, cpuPerRequest);
  };
  const forwarded = found(rows.get.forwarded);
  const wait = forwarded === undefined ? NaN : typical(forwarded, p50);
  const across = ratio(rows.call.across, rows.spread[0]);
  const [own, two, three] = rows.spread;
  const again = ratio(rows.call.again, rows.call.alone);
  const noiseNow = Math.max(noise, Number.isNaN(again) ? 0 : Math.abs(again - 1));
  const nothing = ratio(rows.call.alone, rows.call.before);
  const lines: readonly (readonly [number, string])[] = [
    [
      wait,
      `a forwarded GET: p50 ${fixed(wait, 3)} ms; ${judged(`at most ${affordableForward} ms`, wait <= affordableForward)}`,
    ],
    [ratio(rows.get.forwards, rows.get.owns), 'a forwarded GET / one of its own node, 32 connections: CPU'],
    [ratio(rows.event.across, rows.event.own), 'an event to another node / to the own one: CPU'],
    [
      across,
      `a call with its socket elsewhere / on its node: CPU; ${judged(`at most ${affordableCall}`, across <= affordableCall)}`,
    ],
    [ratio(own, rows.call.alone), 'a call on a node / on a server without a cluster: CPU'],
    [ratio(two, own), 'a call, placed on two nodes / on one: CPU'],
    [ratio(three, own), 'a call, placed on three nodes / on one: CPU'],
    [again, 'a call on a second process of the same program without a cluster / on the first: CPU'],
    [
      nothing,
      `a call without a cluster / on the server given: CPU; ${judged(`at most 1 within ${fixed(noiseNow, 2)}`, nothing <= 1 + noiseNow)}`,
    ],
  ];
  return lines
    .filter(([value]) => !Number.isNaN(value))
    .map(([value, text]) => `${fixed(value, 2).padStart(6)}  ${text}`);
}

function judged(target: string, isMet: boolean): string {
  return `target: ${target}: ${isMet ? 'pass' : 'FAIL'}`;
}
