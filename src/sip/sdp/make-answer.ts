import type { AgreedAudio } from './agreed-audio';
import { agreedAudio, offeredDirection } from './agreed-audio';
import { audioSection, refusedSection, sessionOf } from './audio-section';
import { narrowed, reversed } from './direction';
import type { LocalAudio, LocalFormat } from './local-audio';
import { eventRange, fittingFormat, protocolsOf } from './local-audio';
import { connectionTo, wantsRtcpMux } from './media-address';
import type { PayloadFormat } from './payload-formats';
import { formatsOf, isTelephoneEvent } from './payload-formats';
import type { MediaDescription, SessionBody } from './session-description';
import { attribute } from './session-description';
import { findingsOf, shareFormats } from './shared-formats';

export interface AnswerOptions {
  /** Our side of a media section; undefined refuses it. Asked for audio with a port only. */
  readonly streamFor: (section: MediaDescription, index: number) => LocalAudio | undefined;
  /** Whose order of formats counts; the offer's, when absent. */
  readonly preference?: 'local' | 'remote';
}

export interface Answer {
  readonly body: SessionBody;
  /** By the place of their m= line; undefined where there is no stream. */
  readonly streams: readonly (AgreedAudio | undefined)[];
}

/** Answers an offer section by section. When no stream remains, the offer as a whole should be refused with 488. */
export function makeAnswer(offer: SessionBody, options: AnswerOptions): Answer {
  const answers = offer.media.map((section, index) => {
    const isUsable = section.kind === 'audio' && section.port !== 0;
    const local = isUsable ? options.streamFor(section, index) : undefined;
    return (
      (local && answeredSection(section, local, { offer, preference: options.preference })) ?? {
        section: refusedSection(section),
        formats: [],
        offered: [],
      }
    );
  });
  const body = sessionOf(
    answers.map(({ section }) => section),
    fallbackConnection(offer),
  );
  const streams = body.media.map((section, index) => {
    const [theirs, answer] = [offer.media[index], answers[index]];
    if (theirs === undefined || answer === undefined || section.port === 0) return undefined;
    const { formats, offered } = answer;
    return agreedAudio(
      { section, session: body, formats },
      { section: theirs, session: offer, formats: offered },
      'local',
    );
  });
  return { body, streams };
}

interface SectionOptions {
  readonly offer: SessionBody;
  readonly preference: AnswerOptions['preference'];
}

/** Our section, and the formats of both. */
interface AnsweredSection {
  readonly section: MediaDescription;
  readonly formats: readonly PayloadFormat[];
  readonly offered: readonly PayloadFormat[];
}

function answeredSection(
  section: MediaDescription,
  local: LocalAudio,
  { offer, preference = 'remote' }: SectionOptions,
): AnsweredSection | undefined {
  if (!protocolsOf(local).includes(section.protocol)) return undefined;
  const offered = formatsOf(section);
  const formats = preference === 'remote' ? usualFormats(offered, local) : answeredFormats(offered, local, preference);
  if (formats.length === 0) return undefined;
  const direction = narrowed(local.direction ?? 'sendrecv', reversed(offeredDirection(section, offer)));
  const rtcpMux = (local.rtcpMux ?? false) && wantsRtcpMux(section);
  const answered = audioSection(local, { protocol: section.protocol, formats, direction, rtcpMux });
  return { section: withGroupId(answered, section), formats, offered };
}

/** In the order of the offer. Many calls have the same offer, and can use the same formats. */
function usualFormats(offered: readonly PayloadFormat[], local: LocalAudio): readonly PayloadFormat[] {
  const findings = findingsOf(offered);
  const answers = local.telephoneEvents === false ? findings?.answersWithoutEvents : findings?.answers;
  const known = answers?.get(local.formats);
  if (known !== undefined) return known;
  const formats = answeredFormats(offered, local, 'remote');
  if (answers === undefined) return formats;
  shareFormats(formats);
  answers.set(local.formats, formats);
  return formats;
}

/** Speech, and telephone events with its clocks; nothing without speech. */
function answeredFormats(
  offered: readonly PayloadFormat[],
  local: LocalAudio,
  preference: 'local' | 'remote',
): readonly PayloadFormat[] {
  const speech = commonFormats(offered, local, preference);
  const rates = new Set(speech.map(({ clockRate }) => clockRate));
  const events = local.telephoneEvents === false ? [] : offered.filter(isTelephoneEvent);
  return [
    ...speech,
    ...events.filter(({ clockRate }) => rates.has(clockRate)).map((event) => ({ ...event, parameters: eventRange })),
  ];
}

/** Under the numbers of the offer, and with our parameters. */
function commonFormats(
  offered: readonly PayloadFormat[],
  local: LocalAudio,
  preference: 'local' | 'remote',
): readonly PayloadFormat[] {
  const pairs: { readonly own: LocalFormat; readonly format: PayloadFormat }[] = [];
  for (const format of offered) {
    const own = fittingFormat(local, format);
    if (own === undefined) continue;
    const { payload, name, clockRate, channels } = format;
    pairs.push({ own, format: { payload, name, clockRate, channels, parameters: own.parameters } });
  }
  const rank = (own: LocalFormat): number => local.formats.indexOf(own);
  if (preference === 'local') pairs.sort((one, other) => rank(one.own) - rank(other.own));
  // The same encoding under two numbers is one format.
  return pairs
    .filter(({ own }, index) => pairs.findIndex((pair) => pair.own === own) === index)
    .map(({ format }) => format);
}

/** a=mid names a section for both sides (RFC 5888 §9.1). */
function withGroupId(answered: MediaDescription, { attributes }: MediaDescription): MediaDescription {
  const mid = attributes.find(({ name }) => name === 'mid')?.value;
  if (mid === undefined) return answered;
  return { ...answered, attributes: [attribute('mid', mid), ...answered.attributes] };
}

function fallbackConnection({ connection }: SessionBody): ReturnType<typeof connectionTo> {
  return connectionTo(connection?.family === 'IP6' ? '::' : '0.0.0.0');
}
