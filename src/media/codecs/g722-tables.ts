// Numbers of ITU-T G.722. Quantisers are in units of the scale factor.

/** First half of the symmetric filter that splits the band in two and joins it again; it adds up to 2^12. */
const halfFilter = [3, -11, -11, 53, 12, -156, 32, 362, -210, -805, 951, 3876];
export const mirrorFilter = Int32Array.from([...halfFilter, ...halfFilter.toReversed()]);

/** Where one step of the quantiser of the low band ends and the next begins. */
export const lowDecisions = Int32Array.of(
  ...[35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714],
  ...[786, 858, 940, 1023, 1121, 1219, 1339, 1458, 1612, 1765, 1980, 2195, 2557, 2919],
);

/** What the steps of the low band stand for, smallest first. */
const lowLevels = [
  ...[17, 54, 91, 130, 170, 211, 254, 300, 347, 396, 447, 501, 558, 618, 682],
  ...[750, 822, 899, 982, 1072, 1170, 1279, 1399, 1535, 1689, 1873, 2088, 2376, 2738, 3101],
];

/** The same with the two lowest bits left out, which is what both sides predict from. */
const coarseLevels = [0, 150, 323, 530, 786, 1121, 1612, 2557];

/** In the high band: one decision, two steps. */
export const highDecision = 564;
const highLevels = [202, 926];

/** How the scale factors grow, by the step that was sent. */
const lowGrowth = [-60, -30, 58, 172, 334, 538, 1198, 3042];
const highGrowth = [-214, 798];

/**
 * Six bits of the low band. Positive steps count down from 61; negative ones take 63 and 62 first and then count down
 * from 31. The lowest four codes are never sent: one of them could, robbed of its low bits, become all zeros.
 */
export const lowCode = (step: number, isNegative: boolean): number =>
  isNegative ? (step < 2 ? 63 - step : 33 - step) : 61 - step;

/** Two bits of the high band: sign, then the smaller step as 1. */
export const highCode = (step: number, isNegative: boolean): number => (isNegative ? 0 : 2) + (1 - step);

/** What a code of six bits stands for; one that is never sent is taken for the smallest negative step. */
export const lowValues = new Int32Array(64).fill(scaled(lowLevels[0], true));
lowLevels.forEach((level, step) => {
  lowValues[lowCode(step, false)] = scaled(level, false);
  lowValues[lowCode(step, true)] = scaled(level, true);
});

/** What the upper four bits of a code stand for, and how they make the scale factor grow. */
export const coarseValues = new Int32Array(16);
export const coarseGrowth = new Int32Array(16).fill(lowGrowth[0] ?? 0);
coarseLevels.slice(1).forEach((level, step) => {
  coarseValues[14 - step] = scaled(level, false);
  coarseValues[7 - step] = scaled(level, true);
  coarseGrowth[14 - step] = coarseGrowth[7 - step] = lowGrowth[step + 1] ?? 0;
});

export const highValues = new Int32Array(4);
export const highGrowthByCode = new Int32Array(4);
highLevels.forEach((level, step) => {
  for (const isNegative of [false, true]) {
    highValues[highCode(step, isNegative)] = scaled(level, isNegative);
    highGrowthByCode[highCode(step, isNegative)] = highGrowth[step] ?? 0;
  }
});

/** Powers of two in steps of 1/32, the whole octave above 2^11. */
export const octave = Int32Array.from({ length: 32 }, (_, index) => Math.round(2 ** (11 + index / 32)));

/** Levels have twelve bits behind the point, factors fifteen. */
function scaled(level: number | undefined, isNegative: boolean): number {
  return (isNegative ? -8 : 8) * (level ?? 0);
}
