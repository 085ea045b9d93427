/** Milliseconds that a frame lasts, for every format that is cut into frames here. */
export const frameTime = 20;

const sizes: Readonly<Record<string, number>> = {
  ulaw: 160,
  alaw: 160,
  g722: 160,
  slin: 320,
  slin12: 480,
  slin16: 640,
  slin24: 960,
  slin32: 1280,
  slin44: 1764,
  slin48: 1920,
  slin96: 3840,
  slin192: 7680,
};

/** Bytes of a frame; 0 where frames are as long as they need to be, so that only whole ones can be passed through. */
export function optimalFrameSize(format: string): number {
  return sizes[format] ?? 0;
}
