/** The filters between two rates: one row of weights for each place that a new sample can have between two old ones. */
export interface FilterBank {
  /** Places between two old samples; the new ones are `down` of them apart. */
  readonly up: number;
  readonly down: number;
  /** Length of a row, a multiple of four. */
  readonly taps: number;
  /** Weights, for the oldest sample first. Every row adds up to 1. */
  readonly rows: readonly Float64Array[];
}

/** Samples of the lower rate that the filter spans. */
const span = 48;
/** Where the filter has fallen by half, as part of what the lower rate can carry. */
const edge = 0.94;
/** Shape of the Kaiser window: keeps 70 dB between what passes and what does not. */
const beta = 7;

const windowTop = bessel(beta);

const maxWeights = 1 << 18;
const maxBanks = 64;
const banks = new Map<string, FilterBank>();

/** Made once for each pair of rates. Rates that have too little in common to be worth a table are refused. */
export function filterBankFor(from: number, to: number): FilterBank {
  const pair = `${from}:${to}`;
  const known = banks.get(pair);
  if (known !== undefined) return known;
  const made = makeBank(from, to);
  // Rates come from files of strangers: what they make us keep has a limit.
  const [oldest] = banks.keys();
  if (banks.size >= maxBanks && oldest !== undefined) banks.delete(oldest);
  banks.set(pair, made);
  return made;
}

function makeBank(from: number, to: number): FilterBank {
  if (![from, to].every((rate) => Number.isSafeInteger(rate) && rate > 0)) throw noWay(from, to);
  const common = greatestDivisor(from, to);
  const [up, down] = [to / common, from / common];
  const taps = 4 * Math.ceil((span * Math.max(1, from / to)) / 4);
  if (up * taps > maxWeights) throw noWay(from, to);
  const cutoff = edge * Math.min(1, to / from);
  const rows = Array.from({ length: up }, (_, phase) => makeRow(taps, { place: phase / up, cutoff }));
  return { up, down, taps, rows };
}

interface Row {
  /** Of the new sample, from 0 to 1 behind the old one in the middle. */
  readonly place: number;
  readonly cutoff: number;
}

function makeRow(taps: number, { place, cutoff }: Row): Float64Array {
  const half = taps / 2;
  const row = Float64Array.from({ length: taps }, (_, k) => {
    const distance = k - (half - 1) - place;
    return sinc(cutoff * distance) * kaiser(distance / half);
  });
  // Otherwise rows would differ a little in loudness, which is heard as a tone of its own.
  const sum = row.reduce((total, weight) => total + weight, 0);
  return row.map((weight) => weight / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(beta * Math.sqrt(1 - x * x)) / windowTop;
}

/** Modified Bessel function of the first kind and order 0, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-16; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

const noWay = (from: number, to: number): RangeError => new RangeError(`cannot resample from ${from} to ${to} Hz`);
