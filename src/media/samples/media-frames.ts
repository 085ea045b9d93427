/** Frames are 20 ms long, so a second has fifty. */
export const framesPerSecond = 50;

export const frameLength = 1000 / framesPerSecond;

export const frameSize = (rate: number): number => rate / framesPerSecond;

export function addInto(sum: Int16Array, frame: Int16Array): void {
  for (let index = 0; index < sum.length; index += 1) {
    const value = (sum[index] ?? 0) + (frame[index] ?? 0);
    sum[index] = value > 32767 ? 32767 : value < -32768 ? -32768 : value;
  }
}

export function hasSound(frame: Int16Array): boolean {
  for (const sample of frame) if (sample !== 0) return true;
  return false;
}

const silences = new Map<number, Int16Array>();

/** A frame of silence to read from; all who ask for this size share it. */
export function silentFrame(size: number): Int16Array {
  const known = silences.get(size);
  if (known !== undefined) return known;
  const frame = new Int16Array(size);
  silences.set(size, frame);
  return frame;
}
