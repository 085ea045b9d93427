import { audioSection, refusedSection, sessionOf } from './audio-section';
import type { LocalAudio, LocalFormat } from './local-audio';
import { eventFormats, protocolsOf } from './local-audio';
import { connectionTo } from './media-address';
import type { Encoding, PayloadFormat } from './payload-formats';
import {
  firstDynamicPayload,
  formatsOf,
  isTelephoneEvent,
  lastPayload,
  sameEncoding,
  staticPayload,
} from './payload-formats';
import type { MediaDescription, SessionBody } from './session-description';
import { shareFormats } from './shared-formats';

/** The usual payload type of telephone events at 8 kHz. */
const usualEventPayload = 101;

/**
 * An offer of these streams, in this order; undefined for an ended stream. Agreed streams keep their position and
 * payload types: an m= line is never removed, and a number never changes its meaning (RFC 3264 §8).
 */
export function makeOffer(streams: readonly (LocalAudio | undefined)[], previous?: SessionBody): SessionBody {
  const before = previous?.media ?? [];
  const count = Math.max(streams.length, before.length);
  const sections = Array.from({ length: count }, (_, index): MediaDescription => {
    const [stream, old] = [streams[index], before[index]];
    if (stream !== undefined) return offeredSection(stream, old);
    return refusedSection(old ?? unusedSection);
  });
  const fallback = previous?.connection ?? connectionTo('0.0.0.0');
  return sessionOf(sections, fallback);
}

const unusedSection: MediaDescription = {
  kind: 'audio',
  port: 0,
  protocol: 'RTP/AVP',
  formats: ['0'],
  bandwidth: [],
  attributes: [],
};

function offeredSection(local: LocalAudio, previous: MediaDescription | undefined): MediaDescription {
  const [protocol = 'RTP/AVP'] = protocolsOf(local);
  const formats = previous === undefined ? firstFormats(local) : numberedFormats(local, previous);
  const { direction = 'sendrecv', rtcpMux = false } = local;
  return audioSection(local, { protocol: previous?.protocol ?? protocol, formats, direction, rtcpMux });
}

/** What is offered at first, by the formats that we can use: with telephone events, and without. */
const firstOffers = new WeakMap<readonly LocalFormat[], readonly PayloadFormat[]>();
const firstOffersWithoutEvents = new WeakMap<readonly LocalFormat[], readonly PayloadFormat[]>();

/** Many calls can use the same formats, and offer the same then. */
function firstFormats(local: LocalAudio): readonly PayloadFormat[] {
  const offers = local.telephoneEvents === false ? firstOffersWithoutEvents : firstOffers;
  const known = offers.get(local.formats);
  if (known !== undefined) return known;
  const formats = numberedFormats(local, undefined);
  shareFormats(formats);
  offers.set(local.formats, formats);
  return formats;
}

function numberedFormats(local: LocalAudio, previous: MediaDescription | undefined): readonly PayloadFormat[] {
  const numbers = new PayloadNumbers(previous);
  return [...local.formats, ...eventFormats(local, local.formats)].map((format) => numbers.assign(format));
}

/** Gives out payload numbers: those of before, static ones, wanted ones, and free ones, in this order. */
class PayloadNumbers {
  readonly #before: readonly PayloadFormat[];
  readonly #used: Set<number>;

  constructor(previous: MediaDescription | undefined) {
    this.#before = previous === undefined ? [] : formatsOf(previous);
    this.#used = new Set(this.#before.map(({ payload }) => payload));
  }

  assign(format: LocalFormat): PayloadFormat {
    const { name, clockRate, channels, parameters } = format;
    const payload = this.#before.find((each) => sameEncoding(each, format))?.payload ?? this.#newNumber(format);
    this.#used.add(payload);
    return { payload, name, clockRate, channels, parameters };
  }

  #newNumber(format: LocalFormat): number {
    const wanted = staticPayload(format) ?? format.payload ?? usualPayload(format);
    if (wanted !== undefined && !this.#used.has(wanted)) return wanted;
    for (let payload = firstDynamicPayload; payload <= lastPayload; payload += 1) {
      if (!this.#used.has(payload) && payload !== usualEventPayload) return payload;
    }
    throw new RangeError('more formats than there are payload numbers');
  }
}

function usualPayload(format: Encoding): number | undefined {
  return isTelephoneEvent(format) && format.clockRate === 8000 ? usualEventPayload : undefined;
}
