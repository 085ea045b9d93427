import type { Attribute } from './session-description';
import { attribute, attributeValues } from './session-description';
import type { WrittenFormats } from './shared-formats';
import { findingsOf, shareFormats } from './shared-formats';

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
export function formatsOf(media: WrittenFormats): readonly PayloadFormat[] {
  return kept.get(media.formats) ?? readFormats(media);
}

/** By the list of their numbers in a section. */
const kept = new WeakMap<readonly string[], readonly PayloadFormat[]>();

/** For what many calls share: it is read once. Sections that explain their numbers otherwise must not have the same list of them. */
export function keepFormats(media: WrittenFormats): void {
  const formats = readFormats(media);
  shareFormats(formats);
  kept.set(media.formats, formats);
}

function readFormats(media: WrittenFormats): readonly PayloadFormat[] {
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

/** The numbers and the lines of formats. */
export function writeFormats(formats: readonly PayloadFormat[]): WrittenFormats {
  const findings = findingsOf(formats);
  if (findings?.written !== undefined) return findings.written;
  const attributes: Attribute[] = [];
  for (const format of formats) attributes.push(...formatAttributes(format));
  const written = { formats: formats.map(({ payload }) => String(payload)), attributes };
  if (findings === undefined) return written;
  keepFormats(written);
  return (findings.written = written);
}

/** The lines that explain a format. Static ones get an a=rtpmap, too: some do not know the numbers. */
function formatAttributes({ payload, name, clockRate, channels, parameters }: PayloadFormat): readonly Attribute[] {
  const suffix = channels === 1 ? '' : `/${channels}`;
  const map = attribute('rtpmap', `${payload} ${name}/${clockRate}${suffix}`);
  return parameters === undefined ? [map] : [map, attribute('fmtp', `${payload} ${parameters}`)];
}

function mapsOf(media: WrittenFormats): ReadonlyMap<number, Encoding> {
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

function parametersOf(media: WrittenFormats): ReadonlyMap<number, string> {
  const parameters = new Map<number, string>();
  for (const value of attributeValues(media, 'fmtp')) {
    const space = value.indexOf(' ');
    if (/^\d{1,3} /.test(value)) parameters.set(Number(value.slice(0, space)), value.slice(space + 1).trim());
  }
  return parameters;
}
