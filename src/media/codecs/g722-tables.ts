import { lazy } from '../../shared/lazy';

// Numbers of ITU-T G.722. Quantisers are in units of the scale factor.

/**
 * Every other tap of the symmetric filter that splits the band in two and joins it again, beginning with the first.
 * Backwards they are the taps in between; all together add up to 2^12.
 */
export const mirrorFilter = Int32Array.of(3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11);

/** How one of the two bands is quantised. */
export interface BandTables {
  /** The codes of all sizes up to the one where the last step begins, first of positive values, then of negative ones. */
  readonly codes: Uint8Array;
  /** What a code stands for. */
  readonly values: Int32Array;
  /** Low bits of a code that nothing is predicted from: modes that leave them out stay in step. */
  readonly unseen: number;
  /** What a code without those bits stands for, and how it makes the scale factor grow. */
  readonly seenValues: Int32Array;
  readonly growth: Int32Array;
  /** The scale factor cannot grow beyond this, in its logarithm. */
  readonly top: number;
  /** How far the octave table is shifted down at logarithm 0. */
  readonly shift: number;
}

/** Powers of two in steps of 1/32, the whole octave above 2^11. */
export const octave = Int32Array.from({ length: 32 }, (_, index) => Math.round(2 ** (11 + index / 32)));

/** Where one step of the low band ends and the next begins. */
const lowDecisions = [
  ...[35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714],
  ...[786, 858, 940, 1023, 1121, 1219, 1339, 1458, 1612, 1765, 1980, 2195, 2557, 2919],
];

/** What the steps of the low band stand for, smallest first. */
const lowLevels = [
  ...[17, 54, 91, 130, 170, 211, 254, 300, 347, 396, 447, 501, 558, 618, 682],
  ...[750, 822, 899, 982, 1072, 1170, 1279, 1399, 1535, 1689, 1873, 2088, 2376, 2738, 3101],
];

/** The same with the two lowest bits left out, which is what both sides predict from. */
const coarseLevels = [0, 150, 323, 530, 786, 1121, 1612, 2557];
const coarseGrowth = [-60, -30, 58, 172, 334, 538, 1198, 3042];

/** In the high band: one decision, two steps. */
const highDecisions = [564];
const highLevels = [202, 926];
const highGrowth = [-214, 798];

/** Six bits for the lower half of the band. */
export const lowTables = lazy(makeLowTables);

/** Two bits for the upper half. */
export const highTables = lazy(makeHighTables);

function makeLowTables(): BandTables {
  // A code that is never sent is taken for the smallest negative step.
  const values = new Int32Array(64).fill(scaled(lowLevels[0], true));
  lowLevels.forEach((level, step) => {
    values[lowCode(step, false)] = scaled(level, false);
    values[lowCode(step, true)] = scaled(level, true);
  });
  const seenValues = new Int32Array(16);
  const growth = new Int32Array(16).fill(coarseGrowth[0] ?? 0);
  coarseLevels.slice(1).forEach((level, step) => {
    seenValues[14 - step] = scaled(level, false);
    seenValues[7 - step] = scaled(level, true);
    growth[14 - step] = growth[7 - step] = coarseGrowth[step + 1] ?? 0;
  });
  return { codes: codesOf(lowDecisions, lowCode), values, unseen: 2, seenValues, growth, top: 18432, shift: 8 };
}

function makeHighTables(): BandTables {
  const values = new Int32Array(4);
  const growth = new Int32Array(4);
  highLevels.forEach((level, step) => {
    for (const isNegative of [false, true]) {
      values[highCode(step, isNegative)] = scaled(level, isNegative);
      growth[highCode(step, isNegative)] = highGrowth[step] ?? 0;
    }
  });
  return {
    codes: codesOf(highDecisions, highCode),
    values,
    unseen: 0,
    seenValues: values,
    growth,
    top: 22528,
    shift: 10,
  };
}

/**
 * Positive steps count down from 61; negative ones take 63 and 62 first and then count down from 31. The lowest four
 * codes are never sent: one of them could, robbed of its low bits, become all zeros.
 */
function lowCode(step: number, isNegative: boolean): number {
  return isNegative ? (step < 2 ? 63 - step : 33 - step) : 61 - step;
}

/** Sign, then the smaller step as 1. */
function highCode(step: number, isNegative: boolean): number {
  return (isNegative ? 0 : 2) + (1 - step);
}

function codesOf(decisions: readonly number[], code: (step: number, isNegative: boolean) => number): Uint8Array {
  const sizes = (decisions.at(-1) ?? 0) + 1;
  return Uint8Array.from({ length: 2 * sizes }, (_, index) => {
    const step = decisions.filter((decision) => decision <= index % sizes).length;
    return code(step, index >= sizes);
  });
}

/** Levels have twelve bits behind the point, factors fifteen. */
function scaled(level: number | undefined, isNegative: boolean): number {
  return (isNegative ? -8 : 8) * (level ?? 0);
}
