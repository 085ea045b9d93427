import type { LegId } from '../shared/ids';
import type { NetworkPlace } from '../shared/network-place';

/**
 * The part of the protocol that is about legs that lead outside by RTP. They come about in two steps, since whoever
 * negotiates has to name a port before anything is known of the far end.
 */
export type RtpCommand =
  /** Takes two ports, for packets and for reports. Answered by `leg-opened` or `leg-failed`. */
  | {
      readonly do: 'reserve-rtp';
      readonly leg: LegId;
      /** Samples per second of the leg until it is configured. */
      readonly rate: number;
      readonly local: RtpLocal;
      /** The first of the two ports is an even one of these. */
      readonly ports: { readonly first: number; readonly last: number };
    }
  /**
   * Says what is agreed upon, as often as that changes; also while the ports are still being taken. The stream goes on:
   * source, sequence numbers and timestamps continue, but for a format with another clock, which is another source
   * (RFC 7160).
   */
  | { readonly do: 'configure-rtp'; readonly leg: LegId; readonly media: RtpMedia }
  /** Answered by `rtp-statistics`. */
  | { readonly do: 'report-rtp'; readonly leg: LegId };

/** The address to take ports at: a given one, or the one that the system would send from to a place. */
export type RtpLocal =
  | { readonly kind: 'address'; readonly address: string }
  /** The place may be given by name, which is looked up once. */
  | { readonly kind: 'towards'; readonly remote: NetworkPlace };

/** Seen from here: `sendonly` is what a far end is told that should only listen. */
export type RtpDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** A format, and the number and the clock that it has in packets. */
export interface RtpPayload {
  readonly type: number;
  readonly format: string;
  /** Steps of the timestamp in a second. */
  readonly clockRate: number;
}

/** Telephone events (RFC 4733). */
export interface EventPayload {
  readonly type: number;
  readonly clockRate: number;
}

/** What both sides have agreed upon. */
export interface RtpMedia {
  /** Samples per second of the leg: best those of what is sent. */
  readonly rate: number;
  /** An address, or the name that the leg was reserved towards; undefined as long as nothing can be sent. */
  readonly remote: NetworkPlace | undefined;
  readonly rtcp: RtcpRoute;
  readonly direction: RtpDirection;
  /** Milliseconds of audio in a packet that is sent. */
  readonly packetTime: number;
  readonly send: { readonly audio: RtpPayload; readonly events: EventPayload | undefined };
  /** Any of them may come at any time. Comfort noise is understood besides, unless its numbers mean something else. */
  readonly receive: { readonly audio: readonly RtpPayload[]; readonly events: readonly EventPayload[] };
  readonly sender: SenderRule;
  readonly watch: RtpWatch;
  readonly security: RtpSecurity;
}

/** Where reports go: to the port behind that of the packets, somewhere else, the same port (RFC 5761), or nowhere. */
export type RtcpRoute =
  | { readonly kind: 'next-port' }
  | { readonly kind: 'place'; readonly place: NetworkPlace }
  | { readonly kind: 'mux' }
  | { readonly kind: 'none' };

/** Whose packets count, and who gets ours. */
export interface SenderRule {
  /** Packets count only from where they are expected, or else from one sender that has proved to be one. */
  readonly isStrict: boolean;
  /** Packets in a row that a sender other than the expected one has to show before it is believed. */
  readonly probation: number;
  /** We send to where packets really come from, once that sender is believed. */
  readonly isFollowed: boolean;
}

/** What is watched for; milliseconds, undefined for not at all. */
export interface RtpWatch {
  /** Told by `rtp-silent` when no packet came for so long, while packets are expected and while they are not. */
  readonly silence: number | undefined;
  readonly silenceOnHold: number | undefined;
  /** A packet of comfort noise is sent when nothing else was for so long. */
  readonly keepAlive: number | undefined;
}

/** How packets are protected; keys come here. */
export interface RtpSecurity {
  readonly kind: 'none';
}

export type RtpNotice =
  /** No packet came for so many milliseconds; told once, until packets come again. */
  | { readonly tell: 'rtp-silent'; readonly leg: LegId; readonly milliseconds: number }
  | { readonly tell: 'rtp-heard-again'; readonly leg: LegId }
  /** Undefined when the leg does not lead outside by RTP. */
  | { readonly tell: 'rtp-statistics'; readonly leg: LegId; readonly statistics: RtpStatistics | undefined };

/** The figures of values that came one after another; zeros as long as none came. */
export interface SeriesFigures {
  readonly latest: number;
  readonly highest: number;
  readonly lowest: number;
  readonly mean: number;
  /** The standard deviation. */
  readonly deviation: number;
}

/** How packets arrive. */
export interface StreamFigures {
  /** Packets that never came, from the beginning on. */
  readonly lost: number;
  /** Milliseconds. */
  readonly jitter: SeriesFigures;
  /** Packets that were lost between two reports. */
  readonly loss: SeriesFigures;
  /** How it sounds, from 0 to 100. */
  readonly score: SeriesFigures;
}

/** What is known of a stream of packets in both directions. */
export interface RtpStatistics {
  readonly sent: { readonly ssrc: number; readonly packets: number; readonly octets: number };
  /** There is no source before the first packet. */
  readonly received: { readonly ssrc: number | undefined; readonly packets: number; readonly octets: number };
  /** What we send, as the far end reports it. */
  readonly remote: StreamFigures;
  /** What comes, as it is measured here. */
  readonly local: StreamFigures;
  /** Milliseconds. */
  readonly roundTrip: SeriesFigures;
}
