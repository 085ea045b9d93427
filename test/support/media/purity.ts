import { goertzel, rms } from '../../../src/media/samples/levels';

/** How much of all that is heard is this tone; 1 for nothing else. */
export function purity(samples: Int16Array, frequency: number, rate: number): number {
  return goertzel(samples, frequency, rate) / Math.SQRT2 / rms(samples);
}

/** The share of a tone where it is purest, for a fifth of a second: on a busy machine packets may come late. */
export function bestPurity(samples: Int16Array, frequency: number): number {
  const shares: number[] = [0];
  for (let at = 0; at + 1600 <= samples.length; at += 800)
    shares.push(purity(samples.subarray(at, at + 1600), frequency, 8000) || 0);
  return Math.max(...shares);
}
