import { goertzel, rms } from '../../../src/media/samples/levels';

/** How much of all that is heard is this tone; 1 for nothing else. */
export function purity(samples: Int16Array, frequency: number, rate: number): number {
  return goertzel(samples, frequency, rate) / Math.SQRT2 / rms(samples);
}

/** Samples of a packet, and of five in a row. */
const [packet, span] = [160, 800];

/** The share of a tone where it is purest, for a tenth of a second: on a busy machine packets may come late. */
export function bestPurity(samples: Int16Array, frequency: number): number {
  const shares: number[] = [0];
  for (let at = 0; at + span <= samples.length; at += packet)
    shares.push(purity(samples.subarray(at, at + span), frequency, 8000) || 0);
  return Math.max(...shares);
}
