import type { EventPayload, RtcpRoute, RtpMedia, RtpPayload, RtpWatch, SenderRule } from '../protocol-rtp';

/** All that does not differ from call to call: neither addresses nor keys. */
export interface RtpTerms extends Pick<
  RtpMedia,
  'rate' | 'direction' | 'packetTime' | 'send' | 'receive' | 'sender' | 'watch'
> {
  readonly rtcp: Exclude<RtcpRoute, { readonly kind: 'place' }>;
}

/** The same as values without names; members that are undefined become null in a text. */
type TermValues = readonly [
  rate: number,
  rtcp: RtpTerms['rtcp']['kind'],
  direction: RtpMedia['direction'],
  packetTime: number,
  sendType: number,
  sendFormat: string,
  sendClockRate: number,
  sendEvents: readonly number[],
  receiveAudio: readonly PayloadValue[],
  receiveEvents: readonly number[],
  isStrict: boolean,
  probation: number,
  isFollowed: boolean,
  silence: number | null | undefined,
  silenceOnHold: number | null | undefined,
  keepAlive: number | null | undefined,
];

type PayloadValue = number | string;

export function termsText({ rate, rtcp, direction, packetTime, send, receive, sender, watch }: RtpMedia): string {
  const values: TermValues = [
    rate,
    rtcp.kind === 'place' ? 'none' : rtcp.kind,
    direction,
    packetTime,
    send.audio.type,
    send.audio.format,
    send.audio.clockRate,
    eventValues(send.events === undefined ? [] : [send.events]),
    audioValues(receive.audio),
    eventValues(receive.events),
    sender.isStrict,
    sender.probation,
    sender.isFollowed,
    watch.silence,
    watch.silenceOnHold,
    watch.keepAlive,
  ];
  return JSON.stringify(values);
}

/** Whether both would become the same text. Cheaper than to make one, and calls that follow each other are mostly alike. */
export function isSameTerms(one: RtpMedia, other: RtpMedia): boolean {
  return (
    one.rate === other.rate &&
    one.rtcp.kind === other.rtcp.kind &&
    one.direction === other.direction &&
    one.packetTime === other.packetTime &&
    isSamePayload(one.send.audio, other.send.audio) &&
    isSameEvents(one.send.events, other.send.events) &&
    isSameList(one.receive.audio, other.receive.audio, isSamePayload) &&
    isSameList(one.receive.events, other.receive.events, isSameEvents) &&
    isSameSender(one.sender, other.sender) &&
    isSameWatch(one.watch, other.watch)
  );
}

function isSameList<Item>(
  one: readonly Item[],
  other: readonly Item[],
  isSame: (one: Item, other: Item | undefined) => boolean,
): boolean {
  return one.length === other.length && one.every((item, place) => isSame(item, other[place]));
}

function isSamePayload(one: RtpPayload, other: RtpPayload | undefined): boolean {
  return one.type === other?.type && one.format === other.format && one.clockRate === other.clockRate;
}

function isSameEvents(one: EventPayload | undefined, other: EventPayload | undefined): boolean {
  return one?.type === other?.type && one?.clockRate === other?.clockRate;
}

function isSameSender(one: SenderRule, other: SenderRule): boolean {
  return one.isStrict === other.isStrict && one.probation === other.probation && one.isFollowed === other.isFollowed;
}

function isSameWatch(one: RtpWatch, other: RtpWatch): boolean {
  return (
    one.silence === other.silence && one.silenceOnHold === other.silenceOnHold && one.keepAlive === other.keepAlive
  );
}

function audioValues(payloads: readonly RtpPayload[]): readonly PayloadValue[] {
  const values: PayloadValue[] = [];
  for (const { type, format, clockRate } of payloads) values.push(type, format, clockRate);
  return values;
}

function eventValues(payloads: readonly EventPayload[]): readonly number[] {
  const values: number[] = [];
  for (const { type, clockRate } of payloads) values.push(type, clockRate);
  return values;
}

export function readTerms(text: string): RtpTerms {
  return termsOf(JSON.parse(text) as TermValues);
}

function termsOf([
  rate,
  rtcp,
  direction,
  packetTime,
  type,
  format,
  clockRate,
  sendEvents,
  receiveAudio,
  receiveEvents,
  isStrict,
  probation,
  isFollowed,
  silence,
  silenceOnHold,
  keepAlive,
]: TermValues): RtpTerms {
  const [events] = eventPayloads(sendEvents);
  return {
    rate,
    rtcp: { kind: rtcp },
    direction,
    packetTime,
    send: { audio: { type, format, clockRate }, events },
    receive: { audio: audioPayloads(receiveAudio), events: eventPayloads(receiveEvents) },
    sender: { isStrict, probation, isFollowed },
    watch: {
      silence: silence ?? undefined,
      silenceOnHold: silenceOnHold ?? undefined,
      keepAlive: keepAlive ?? undefined,
    },
  };
}

function audioPayloads(values: readonly PayloadValue[]): readonly RtpPayload[] {
  const payloads: RtpPayload[] = [];
  for (let at = 0; at < values.length; at += 3)
    payloads.push({ type: Number(values[at]), format: String(values[at + 1]), clockRate: Number(values[at + 2]) });
  return payloads;
}

function eventPayloads(values: readonly number[]): readonly EventPayload[] {
  const payloads: EventPayload[] = [];
  for (let at = 0; at < values.length; at += 2)
    payloads.push({ type: Number(values[at]), clockRate: Number(values[at + 1]) });
  return payloads;
}
