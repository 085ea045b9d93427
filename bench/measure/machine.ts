import { readFileSync } from 'node:fs';

const rounds = { warmUp: 20, measured: 40 };
/**
 * Many short calls: one long call would be measured in code that was compiled for its loop alone, and not always the same.
 * So many take as long as a round of the first yardstick did, where that was compiled well.
 */
const callsPerRound = 77;
const stepsPerCall = 2000;
/** Keeps numbers within 30 bits: larger ones may become objects, or not, depending on how the code was compiled. */
const smallNumber = 0x3fff_ffff;

/**
 * Microseconds of a fixed piece of JavaScript, the fastest of some rounds after those in which it is compiled. It says how
 * fast the machine is, without a server: figures of two runs compare as far as their yardsticks do.
 */
export function yardstick(): number {
  for (let round = 0; round < rounds.warmUp; round += 1) measureRound(round);
  let fastest = Infinity;
  for (let round = 0; round < rounds.measured; round += 1) fastest = Math.min(fastest, measureRound(round));
  return fastest;
}

function measureRound(seed: number): number {
  let sum = 0;
  const began = performance.now();
  for (let call = 0; call < callsPerRound; call += 1) sum = (sum + work(seed + call)) & smallNumber;
  const microseconds = (performance.now() - began) * 1000;
  // The result is used, so that the compiler cannot leave the work out.
  return sum < 0 ? NaN : microseconds;
}

/** Numbers, short texts and a Map, as in a server. */
function work(seed: number): number {
  const seen = new Map<string, number>();
  let hash = seed + 1;
  for (let step = 0; step < stepsPerCall; step += 1) {
    hash = (Math.imul(hash, 0x01_93) ^ step) & smallNumber;
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
