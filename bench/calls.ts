import { callPlan } from './call-plan';
import {
  cpuPerRequest,
  eventRate,
  eventsPerRequest,
  loadBusy,
  othersBusy,
  p50,
  p99,
  pairedRatio,
  rate,
  serverBusy,
  typical,
} from './measure/figures';
import type { Contender, Measurement } from './measure/in-turns';
import { measureInTurns } from './measure/in-turns';
import type { BenchOptions } from './options';
import { ariConf } from './processes/bench-config';
import { Stage } from './processes/stage';
import { Target } from './processes/target';
import { cells, describeRun, fixed, percent, remarks, say } from './report';

const flights = [1, 8, 32];
/** Microseconds of the server's CPU time that a call may cost: a third of what the established server needs. */
const affordable = 400;

/** What a call costs from its placing to its end, with everything that its application is told of it. */
export async function benchCalls(options: BenchOptions): Promise<void> {
  const stage = new Stage(options);
  try {
    const ours = await stage.ours('ours');
    const stories = await stage.ours('stories', { files: { 'ari.conf': ariConf('story_calls = 100\n') } });
    const against = options.against && (await Target.at('against', options.against));
    const rows = [ours, stories, ...(against === undefined ? [] : [against])].flatMap(rowsOf);
    const wanted = rows.filter(({ name }) => name.includes(options.only));
    const measurements = await measureInTurns(stage.load, wanted, options);
    say(describeRun(stage.cores, options));
    say('one call: originate, StasisStart, hang up, both channels destroyed; all over one event socket');
    say(callsTable(measurements));
    for (const line of measurements.flatMap(verdict)) say(line);
    for (const pair of pairs)
      for (const inFlight of flights) for (const line of comparison(pair, inFlight, measurements)) say(line);
  } finally {
    await stage.close();
  }
}

function rowsOf(target: Target): Contender[] {
  const { name, pid: serverPid } = target;
  return flights.map((inFlight) => {
    const plan = callPlan(target, { extension: 's', numbers: inFlight * 8, inFlight });
    return { name: rowName(name, inFlight), job: (duration) => ({ ...duration, ...plan, kind: 'calls', serverPid }) };
  });
}

function rowName(target: string, inFlight: number): string {
  return `${target} ${inFlight} in flight`;
}

function callsTable(measurements: readonly Measurement[]): string {
  const busy = ['server busy', 'load busy', 'others busy'];
  const head = ['', 'calls/s', 'set-up p50 ms', 'p99 ms', 'events/s', 'events/call', 'CPU µs/call', ...busy];
  const rows = measurements.map((measurement) => [
    measurement.name,
    fixed(typical(measurement, rate), 0),
    fixed(typical(measurement, p50), 2),
    fixed(typical(measurement, p99), 2),
    fixed(typical(measurement, eventRate), 0),
    fixed(typical(measurement, eventsPerRequest), 1),
    fixed(typical(measurement, cpuPerRequest), 0),
    percent(typical(measurement, serverBusy)),
    percent(typical(measurement, loadBusy)),
    percent(typical(measurement, othersBusy)),
  ]);
  return [...[head, ...rows].map(cells), ...remarks(measurements)].join('\n');
}

function verdict(measurement: Measurement): string[] {
  if (!measurement.name.startsWith('ours')) return [];
  const met = typical(measurement, cpuPerRequest) <= affordable;
  return [`${measurement.name}: target: at most ${affordable} µs CPU per call: ${met ? 'pass' : 'FAIL'}`];
}

/** `stories` keeps the stories of calls, as the shipped configuration does. */
const pairs: readonly Pair[] = [
  { one: 'ours', other: 'against' },
  { one: 'stories', other: 'ours' },
];

interface Pair {
  readonly one: string;
  readonly other: string;
}

function comparison({ one, other }: Pair, inFlight: number, measurements: readonly Measurement[]): string[] {
  const [first, second] = [one, other].map((target) =>
    measurements.find(({ name }) => name === rowName(target, inFlight)),
  );
  if (first === undefined || second === undefined) return [];
  const [speed, setUp, cost] = [rate, p50, cpuPerRequest].map((figure) => fixed(pairedRatio(first, second, figure), 2));
  return [`${one} / ${other}, ${inFlight} in flight: calls/s ${speed}, set-up p50 ${setUp}, CPU per call ${cost}`];
}
