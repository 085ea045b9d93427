import type { LegId } from '../../shared/ids';
import type { NetworkPlace } from '../../shared/network/network-place';
import type { CommandOf, MediaCommand } from '../protocol';
import type { EventPayload, RtcpRoute, RtpMedia, RtpPayload } from '../protocol-rtp';

/**
 * A command on its way to the media thread. Objects are copied member by member and with the names of all members, which
 * made the two commands that set up an RTP leg the most expensive part of them. So these go as lists of values, and
 * what many legs have in common goes as one text, which the thread reads once. All others go as they are.
 */
export type PackedCommand = MediaCommand | PackedReservation | PackedConfiguration;

type PackedReservation = readonly [
  word: 'reserve-rtp',
  leg: LegId,
  rate: number,
  host: string,
  port: number,
  first: number,
  last: number,
  /** Undefined without one. */
  board: number | undefined,
  /** Where the board is, and those of the commands that follow; undefined where it is the same as before. */
  memory: SharedArrayBuffer | undefined,
];

type PackedConfiguration = readonly [
  word: 'configure-rtp',
  leg: LegId,
  host: string | undefined,
  port: number | undefined,
  terms: string,
  /** Where reports go, if that is a place of its own. */
  reportHost: string | undefined,
  reportPort: number | undefined,
];

/** All that does not differ from call to call: neither addresses nor keys. */
interface Terms extends Pick<RtpMedia, 'rate' | 'direction' | 'packetTime' | 'send' | 'receive' | 'sender' | 'watch'> {
  readonly rtcp: Exclude<RtcpRoute, { readonly kind: 'place' }>;
}

/** The same as values without names; members that are undefined become null in a text. */
type TermValues = readonly [
  rate: number,
  rtcp: Terms['rtcp']['kind'],
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

/** Terms that are remembered: a server has a few for each kind of phone. */
const mostTerms = 500;

const unprotected: RtpMedia['security'] = { kind: 'none' };

/** Packs the commands for one thread, all of them and in their order. Undone by `CommandReader`. */
export class CommandPacker {
  /** Of the last board. */
  #memory: SharedArrayBuffer | undefined;

  pack(command: MediaCommand): PackedCommand {
    switch (command.do) {
      case 'reserve-rtp':
        return this.#packReservation(command);
      case 'configure-rtp':
        return packConfiguration(command);
      default:
        return command;
    }
  }

  #packReservation(command: CommandOf<'reserve-rtp'>): PackedCommand {
    const { leg, rate, local, ports, board } = command;
    if (local.kind !== 'towards') return command;
    const { host, port } = local.remote;
    const memory = board === undefined || board.memory === this.#memory ? undefined : board.memory;
    this.#memory = memory ?? this.#memory;
    return ['reserve-rtp', leg, rate, host, port, ports.first, ports.last, board?.index, memory];
  }
}

/** Keys are of one call only: commands with them stay as they are. */
function packConfiguration(command: CommandOf<'configure-rtp'>): PackedCommand {
  const { leg, media } = command;
  const { remote, rtcp, security } = media;
  if (security.kind !== 'none') return command;
  const reports = rtcp.kind === 'place' ? rtcp.place : undefined;
  const terms = termsText(media, rtcp.kind === 'place' ? 'none' : rtcp.kind);
  return ['configure-rtp', leg, remote?.host, remote?.port, terms, reports?.host, reports?.port];
}

function termsText(media: RtpMedia, rtcp: Terms['rtcp']['kind']): string {
  const { rate, direction, packetTime, send, receive, sender, watch } = media;
  const values: TermValues = [
    rate,
    rtcp,
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

/** Reads packed commands. Legs with the same terms share the objects of these. */
export class CommandReader {
  readonly #terms = new Map<string, Terms>();
  /** Of the last board. */
  #memory: SharedArrayBuffer | undefined;

  read(packed: PackedCommand): MediaCommand {
    if ('do' in packed) return packed;
    return packed[0] === 'reserve-rtp' ? this.#readReservation(packed) : this.#readConfiguration(packed);
  }

  #readReservation(packed: PackedReservation): MediaCommand {
    const [, leg, rate, host, port, first, last, index, given] = packed;
    const local = { kind: 'towards', remote: { host, port } } as const;
    const ports = { first, last };
    const memory = (this.#memory = given ?? this.#memory);
    return index === undefined || memory === undefined
      ? { do: 'reserve-rtp', leg, rate, local, ports }
      : { do: 'reserve-rtp', leg, rate, local, ports, board: { memory, index } };
  }

  #readConfiguration(packed: PackedConfiguration): MediaCommand {
    const [, leg, host, port, text, reportHost, reportPort] = packed;
    const terms = this.#termsOf(text);
    const { rate, direction, packetTime, send, receive, sender, watch } = terms;
    const remote = placeOf(host, port);
    const place = placeOf(reportHost, reportPort);
    const rtcp: RtcpRoute = place === undefined ? terms.rtcp : { kind: 'place', place };
    return {
      do: 'configure-rtp',
      leg,
      media: { rate, remote, rtcp, direction, packetTime, send, receive, sender, watch, security: unprotected },
    };
  }

  #termsOf(text: string): Terms {
    const known = this.#terms.get(text);
    if (known !== undefined) return known;
    if (this.#terms.size >= mostTerms) this.#terms.clear();
    const terms = readTerms(JSON.parse(text) as TermValues);
    this.#terms.set(text, terms);
    return terms;
  }
}

function placeOf(host: string | undefined, port: number | undefined): NetworkPlace | undefined {
  return host === undefined || port === undefined ? undefined : { host, port };
}

function readTerms([
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
]: TermValues): Terms {
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
