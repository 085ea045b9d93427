import type { BoardPlace } from './statistics-board';
import type { LegId } from '../shared/ids';
import type { NetworkPlace } from '../shared/network/network-place';

/**
 * The part of the protocol about RTP legs. They are set up in two steps, since a negotiation has to name a port before
 * anything is known of the far end.
 */
export type RtpCommand =
  /** Reserves two ports, for RTP and RTCP. Answered by `leg-opened` or `leg-failed`. */
  | {
      readonly do: 'reserve-rtp';
      readonly leg: LegId;
      /** Samples per second of the leg until it is configured. */
      readonly rate: number;
      readonly local: RtpLocal;
      /** The first of the two ports is an even one of these. */
      readonly ports: { readonly first: number; readonly last: number };
      /** The place of a `StatisticsBoard`, which is kept up to date with the leg. */
      readonly board?: BoardPlace;
    }
  /**
   * Sets the negotiated parameters, as often as they change; also while the ports are still being reserved. The stream
   * continues: SSRC, sequence numbers and timestamps continue, except for a format with another clock rate, which gets
   * a new SSRC (RFC 7160).
   */
  | { readonly do: 'configure-rtp'; readonly leg: LegId; readonly media: RtpMedia }
  /** Answered by `rtp-statistics`. */
  | { readonly do: 'report-rtp'; readonly leg: LegId };

/** The local address of the ports: a given one, or the one that the system would use to reach a destination. */
export type RtpLocal =
  | { readonly kind: 'address'; readonly address: string }
  /** The destination may be a name, which is resolved once. */
  | { readonly kind: 'towards'; readonly remote: NetworkPlace };

/** From our side: `sendonly` means that the far end only receives. */
export type RtpDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** A format with its payload type and clock rate. */
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

/** The negotiated parameters. */
export interface RtpMedia {
  /** Samples per second of the leg: preferably those of the sent format. */
  readonly rate: number;
  /** An address, or the name that the leg was reserved towards; undefined as long as nothing can be sent. */
  readonly remote: NetworkPlace | undefined;
  readonly rtcp: RtcpRoute;
  readonly direction: RtpDirection;
  /** Milliseconds of audio in a packet that is sent. */
  readonly packetTime: number;
  readonly send: { readonly audio: RtpPayload; readonly events: EventPayload | undefined };
  /**
   * Any of them may arrive at any time. Comfort noise is also accepted, unless its payload types are used otherwise.
   */
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

/** Which sources are accepted, and where we send. */
export interface SenderRule {
  /** Packets are accepted only from the expected address, or else from one verified source. */
  readonly isStrict: boolean;
  /** Consecutive packets that an unexpected source needs before it is accepted. */
  readonly probation: number;
  /** We send to the observed source address, once it is accepted. */
  readonly isFollowed: boolean;
}

/** Timers; milliseconds, undefined for none. */
export interface RtpWatch {
  /** `rtp-silent` is sent after this time without packets, while packets are expected and while they are not. */
  readonly silence: number | undefined;
  readonly silenceOnHold: number | undefined;
  /** A comfort noise packet is sent after this time without other packets. */
  readonly keepAlive: number | undefined;
}

/** Protection of packets and reports. */
export type RtpSecurity =
  | { readonly kind: 'none' }
  /** SRTP (RFC 3711): for each direction a master key of 16 bytes with its salt of 14. Others than before take their place. */
  | {
      readonly kind: 'srtp';
      readonly suite: 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32';
      readonly send: Uint8Array;
      readonly receive: Uint8Array;
    };

export type RtpNotice =
  /** No packet was received for this many milliseconds; reported once until packets arrive again. */
  | { readonly tell: 'rtp-silent'; readonly leg: LegId; readonly milliseconds: number }
  | { readonly tell: 'rtp-heard-again'; readonly leg: LegId }
  /** Undefined when the leg does not lead outside by RTP. */
  | { readonly tell: 'rtp-statistics'; readonly leg: LegId; readonly statistics: RtpStatistics | undefined };

/** Statistics of a series of values; zeros before the first. */
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
  /** Lost packets in total. */
  readonly lost: number;
  /** Milliseconds. */
  readonly jitter: SeriesFigures;
  /** Packets that were lost between two reports. */
  readonly loss: SeriesFigures;
  /** Quality from 0 to 100. */
  readonly score: SeriesFigures;
}

/** Statistics of an RTP session. */
export interface RtpStatistics {
  readonly sent: { readonly ssrc: number; readonly packets: number; readonly octets: number };
  /** Undefined before the first packet. */
  readonly received: { readonly ssrc: number | undefined; readonly packets: number; readonly octets: number };
  /** Our stream as reported by the far end. */
  readonly remote: StreamFigures;
  /** The received stream as measured here. */
  readonly local: StreamFigures;
  /** Milliseconds. */
  readonly roundTrip: SeriesFigures;
}
