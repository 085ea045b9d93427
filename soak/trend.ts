import { median } from '../bench/measure/statistics';
import type { Figure } from './figures';

export interface Trend {
  /** What the values gained over the time that is judged, as a straight line through them has it. */
  readonly gain: number;
  /** How much that may be. */
  readonly permitted: number;
  readonly isFlat: boolean;
}

/**
 * Whether a figure keeps its size. The first third does not count: a server compiles and fills its caches then. The line
 * is that of Theil and Sen, the median of the slopes between all pairs of values, which no outlier can tilt.
 */
export function trendOf(values: readonly number[], { noise }: Pick<Figure, 'noise'>): Trend {
  const judged = values.slice(Math.floor(values.length / 3));
  const slopes = judged.flatMap((from, index) =>
    judged.slice(index + 1).map((to, distance) => (to - from) / (distance + 1)),
  );
  const gain = slopes.length === 0 ? 0 : median(slopes) * (judged.length - 1);
  const permitted = Math.abs(median(judged)) * noise.share + noise.more;
  return { gain, permitted, isFlat: gain <= permitted };
}
