import { setTimeout } from 'node:timers/promises';
import { answerRows, answersTable } from '../answers';
import { callPlan, channelIdOf } from '../call-plan';
import { cpuBetween, processCpu } from '../measure/cpu-time';
import { measureInTurns } from '../measure/in-turns';
import type { BenchOptions } from '../options';
import { Stage } from '../processes/stage';
import type { Target } from '../processes/target';
import { describeRun, fixed, percent, say } from '../report';

const calls = 200;
const bridgeSize = 10;
const tickLength = 20;

interface Scene {
  readonly title: string;
  /** What is at the far end of each call. */
  readonly extension: string;
  readonly plays: number;
}

const scenes: readonly Scene[] = [
  { title: 'silent', extension: 'hold', plays: 0 },
  { title: 'a tone from each', extension: 'speak', plays: calls },
];

interface Surroundings {
  readonly target: Target;
  readonly stage: Stage;
  readonly options: BenchOptions;
}

/** How fast requests are answered while the same calls are in bridges, first without audio and then with. */
export async function benchAnswersBesideAudio(options: BenchOptions): Promise<void> {
  const stage = new Stage(options);
  try {
    const target = await stage.ours('ours');
    if (rowsOf(target, options).length === 0) return;
    say(`\n${describeRun(stage.cores, options)}`);
    for (const scene of scenes) await measureBeside(scene, { target, stage, options });
  } finally {
    await stage.close();
  }
}

async function measureBeside(scene: Scene, { target, stage, options }: Surroundings): Promise<void> {
  await stage.load.prepare({
    ...callPlan(target, { extension: scene.extension, numbers: calls, inFlight: 32 }),
    kind: 'hold',
  });
  await fillBridges(target);
  const before = await audioOf(target, scene.plays);
  const started = performance.now();
  const unasked = await busyUnasked(target, options.seconds);
  const measurements = await measureInTurns(stage.load, rowsOf(target, options), options);
  const after = await audioOf(target, scene.plays);
  const ticks = Math.round((performance.now() - started) / tickLength);
  await stage.load.prepare({ kind: 'release' });
  await emptyBridges(target);
  say(`\n${calls} calls in bridges of ${bridgeSize}, ${scene.title}: ${percent(unasked)} of a core without requests`);
  say(answersTable(measurements));
  const longest = `the longest since the start took ${fixed(after.longestTick / 1000, 1)} ms`;
  say(`${after.missed - before.missed} of ${ticks} ticks were missed; ${longest}`);
}

/** The share of a core that the server takes without requests. */
async function busyUnasked({ pid = NaN }: Target, seconds: number): Promise<number> {
  const [before, started] = [processCpu(pid), performance.now()];
  await setTimeout(seconds * 1000);
  return (cpuBetween(before, processCpu(pid)) ?? NaN) / 1000 / (performance.now() - started);
}

function rowsOf(target: Target, { only }: BenchOptions): ReturnType<typeof answerRows> {
  const paths = { ping: target.pingPath, channel: `/channels/${channelIdOf(calls >> 1)}` };
  return answerRows(target, paths).filter(({ name }) => name.includes(only));
}

async function fillBridges(target: Target): Promise<void> {
  for (let bridge = 0; bridge * bridgeSize < calls; bridge += 1) {
    const members = Array.from({ length: bridgeSize }, (_, member) => channelIdOf(bridge * bridgeSize + member));
    await done(target, 'POST', `/bridges/${bridgeIdOf(bridge)}?type=mixing`);
    await done(target, 'POST', `/bridges/${bridgeIdOf(bridge)}/addChannel?channel=${members.join(',')}`);
  }
}

async function emptyBridges(target: Target): Promise<void> {
  for (let bridge = 0; bridge * bridgeSize < calls; bridge += 1)
    await done(target, 'DELETE', `/bridges/${bridgeIdOf(bridge)}`);
}

function bridgeIdOf(bridge: number): string {
  return `bench-bridge-${bridge}`;
}

async function done(target: Target, method: string, path: string): Promise<void> {
  const { status, text } = await target.fetch(method, path);
  if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
}

interface Audio {
  readonly missed: number;
  /** Microseconds, since the server was started. */
  readonly longestTick: number;
}

const attempts = 50;

/** What the server says of its media thread once it says that so much is played; it hears of that once a second. */
async function audioOf({ endpoint: { host, port } }: Target, plays: number): Promise<Audio> {
  let playing = NaN;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const metrics = await (await fetch(`http://${host}:${port}/metrics`)).text();
    const read = (name: string): number =>
      Number(new RegExp(`^patchbay_media_${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
    playing = read('plays');
    if (playing === plays)
      return { missed: read('ticks_missed_total'), longestTick: read('longest_tick_microseconds') };
    await setTimeout(100);
  }
  throw new Error(`the media thread plays ${playing} tones instead of ${plays}`);
}
