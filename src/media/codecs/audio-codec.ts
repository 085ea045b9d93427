/**
 * One way to write audio as bytes. An instance belongs to one stream: what it remembers of the frames before is kept
 * apart for each direction. `into` takes the result when it has just the right length, so that nothing is allocated.
 */
export interface AudioCodec {
  readonly name: string;
  /** Samples per second on the side of the samples. */
  readonly rate: number;
  /** The most there can be, where a frame takes as many bytes as it needs. */
  readonly bytesPerSecond: number;
  readonly encode: (samples: Int16Array, into?: Uint8Array) => Uint8Array;
  readonly decode: (bytes: Uint8Array, into?: Int16Array) => Int16Array;
  /** Gives back what it holds outside of this language's memory, where it does. Twice is harmless. */
  readonly close?: () => void;
}

export function bytesFor(length: number, into: Uint8Array | undefined): Uint8Array {
  return into?.length === length ? into : new Uint8Array(length);
}

export function samplesFor(length: number, into: Int16Array | undefined): Int16Array {
  return into?.length === length ? into : new Int16Array(length);
}
