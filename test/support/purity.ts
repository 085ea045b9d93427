import { goertzel, rms } from '../../src/media/samples/levels';

/** How much of all that is heard is this tone; 1 for nothing else. */
export function purity(samples: Int16Array, frequency: number, rate: number): number {
  return goertzel(samples, frequency, rate) / Math.SQRT2 / rms(samples);
}
