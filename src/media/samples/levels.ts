/** Root of the mean square, in units of a sample. */
export function rms(frame: Int16Array): number {
  let sum = 0;
  for (let i = 0; i < frame.length; i += 1) {
    const sample = frame[i] ?? 0;
    sum += sample * sample;
  }
  return frame.length === 0 ? 0 : Math.sqrt(sum / frame.length);
}

export function peak(frame: Int16Array): number {
  let highest = 0;
  for (let i = 0; i < frame.length; i += 1) {
    const magnitude = magnitudeOf(frame[i] ?? 0);
    if (magnitude > highest) highest = magnitude;
  }
  return highest;
}

/** Mean of the magnitudes: cheaper than the root of squares, and what thresholds of talking are given in. */
export function meanLevel(frame: Int16Array): number {
  let sum = 0;
  for (let i = 0; i < frame.length; i += 1) sum += magnitudeOf(frame[i] ?? 0);
  return frame.length === 0 ? 0 : sum / frame.length;
}

/** Of a ratio of amplitudes; nothing at all is minus infinity. */
export function toDecibels(ratio: number): number {
  return 20 * Math.log10(ratio);
}

/** The ratio of amplitudes that a number of decibels stands for. */
export function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 20);
}

/** Amplitude of one frequency in a frame, in units of a sample; sharpest where whole periods fit into the frame. */
export function goertzel(frame: Int16Array, frequency: number, rate: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * frequency) / rate);
  let last = 0;
  let beforeLast = 0;
  for (let i = 0; i < frame.length; i += 1) {
    const next = (frame[i] ?? 0) + turn * last - beforeLast;
    beforeLast = last;
    last = next;
  }
  const power = last * last + beforeLast * beforeLast - turn * last * beforeLast;
  return frame.length === 0 ? 0 : (2 * Math.sqrt(Math.max(0, power))) / frame.length;
}

function magnitudeOf(sample: number): number {
  return sample < 0 ? -sample : sample;
}
