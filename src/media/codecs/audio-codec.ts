/**
 * An audio codec. An instance belongs to one stream and keeps separate state for each direction. `into` receives the
 * result when its length fits, so that nothing is allocated.
 */
export interface AudioCodec {
  readonly name: string;
  /** Sample rate of the decoded audio. */
  readonly rate: number;
  /** The maximum for codecs with variable frame sizes. */
  readonly bytesPerSecond: number;
  readonly encode: (samples: Int16Array, into?: Uint8Array) => Uint8Array;
  readonly decode: (bytes: Uint8Array, into?: Int16Array) => Int16Array;
  /** Releases native memory, if any. Idempotent. */
  readonly close?: () => void;
}

export function bytesFor(length: number, into: Uint8Array | undefined): Uint8Array {
  return into?.length === length ? into : new Uint8Array(length);
}

export function samplesFor(length: number, into: Int16Array | undefined): Int16Array {
  return into?.length === length ? into : new Int16Array(length);
}
