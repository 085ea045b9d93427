import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAudioWriter } from '../src/media/files/audio-writer';
import { quantile } from './measure/statistics';
import type { TickCosts } from './media-bench';
import { MediaBench } from './media-bench';
import { collectedHeap } from './media-heap';
import { missedInRealTime } from './media-real-time';
import { benchAnswersBesideAudio } from './media-answers';
import type { BenchOptions } from './options';
import { cells, fixed, percent, say } from './report';

const tickLength = 20_000;
const bridgeSizes = [2, 10, 100];
/** Enough that what belongs to no leg does not count, few enough to be quick. */
const legsMeasured = 1000;
const playbacks = 10_000;

/** What audio costs its thread, and what it costs those who ask the server something meanwhile. */
export async function benchMedia(options: BenchOptions): Promise<void> {
  const sizes = bridgeSizes.filter((size) => nameOf(size).includes(options.only));
  if (sizes.length > 0) await benchThread(sizes, options);
  await benchAnswersBesideAudio(options);
}

/** What a leg costs in a tick, how many one core can mix in real time, and whether playbacks leave anything behind. */
async function benchThread(sizes: readonly number[], options: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'media-bench-'));
  try {
    const file = await noiseFile(join(folder, 'noise.ulaw'));
    say(`node ${process.versions.node}; ${cpus().length} cores; sources are µ-law files at 8 kHz, everybody speaks`);
    say(cells(['', 'CPU µs per leg', 'p99 tick ms', 'legs by cost', 'in real time']));
    measured(2, { file, seconds: 1 });
    for (const size of sizes) say(await row(size, { file, seconds: options.seconds }));
    say(idleLine());
    say(playbackLine(await noiseFile(join(folder, 'short.ulaw'), 800)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function nameOf(size: number): string {
  return `bridges of ${size}`;
}

interface Surroundings {
  readonly file: string;
  readonly seconds: number;
}

async function row(size: number, surroundings: Surroundings): Promise<string> {
  const { cpu, ticks } = measured(size, surroundings);
  const perLeg = cpu / legsMeasured;
  const byCost = Math.floor(tickLength / perLeg);
  const p99 = quantile(Float64Array.from(ticks).sort(), 0.99) / 1000;
  const { legs, missed, tried } = await mostInRealTime(byCost, { size, ...surroundings });
  const real = missed === 0 ? `${legs} (${percent(legs / byCost)})` : `below ${tried}`;
  return cells([nameOf(size), fixed(perLeg, 2), fixed(p99, 2), `${byCost}`, real]);
}

/** Of as many ticks as the seconds have. */
function measured(size: number, { file, seconds }: Surroundings): TickCosts {
  const bench = new MediaBench();
  bench.fillBridges(legsMeasured, { size, file });
  const costs = bench.measure(Math.round(seconds * 50));
  bench.close();
  return costs;
}

/** Falls by a tenth of what the cost allows until a thread with a clock of its own misses no tick. */
async function mostInRealTime(
  byCost: number,
  scene: Surroundings & { readonly size: number },
): Promise<{ readonly legs: number; readonly missed: number; readonly tried: number }> {
  let tried = byCost;
  for (let share = 1.6; share > 0.15; share -= 0.1) {
    const legs = Math.floor((byCost * share) / scene.size) * scene.size;
    tried = legs;
    const missed = await missedInRealTime(legs, scene);
    if (missed === 0) return { legs, missed, tried };
  }
  return { legs: 0, missed: 1, tried };
}

function idleLine(): string {
  const bench = new MediaBench();
  bench.openPairs(5000);
  const { cpu } = bench.measure(500);
  bench.close();
  return `10000 legs that do nothing: ${fixed(cpu, 2)} µs a tick`;
}

function playbackLine(path: string): string {
  const bench = new MediaBench();
  bench.openPairs(100);
  bench.playOneAfterAnother(path, playbacks / 10);
  const before = collectedHeap();
  const started = performance.now();
  bench.playOneAfterAnother(path, playbacks);
  const cost = ((performance.now() - started) * 1000) / playbacks;
  const grown = (collectedHeap() - before) / 1024;
  const left = bench.plays;
  bench.close();
  return `${playbacks} playbacks of 100 ms: ${fixed(cost, 1)} µs each, ${left} left, heap grew by ${fixed(grown, 0)} KiB`;
}

async function noiseFile(path: string, length = 80_000): Promise<string> {
  const writer = makeAudioWriter({ path, format: 'ulaw', appends: false });
  let state = 1;
  writer.write(
    Int16Array.from({ length }, () => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return ((state >> 16) - 16_384) >> 2;
    }),
  );
  await writer.finish();
  return path;
}
