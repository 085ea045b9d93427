import { readFileSync } from 'node:fs';

const rounds = 40;
const stepsPerRound = 200_000;

/**
 * Microseconds of a fixed piece of JavaScript, the fastest of some rounds. It says how fast the machine is, without a server:
 * figures of two runs compare as far as their yardsticks do.
 */
export function yardstick(): number {
  let fastest = Infinity;
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    sum += work(round);
    fastest = Math.min(fastest, performance.now() - began);
  }
  // The result is used, so that the compiler cannot leave the work out.
  return sum === 0 ? NaN : fastest * 1000;
}

/** Numbers, short texts and a Map, as in a server. */
function work(seed: number): number {
  const seen = new Map<string, number>();
  let hash = seed + 1;
  for (let step = 0; step < stepsPerRound; step += 1) {
    hash = (Math.imul(hash, 0x01_00_01_93) ^ step) >>> 0;
    if (step % 64 === 0) seen.set(`key ${hash % 1000}`, step);
  }
  return hash + seen.size;
}

/** How much of the time of its processors other machines have taken since this was made. */
export class StolenTime {
  readonly #began = processorTimes();

  /** From 0 to 1; undefined where the system does not tell. */
  share(): number | undefined {
    const now = processorTimes();
    if (now === undefined || this.#began === undefined || now.all === this.#began.all) return undefined;
    return (now.stolen - this.#began.stolen) / (now.all - this.#began.all);
  }
}

function processorTimes(): { readonly all: number; readonly stolen: number } | undefined {
  return readProcessorTimes(readStat());
}

/** From the text of /proc/stat, in ticks; undefined for another text. */
export function readProcessorTimes(text: string): { readonly all: number; readonly stolen: number } | undefined {
  // cpu user nice system idle iowait irq softirq steal, and the time of guests, which is part of user.
  const ticks = /^cpu +([\d ]+)/.exec(text)?.[1]?.split(' ').slice(0, 8).map(Number);
  const stolen = ticks?.[7];
  if (ticks === undefined || stolen === undefined) return undefined;
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen };
}

function readStat(): string {
  try {
    return readFileSync('/proc/stat', 'utf8');
  } catch {
    return '';
  }
}
