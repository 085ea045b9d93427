import type { NetworkPlace } from '../../shared/network/network-place';
import type { Direction } from './direction';
import { directionOf, narrowed, receives, reversed } from './direction';
import type { AgreedKeys } from './media-keys';
import { agreedKeys } from './media-keys';
import { connectionOf, isNullAddress, mediaPlace, rtcpPlace, wantsRtcpMux } from './media-address';
import type { PayloadFormat } from './payload-formats';
import { formatsOf, isSpeech, isTelephoneEvent, sameEncoding } from './payload-formats';
import { SdpRefusal } from './sdp-refusal';
import type { Bandwidth, MediaDescription, SessionBody } from './session-description';
import { attributeNumber, attributeValue } from './session-description';
import type { AgreedFormats } from './shared-formats';
import { findingsOf } from './shared-formats';

/** What both sides have agreed on for one audio stream, seen from ours. */
export interface AgreedAudio extends AgreedFormats {
  /** Where we send to; undefined when there is nothing to send to. */
  readonly remote: NetworkPlace | undefined;
  readonly remoteRtcp: NetworkPlace | undefined;
  readonly rtcpMux: boolean;
  /** What we do. */
  readonly direction: Direction;
  /** Whether the far end does not want to hear us: sendonly, inactive, or no address. */
  readonly isHeld: boolean;
  /** Milliseconds of audio that the far end wants in a packet, and how many it bears at most. */
  readonly ptime: number | undefined;
  readonly maxptime: number | undefined;
  /** How packets are protected; undefined when they are not. */
  readonly keys: AgreedKeys | undefined;
  readonly label: string | undefined;
  readonly bandwidth: readonly Bandwidth[];
}

/** A media section with the session around it. */
export interface SectionInSession {
  readonly section: MediaDescription;
  readonly session: SessionBody;
  /** Those of the section, where they are known already. */
  readonly formats?: readonly PayloadFormat[];
}

/** Joins both sides of a stream; undefined when they have no format in common. `answeredBy` has the last word on order. */
export function agreedAudio(
  local: SectionInSession,
  remote: SectionInSession,
  answeredBy: 'local' | 'remote',
): AgreedAudio | undefined {
  const own = local.formats ?? formatsOf(local.section);
  const theirs = remote.formats ?? formatsOf(remote.section);
  const formats = agreedFormats(own, theirs, answeredBy);
  if (formats === undefined) return undefined;
  const rtcpMux = wantsRtcpMux(local.section) && wantsRtcpMux(remote.section);
  const place = mediaPlace(remote.section, remote.session);
  const { direction, isHeld } = directions(local, remote);
  return {
    sendFormats: formats.sendFormats,
    receiveFormats: formats.receiveFormats,
    sendEvents: formats.sendEvents,
    receiveEvents: formats.receiveEvents,
    remote: place,
    remoteRtcp: place && rtcpPlace(remote.section, place, rtcpMux),
    rtcpMux,
    direction,
    isHeld,
    ptime: attributeNumber(remote.section, 'ptime') ?? attributeNumber(local.section, 'ptime'),
    maxptime: attributeNumber(remote.section, 'maxptime'),
    keys: agreedKeys(local.section, remote.section),
    label: attributeValue(remote.section, 'label'),
    bandwidth: remote.section.bandwidth,
  };
}

/** Reads the answer to an offer of ours, stream by stream. */
export function readAnswer(offer: SessionBody, answer: SessionBody): readonly (AgreedAudio | undefined)[] {
  if (answer.media.length !== offer.media.length) {
    throw new SdpRefusal(1, `the answer has ${answer.media.length} m= lines, the offer ${offer.media.length}`);
  }
  return offer.media.map((section, index) => {
    const answered = answer.media[index];
    if (answered === undefined || answered.port === 0 || section.port === 0) return undefined;
    if (section.kind !== 'audio' || answered.kind !== 'audio') return undefined;
    return agreedAudio({ section, session: offer }, { section: answered, session: answer }, 'remote');
  });
}

/**
 * The direction of the far end. Without an address it receives nothing, whatever it declares (RFC 3264 §8.4 on RFC
 * 2543).
 */
export function offeredDirection(section: MediaDescription, session: SessionBody): Direction {
  const said = directionOf(section, session);
  const address = connectionOf(section, session)?.address;
  return address !== undefined && isNullAddress(address) ? narrowed(said, 'sendonly') : said;
}

function directions(local: SectionInSession, remote: SectionInSession): Pick<AgreedAudio, 'direction' | 'isHeld'> {
  const theirs = offeredDirection(remote.section, remote.session);
  const ours = directionOf(local.section, local.session);
  return { direction: narrowed(ours, reversed(theirs)), isHeld: !receives(theirs) };
}

/** Many calls have the same lists on both sides. */
function agreedFormats(
  own: readonly PayloadFormat[],
  theirs: readonly PayloadFormat[],
  answeredBy: 'local' | 'remote',
): AgreedFormats | undefined {
  const findings = findingsOf(theirs);
  const agreements = answeredBy === 'local' ? findings?.agreedByUs : findings?.agreedByThem;
  const known = agreements?.get(own);
  if (known !== undefined) return known;
  const agreed = compareFormats(own, theirs, answeredBy);
  // A list of a single call would stay in memory with it.
  if (agreed !== undefined && findingsOf(own) !== undefined) agreements?.set(own, agreed);
  return agreed;
}

function compareFormats(
  own: readonly PayloadFormat[],
  theirs: readonly PayloadFormat[],
  answeredBy: 'local' | 'remote',
): AgreedFormats | undefined {
  const [sendable, receivable] = [common(theirs, own), common(own, theirs)];
  const answered = answeredBy === 'local' ? own : theirs;
  const sendFormats = inOrderOf(answered, sendable).filter(isSpeech);
  const receiveFormats = inOrderOf(answered, receivable).filter(isSpeech);
  const [first] = sendFormats;
  if (first === undefined || receiveFormats.length === 0) return undefined;
  const sendEvents = sendable.find((each) => isTelephoneEvent(each) && each.clockRate === first.clockRate);
  return { sendFormats, receiveFormats, sendEvents, receiveEvents: receivable.filter(isTelephoneEvent) };
}

/** Those that the others have, too. Where an encoding has several numbers, the one that both use is meant. */
function common(formats: readonly PayloadFormat[], others: readonly PayloadFormat[]): readonly PayloadFormat[] {
  return formats.filter((format) => {
    if (!others.some((other) => sameEncoding(format, other))) return false;
    const isOnlyOne = formats.every((each) => each === format || !sameEncoding(each, format));
    return isOnlyOne || others.some((other) => other.payload === format.payload && sameEncoding(format, other));
  });
}

function inOrderOf(order: readonly PayloadFormat[], formats: readonly PayloadFormat[]): readonly PayloadFormat[] {
  const ranks: number[] = [];
  for (const format of formats) ranks.push(order.findIndex((each) => sameEncoding(each, format)));
  if (ranks.every((rank, index) => index === 0 || rank >= (ranks[index - 1] ?? 0))) return formats;
  const places = ranks.map((rank, index) => ({ rank, index })).sort((one, other) => one.rank - other.rank);
  return places.map(({ index }) => formats[index]).filter((format) => format !== undefined);
}
