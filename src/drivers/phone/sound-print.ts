/** Samples per second of what phones say and hear. */
export const phoneRate = 16_000;
/** Samples of 20 ms. */
export const frameSamples = phoneRate / 50;

/** Hz at which the spectrum of a frame is measured: the band that survives narrow-band codecs. */
const pitches = Array.from({ length: 14 }, (_, at) => 250 * 1.21 ** at);
const coefficients = pitches.map((pitch) => 2 * Math.cos((2 * Math.PI * pitch) / phoneRate));
/** Frames below this mean level are silent. */
const silentLevel = 30;
/** Frames of a sound that are compared; a longer one counts as heard from there on. */
const comparedFrames = 150;
const fewestFrames = 5;
/** The correlation from which on two pieces are the same sound. */
const sameSound = 0.85;

/** The spectrum of one frame. */
export type FramePrint = Float32Array;

/** How loud a frame of 20 ms is at each pitch, on a logarithmic scale. */
export function printFrame(samples: Int16Array): FramePrint {
  return Float32Array.from(coefficients, (coefficient) => {
    let [before, now] = [0, 0];
    for (const sample of samples) [before, now] = [now, sample + coefficient * now - before];
    const power = before * before + now * now - coefficient * before * now;
    return Math.log1p(Math.max(0, power) / (samples.length * samples.length));
  });
}

export function isSilent(samples: Int16Array): boolean {
  let sum = 0;
  for (const sample of samples) sum += Math.abs(sample);
  return sum < silentLevel * samples.length;
}

/** What a sound is recognised by: the spectra of its frames, with mean 0 and length 1. */
export interface SoundPrint {
  readonly frames: number;
  readonly values: Float64Array;
}

/** Of its first three seconds, without the silence in front. */
export function printSound(samples: Int16Array): SoundPrint {
  const frames: FramePrint[] = [];
  for (let at = 0; at + frameSamples <= samples.length && frames.length < comparedFrames; at += frameSamples) {
    const frame = samples.subarray(at, at + frameSamples);
    if (frames.length > 0 || !isSilent(frame)) frames.push(printFrame(frame));
  }
  return { frames: frames.length, values: normalized(frames) };
}

/** Where the sound begins in what was heard, from this frame on; undefined when it is not there. */
export function findSound(
  { frames, values }: SoundPrint,
  heard: readonly FramePrint[],
  from: number,
): number | undefined {
  if (frames < fewestFrames) return undefined;
  for (let at = Math.max(0, from); at + frames <= heard.length; at += 1)
    if (correlation(values, heard, at) >= sameSound) return at;
  return undefined;
}

/** Mean 0, length 1. */
function normalized(frames: readonly FramePrint[]): Float64Array {
  const values = Float64Array.from(frames.flatMap((frame) => [...frame]));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centered = values.map((value) => value - mean);
  const norm = Math.sqrt(centered.reduce((sum, value) => sum + value * value, 0));
  return norm === 0 ? centered : centered.map((value) => value / norm);
}

function correlation(wanted: Float64Array, heard: readonly FramePrint[], at: number): number {
  const bands = coefficients.length;
  const count = wanted.length / bands;
  let [sum, squares, product] = [0, 0, 0];
  for (let frame = 0; frame < count; frame += 1) {
    const values = heard[at + frame];
    for (let band = 0; band < bands; band += 1) {
      const value = values?.[band] ?? 0;
      sum += value;
      squares += value * value;
      product += value * (wanted[frame * bands + band] ?? 0);
    }
  }
  const spread = squares - (sum * sum) / wanted.length;
  return spread <= 0 ? 0 : product / Math.sqrt(spread);
}
