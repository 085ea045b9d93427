import type { Listener } from './load/job';
import { cpuPerRequest, loadBusy, p50, p99, rate, typical } from './measure/figures';
import type { Contender, Measurement } from './measure/in-turns';
import { measureInTurns } from './measure/in-turns';
import { median } from './measure/statistics';
import type { BenchOptions } from './options';
import { Stage } from './processes/stage';
import { Target } from './processes/target';
import { cells, describeRun, fixed, percent, remarks, say } from './report';

// First without listeners: the cost of the change itself is not part of a delivery.
const sizes = [0, 1, 10, 100, 1000];
const sockets = Math.max(...sizes);

/** A measurement, and how many were subscribed to the device that changed. */
interface Level extends Measurement {
  readonly size: number;
}

/** The cost of delivering a device change to N applications, each on its own socket. */
export async function benchFanout(options: BenchOptions): Promise<void> {
  const stage = new Stage(options);
  try {
    const ours = await measureLevels(stage, await stage.ours('ours'), options);
    const against = options.against && (await Target.at('against', options.against));
    const theirs = against && (await measureLevels(stage, against, options));
    say(describeRun(stage.cores, options));
    say(`${sockets} applications, each on a socket of its own, all connected all the time; one change at a time`);
    say(fanoutTable('ours', ours));
    if (theirs === undefined) return;
    say(fanoutTable('against', theirs));
    for (const line of comparison(ours, theirs)) say(line);
  } finally {
    await stage.close();
  }
}

async function measureLevels(stage: Stage, target: Target, { only, seconds }: BenchOptions): Promise<Level[]> {
  // Whatever a device was before: the first request of a job has to change it.
  for (const size of sizes) await target.fetch('PUT', `/deviceStates/${deviceOf(size)}?deviceState=BUSY`);
  await stage.load.prepare({ kind: 'audience', endpoint: target.endpoint, listeners: listenersOf(target) });
  const contenders = sizes
    .map((size) => ({ size, name: `${size} sockets`, job: publishing(target, size) }))
    .filter(({ name, size }) => name.includes(only) || size === 0);
  const measurements = await measureInTurns(stage.load, contenders, { seconds });
  return measurements.map((measurement, index) => ({ ...measurement, size: contenders[index]?.size ?? NaN }));
}

function publishing(target: Target, size: number): Contender['job'] {
  const { endpoint, pid: serverPid } = target;
  const requests = [changeOf(target, size, 'INUSE'), changeOf(target, size, 'BUSY')] as const;
  return (duration) => ({ ...duration, kind: 'publish', endpoint, serverPid, deliveries: size, requests });
}

/** Each size has a device of its own, so that nothing has to be opened or closed between the rounds. */
function deviceOf(size: number): string {
  return `Stasis:bench-${size}`;
}

function changeOf(target: Target, size: number, state: string): string {
  return target.request('PUT', `/deviceStates/${deviceOf(size)}?deviceState=${state}`);
}

function listenersOf(target: Target): Listener[] {
  return Array.from({ length: sockets }, (_, index) => {
    const application = `bench-${index}`;
    const sources = sizes.filter((size) => index < size).map((size) => `deviceState:${deviceOf(size)}`);
    const subscribe = JSON.stringify({
      type: 'RESTRequest',
      method: 'POST',
      uri: `applications/${application}/subscription`,
      query_strings: [{ name: 'eventSource', value: sources.join(',') }],
    });
    return { upgrade: target.upgrade(application), subscribe };
  });
}

function fanoutTable(name: string, levels: readonly Level[]): string {
  const head = [name, 'events/s', 'deliveries/s', 'p50 ms', 'p99 ms', 'CPU µs/event', 'CPU µs/deliv.', 'load busy'];
  const rows = levels.map((level) => [
    level.name,
    fixed(typical(level, rate), 0),
    fixed(typical(level, rate) * level.size, 0),
    fixed(typical(level, p50), 3),
    fixed(typical(level, p99), 3),
    fixed(typical(level, cpuPerRequest), 1),
    fixed(costOf(level, levels), 2),
    percent(typical(level, loadBusy)),
  ]);
  return [...[head, ...rows].map(cells), ...remarks(levels), ...flatness(levels)].join('\n');
}

function flatness(levels: readonly Level[]): string[] {
  const [few, many] = [10, 1000].map((size) => levels.find((level) => level.size === size));
  if (few === undefined || many === undefined) return [];
  return [`CPU of one delivery, 1000 / 10 sockets: ${fixed(costOf(many, levels) / costOf(few, levels), 2)}`];
}

/** CPU microseconds of one delivery, without what the change itself costs, which the empty level of the round shows. */
function costOf({ size, samples }: Level, levels: readonly Level[]): number {
  const empty = levels.find((level) => level.size === 0)?.samples ?? [];
  const costs = samples.map((sample, round) => {
    const reference = empty[round];
    return reference === undefined || size === 0 ? NaN : (cpuPerRequest(sample) - cpuPerRequest(reference)) / size;
  });
  return median(costs);
}

function comparison(ours: readonly Level[], theirs: readonly Level[]): string[] {
  return ours.flatMap((level) => {
    const other = theirs.find(({ size }) => size === level.size);
    if (other === undefined) return [];
    const speed = typical(level, rate) / typical(other, rate);
    const cost = costOf(level, ours) / costOf(other, theirs);
    return [`ours / against, ${level.name}: events/s ${fixed(speed, 2)}, CPU of a delivery ${fixed(cost, 2)}`];
  });
}
