import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAudioWriter } from '../../src/media/files/audio-writer';
import type { AudioForm } from '../../src/media/protocol';
import { quantile } from '../measure/statistics';
import type { TickCosts } from './media-bench';
import { MediaBench } from './media-bench';
import { compiledMedia } from './media-compiled';
import type { CompiledMedia } from './media-compiled';
import { collectedHeap } from './media-heap';
import { benchParts, mediaParts } from './media-parts';
import { maxInRealTime } from './media-real-time';
import type { RealTimeScene } from './media-real-time';
import { readOptions } from '../options';
import type { BenchOptions } from '../options';
import { cells, fixed, percent, say } from '../report';

const tickLength = 20_000;
/** Enough that what belongs to no leg does not count, few enough to be quick. */
const legsMeasured = 1000;
const playbacks = 10_000;

interface Row {
  readonly name: string;
  readonly size: number;
  readonly form: AudioForm;
}

const muLaw: AudioForm = { format: 'ulaw', rate: 8000 };

const rows: readonly Row[] = [
  { name: 'bridges of 2', size: 2, form: muLaw },
  { name: 'bridges of 10', size: 10, form: muLaw },
  { name: 'bridges of 100', size: 100, form: muLaw },
  // What is left when the wire costs nothing, and what is added when it costs most of all.
  { name: 'bridges of 10, slin', size: 10, form: { format: 'slin', rate: 8000 } },
  { name: 'bridges of 10, g722', size: 10, form: { format: 'g722', rate: 16_000 } },
];

/** The program of a process in which nothing but the media modules runs. */
async function run(options: BenchOptions): Promise<void> {
  const chosen = rows.filter(({ name }) => name.includes(options.only));
  const parts = mediaParts(options.only);
  if (chosen.length + parts.length === 0) return;
  const media = compiledMedia();
  if (chosen.length > 0) await benchThread(media, chosen, options);
  await benchParts(media, parts);
}

/** What a leg costs in a tick, how many one core can mix in real time, and whether playbacks leave anything behind. */
async function benchThread(media: CompiledMedia, chosen: readonly Row[], { seconds }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'media-bench-'));
  try {
    const file = await noiseFile(join(folder, 'noise.ulaw'));
    say(`node ${process.versions.node}; ${cpus().length} cores; sources are µ-law files at 8 kHz, all legs speak`);
    say(cells(['', 'CPU µs per leg', 'p99 tick ms', 'legs by cost', 'in real time']));
    measured({ media, file, seconds: 1, size: 2, form: muLaw });
    for (const { name, size, form } of chosen) say(await line(name, { media, file, seconds, size, form }));
    say(idleLine(media));
    say(playbackLine(media, await noiseFile(join(folder, 'short.ulaw'), 800)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function line(name: string, scene: RealTimeScene): Promise<string> {
  const { cpu, ticks } = measured(scene);
  const perLeg = cpu / legsMeasured;
  const byCost = Math.floor(tickLength / perLeg);
  const p99 = quantile(Float64Array.from(ticks).sort(), 0.99) / 1000;
  const legs = await maxInRealTime(byCost, scene);
  const inRealTime = legs === 0 ? 'none' : `${legs} (${percent(legs / byCost)})`;
  return cells([name, fixed(perLeg, 2), fixed(p99, 2), `${byCost}`, inRealTime]);
}

/** Of as many ticks as the seconds have. */
function measured({ media, seconds, ...scene }: RealTimeScene): TickCosts {
  const bench = new MediaBench(media);
  bench.fillBridges(legsMeasured, scene);
  const costs = bench.measure(Math.round(seconds * 50));
  bench.close();
  return costs;
}

function idleLine(media: CompiledMedia): string {
  const bench = new MediaBench(media);
  bench.openPairs(5000);
  const { cpu } = bench.measure(20_000);
  bench.close();
  return `10000 legs that do nothing: ${fixed(cpu, 2)} µs a tick`;
}

function playbackLine(media: CompiledMedia, path: string): string {
  const bench = new MediaBench(media);
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

run(readOptions(process.argv.slice(2))).catch((error: unknown) => {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
