import { codecNames } from '../../codecs/make-codec';
import type { RtpPayload } from '../../protocol-rtp';

/** What a payload type stands for where nothing was negotiated. */
export interface PayloadFormat {
  /** For audio, the name of its codec. */
  readonly name: string;
  readonly kind: 'audio' | 'events' | 'noise';
  /** Steps of the timestamp per second. */
  readonly clockRate: number;
}

interface NumberedFormat extends PayloadFormat {
  /** The first is the one that is sent. */
  readonly types: readonly number[];
}

const audio = (name: string, clockRate: number, ...types: readonly number[]): NumberedFormat[] =>
  codecNames.includes(name) ? [{ name, kind: 'audio', clockRate, types }] : [];

const formats: readonly NumberedFormat[] = [
  ...audio('ulaw', 8000, 0),
  ...audio('alaw', 8000, 8),
  // The clock runs at half the rate of the samples, by an old mistake that was kept (RFC 3551 §4.5.2).
  ...audio('g722', 8000, 9),
  // 10 is for two channels by the book, and read as one: that is what is meant by those who send it here.
  ...audio('slin', 8000, 11, 10),
  ...audio('slin192', 192000, 96),
  // At this clock whatever the rate of the samples (RFC 7587 §4.1).
  ...audio('opus', 48000, 107),
  ...audio('slin16', 16000, 118),
  ...audio('slin12', 12000, 122),
  ...audio('slin24', 24000, 123),
  ...audio('slin32', 32000, 124),
  ...audio('slin44', 44100, 125),
  ...audio('slin48', 48000, 126),
  ...audio('slin96', 96000, 127),
  { name: 'telephone-event', kind: 'events', clockRate: 8000, types: [101] },
  { name: 'comfort-noise', kind: 'noise', clockRate: 8000, types: [13, 19] },
];

const byType = new Map(formats.flatMap((format) => format.types.map((type) => [type, format] as const)));
const byName = new Map(formats.map((format) => [format.name, format]));

/** What a payload of this type holds; undefined when it is nothing that can be used. */
export function formatOfPayload(type: number): PayloadFormat | undefined {
  return byType.get(type);
}

/** The numbers of a format, the one to send first; none when there is no codec for it. */
export function payloadsOfFormat(name: string): readonly RtpPayload[] {
  const format = byName.get(name);
  if (format?.kind !== 'audio') return [];
  return format.types.map((type) => ({ type, format: name, clockRate: format.clockRate }));
}
