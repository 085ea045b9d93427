import { answerRows, answersTable } from './answers';
import { callPlan, channelIdOf } from './call-plan';
import type { Heap } from './measure/heap';
import { residentBytes } from './measure/heap';
import { measureInTurns } from './measure/in-turns';
import { quantile } from './measure/statistics';
import type { BenchOptions } from './options';
import { Stage } from './processes/stage';
import { Target } from './processes/target';
import { describeRun, fixed, say } from './report';

const calls = 5000;
const channels = calls * 2;

/** What ten thousand channels cost that do nothing, and whether requests are answered as fast meanwhile. */
export async function benchHold(options: BenchOptions): Promise<void> {
  const stage = new Stage(options);
  try {
    const { target, heap } = await stage.oursInspected('ours');
    say(describeRun(stage.cores, options));
    await hold(target, heap, { stage, options });
    if (options.against !== undefined)
      await hold(await Target.at('against', options.against), undefined, { stage, options });
  } finally {
    await stage.close();
  }
}

interface Surroundings {
  readonly stage: Stage;
  readonly options: BenchOptions;
}

/** Bytes; heap only where it can be looked into. */
interface Memory {
  readonly heap: number;
  readonly resident: number;
}

async function hold(target: Target, heap: Heap | undefined, { stage, options }: Surroundings): Promise<void> {
  // Once up and down before anything is measured: what a server keeps for later belongs to no channel.
  await stage.load.prepare({ ...callPlan(target, { extension: 'hold', numbers: 500, inFlight: 32 }), kind: 'hold' });
  await stage.load.prepare({ kind: 'release' });
  const unburdened = await measureInTurns(stage.load, answerRows(target, { 'ping, empty': target.pingPath }), options);
  const before = await memoryOf(target, heap);
  await stage.load.prepare({ ...callPlan(target, { extension: 'hold', numbers: calls, inFlight: 32 }), kind: 'hold' });
  const holding = await memoryOf(target, heap);
  say(`\n${target.name}: ${await countChannels(target)} channels are held, half of them in an application`);
  const paths = { ping: target.pingPath, channel: `/channels/${channelIdOf(calls >> 1)}` };
  const measurements = await measureInTurns(stage.load, answerRows(target, paths), options);
  say(answersTable([...unburdened, ...measurements]));
  say(await listLine(target));
  await stage.load.prepare({ kind: 'release' });
  say(`after hanging up: ${await countChannels(target)} channels`);
  for (const line of memoryLines({ before, holding, after: await memoryOf(target, heap) })) say(line);
}

async function memoryOf({ pid }: Target, heap: Heap | undefined): Promise<Memory> {
  const inUse = (await heap?.bytesInUse()) ?? NaN;
  return { heap: inUse, resident: residentBytes(pid) };
}

async function countChannels(target: Target): Promise<number> {
  const { text } = await target.fetch('GET', '/channels');
  return (JSON.parse(text) as unknown[]).length;
}

const listings = 20;

async function listLine(target: Target): Promise<string> {
  const times: number[] = [];
  let size = 0;
  for (let count = 0; count < listings; count += 1) {
    const from = performance.now();
    size = (await target.fetch('GET', '/channels')).text.length;
    times.push(performance.now() - from);
  }
  const sorted = times.sort((one, other) => one - other);
  const [typicalTime, longest] = [quantile(sorted, 0.5), quantile(sorted, 1)];
  return `listing all of them: ${megabytes(size)}, p50 ${fixed(typicalTime, 0)} ms, longest ${fixed(longest, 0)} ms`;
}

interface Memories {
  readonly before: Memory;
  readonly holding: Memory;
  readonly after: Memory;
}

function memoryLines({ before, holding, after }: Memories): string[] {
  return (['heap', 'resident'] as const).flatMap((kind) => {
    const [low, high, end] = [before[kind], holding[kind], after[kind]];
    if (Number.isNaN(high)) return [];
    const each = `${fixed((high - low) / channels / 1024, 2)} KiB per channel`;
    return [`${kind}: ${megabytes(low)} before, ${megabytes(high)} holding (${each}), ${megabytes(end)} after`];
  });
}

function megabytes(bytes: number): string {
  return `${fixed(bytes / 1024 / 1024, 1)} MiB`;
}
