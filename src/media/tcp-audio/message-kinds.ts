import { makeCodec } from '../codecs/make-codec';

/** The first byte of a message says what it is. */
export const messageKinds = { hangUp: 0x00, uuid: 0x01, digit: 0x03, firstAudio: 0x10 } as const;

/** Samples per second of the kinds of audio, from the first one on. */
const audioRates = [8000, 12_000, 16_000, 24_000, 32_000, 44_100, 48_000, 96_000, 192_000] as const;

export interface AudioKind {
  readonly kind: number;
  /** Samples per second. */
  readonly rate: number;
}

/** Undefined when messages of this kind carry no audio. */
export function rateOfKind(kind: number): number | undefined {
  return audioRates[kind - messageKinds.firstAudio];
}

/** The kind of message that carries a format; undefined when there is none, as for all that is not signed linear. */
export function kindOfFormat(format: string): AudioKind | undefined {
  if (!format.startsWith('slin')) return undefined;
  const rate = makeCodec(format)?.rate;
  const place = audioRates.findIndex((other) => other === rate);
  return rate === undefined || place < 0 ? undefined : { kind: messageKinds.firstAudio + place, rate };
}
