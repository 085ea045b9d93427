// Looked up once: jest wraps globals, and these are needed a hundred thousand times.
const { sin, cos, round, PI } = Math;

export interface ToneOptions {
  readonly rate: number;
  readonly seconds?: number;
  readonly amplitude?: number;
}

/** A pure tone, rounded to whole samples. */
export function aTone(frequency: number, { rate, seconds = 1, amplitude = 16000 }: ToneOptions): Int16Array {
  return Int16Array.from({ length: round(rate * seconds) }, (_, n) =>
    round(amplitude * sin((2 * PI * frequency * n) / rate)),
  );
}

/** A second of a tone less the first 100 ms, in which filters and quantisers find their way. */
export function settled(samples: Int16Array, rate: number): Int16Array {
  return samples.slice(rate / 10);
}

/** How loud the tone is that fits best, and by how many decibels it stands above all that is not this tone. */
export function measureTone(samples: Int16Array, frequency: number, rate: number): { amplitude: number; snr: number } {
  const [sine, cosine] = bestFit(samples, (2 * PI * frequency) / rate);
  let [signal, noise] = [0, 0];
  samples.forEach((sample, n) => {
    const angle = (2 * PI * frequency * n) / rate;
    const expected = sine * sin(angle) + cosine * cos(angle);
    signal += expected ** 2;
    noise += (sample - expected) ** 2;
  });
  return { amplitude: Math.hypot(sine, cosine), snr: 10 * Math.log10(signal / noise) };
}

/** Least squares: the normal equations of a sine and a cosine. */
function bestFit(samples: Int16Array, step: number): readonly [number, number] {
  let [ss, sc, cc, xs, xc] = [0, 0, 0, 0, 0];
  samples.forEach((sample, n) => {
    const [sine, cosine] = [sin(step * n), cos(step * n)];
    ss += sine * sine;
    sc += sine * cosine;
    cc += cosine * cosine;
    xs += sample * sine;
    xc += sample * cosine;
  });
  const determinant = ss * cc - sc * sc;
  return [(xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant];
}

/** The same samples in pieces of the given lengths, over and over, the last one as long as it comes. */
export function inPieces(samples: Int16Array, lengths: readonly number[]): Int16Array[] {
  const pieces: Int16Array[] = [];
  for (let at = 0, turn = 0; at < samples.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? samples.length;
    pieces.push(samples.slice(at, at + length));
    at += length;
  }
  return pieces;
}
