import type { Attribute, MediaDescription } from './session-description';
import { attribute, attributeValues } from './session-description';

/** An encoding, whatever number it has. */
export interface Encoding {
  /** As it is usually written; compared without case. */
  readonly name: string;
  readonly clockRate: number;
  readonly channels: number;
}

/** An encoding under its number in one description. */
export interface PayloadFormat extends Encoding {
  readonly payload: number;
  /** Its parameters (a=fmtp), as written. */
  readonly parameters: string | undefined;
}

export const telephoneEvent = 'telephone-event';
const comfortNoise = 'CN';

/** Numbers that need no a=rtpmap (RFC 3551 §6). */
const staticEncodings: Readonly<Record<number, Encoding>> = {
  0: encoding('PCMU', 8000),
  3: encoding('GSM', 8000),
  4: encoding('G723', 8000),
  5: encoding('DVI4', 8000),
  6: encoding('DVI4', 16_000),
  7: encoding('LPC', 8000),
  8: encoding('PCMA', 8000),
  // G.722 samples at 16 kHz; its clock rate of 8 kHz is a historical mistake (RFC 3551 §4.5.2).
  9: encoding('G722', 8000),
  10: encoding('L16', 44_100, 2),
  11: encoding('L16', 44_100),
  12: encoding('QCELP', 8000),
  13: encoding(comfortNoise, 8000),
  14: encoding('MPA', 90_000),
  15: encoding('G728', 8000),
  16: encoding('DVI4', 11_025),
  17: encoding('DVI4', 22_050),
  18: encoding('G729', 8000),
};

const staticPayloads = Object.entries(staticEncodings).map(([payload, each]) => ({
  payload: Number(payload),
  encoding: each,
}));

export const firstDynamicPayload = 96;
export const lastPayload = 127;

export function encoding(name: string, clockRate: number, channels = 1): Encoding {
  return { name, clockRate, channels };
}

export function sameEncoding(one: Encoding, other: Encoding): boolean {
  return one.clockRate === other.clockRate && one.channels === other.channels && sameName(one.name, other.name);
}

export function isTelephoneEvent({ name }: Encoding): boolean {
  return sameName(name, telephoneEvent);
}

/** Comparing lengths first spares nearly all conversions. */
function sameName(one: string, other: string): boolean {
  return one === other || (one.length === other.length && one.toLowerCase() === other.toLowerCase());
}

/** Whether it carries speech: neither digits nor comfort noise. */
export function isSpeech(format: Encoding): boolean {
  return !isTelephoneEvent(format) && !sameName(format.name, comfortNoise);
}

/** The number that an encoding has without being given one. */
export function staticPayload(wanted: Encoding): number | undefined {
  return staticPayloads.find(({ encoding: each }) => sameEncoding(each, wanted))?.payload;
}

/** The formats of a media section in the order of its m= line; numbers that mean nothing are left out. */
export function formatsOf(media: MediaDescription): readonly PayloadFormat[] {
  return kept.get(media.attributes) ?? readFormats(media);
}

/** By the attributes of a section, of those that are kept themselves. */
const kept = new WeakMap<readonly Attribute[], readonly PayloadFormat[]>();

/** For a section that many calls share: its formats are read once. Other sections must not have the same list of attributes. */
export function keepFormats(media: MediaDescription): void {
  kept.set(media.attributes, readFormats(media));
}

function readFormats(media: MediaDescription): readonly PayloadFormat[] {
  const maps = mapsOf(media);
  const parameters = parametersOf(media);
  const formats: PayloadFormat[] = [];
  for (const text of media.formats) {
    const payload = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
    const known = maps.get(payload) ?? staticEncodings[payload];
    if (known === undefined || payload > lastPayload || formats.some((each) => each.payload === payload)) continue;
    const { name, clockRate, channels } = known;
    formats.push({ payload, name, clockRate, channels, parameters: parameters.get(payload) });
  }
  return formats;
}

/** The lines that explain a format. Static ones get an a=rtpmap, too: some do not know the numbers. */
export function formatAttributes({
  payload,
  name,
  clockRate,
  channels,
  parameters,
}: PayloadFormat): readonly Attribute[] {
  const suffix = channels === 1 ? '' : `/${channels}`;
  const map = attribute('rtpmap', `${payload} ${name}/${clockRate}${suffix}`);
  return parameters === undefined ? [map] : [map, attribute('fmtp', `${payload} ${parameters}`)];
}

function mapsOf(media: MediaDescription): ReadonlyMap<number, Encoding> {
  const maps = new Map<number, Encoding>();
  for (const value of attributeValues(media, 'rtpmap')) {
    const [, payload, name, clockRate, channels = '1'] =
      /^(\d{1,3}) +([^\s/]+)\/(\d{1,6})(?:\/(\d{1,2}))?\s*$/.exec(value) ?? [];
    if (payload !== undefined && name !== undefined) {
      maps.set(Number(payload), encoding(name, Number(clockRate), Number(channels)));
    }
  }
  return maps;
}

function parametersOf(media: MediaDescription): ReadonlyMap<number, string> {
  const parameters = new Map<number, string>();
  for (const value of attributeValues(media, 'fmtp')) {
    const space = value.indexOf(' ');
    if (/^\d{1,3} /.test(value)) parameters.set(Number(value.slice(0, space)), value.slice(space + 1).trim());
  }
  return parameters;
}
