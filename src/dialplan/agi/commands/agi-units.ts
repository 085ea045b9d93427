/** Positions in sounds are counted in samples of telephone quality. */
const samplesPerMillisecond = 8;

export function samplesIn(milliseconds: number): number {
  return Math.round(milliseconds * samplesPerMillisecond);
}

export function millisecondsOf(samples: number): number {
  return Math.max(0, Math.round(samples / samplesPerMillisecond));
}

/** Programs know digits by their ASCII codes. */
export function digitCode(digit: string): number {
  return digit.charCodeAt(0);
}
