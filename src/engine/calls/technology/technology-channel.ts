import type { MediaCommand } from '../../../media/protocol';
import type { RtpStatistics } from '../../../media/protocol-rtp';
import type { ChannelId, LegId } from '../../../shared/ids';
import type { Channel } from '../channel/channel';
import type { Ending } from '../channel/ending';
import type { ChannelSignal } from '../channel/signal';
import type { OutgoingTransfer, TransferResult } from '../transfer/transfer';

/** A channel's way to the far end, as its technology knows it. */
export interface TechnologyChannel {
  /**
   * Starts the call to the far end. What becomes of it arrives at the channel as signals, once it is known that there
   * is a destination, which may take time.
   */
  readonly dial: () => DialStart | Promise<DialStart>;
  /** Tells the far end. What the technology does not carry is passed over. */
  readonly send: (signal: ChannelSignal) => void;
  readonly carries: (what: SignalName) => boolean;
  /** The channel has another state, and the event has been raised. */
  readonly stateChanged?: () => void;
  /**
   * The channel ends, and the far end is told why; called exactly once. The technology's cause is set where it is the
   * far end's own, or where one was asked for. Returns the number that the technology has told instead, if it has one.
   */
  readonly hangUp: (ending: Ending) => number | undefined;
  /** Asks the far end to call another destination; a technology without it cannot. Never rejects. */
  readonly transfer?: (transfer: OutgoingTransfer) => TransferResult | Promise<TransferResult>;
  /** Which texts the far end can be sent: plain ones, or also with their type and who they are from and to. */
  readonly carriesText?: 'basic' | 'enhanced';
  /** What can be read of the line by CHANNEL(…); undefined when the technology does not know the item. */
  readonly read?: (item: string) => string | undefined;
  /** Whether audio goes in packets of RTP, of which there could be statistics. */
  readonly carriesRtp?: boolean;
  /** Whether the far end is a known party, of which a caller is told as soon as it is called. */
  readonly isKnownParty?: boolean;
  /** Whether its packets can pass to another such channel, and back, without being decoded. */
  readonly bridgesRtp?: boolean;
  /** Called once, before the end of the channel is reported; the line can still set variables then. */
  readonly beforeEnd?: () => void;
  /** Where they are shown; undefined when there are none any more. */
  readonly rtpStatistics?: () => Promise<LineStatistics | undefined>;
  /** How audio gets to the far end; without it the technology carries none, or not by us. */
  readonly audio?: TechnologyAudio | undefined;
}

/** The figures of packets in both directions. */
export type LineStatistics = RtpStatistics;

/** What a far end can be told of: signals, and what becomes of a transfer that it or we have asked for. */
export type SignalName = ChannelSignal['type'] | 'transfer' | 'transfer-progress';

/** Rates are in samples per second. */
export type TechnologyAudio =
  /** The far end is a channel of ours: what is sent into one comes out of the other. */
  | { readonly kind: 'pair'; readonly peer: () => Channel; readonly format: string; readonly rate: number }
  /** The far end is somewhere outside, and its leg is open before there is a channel. */
  | {
      readonly kind: 'outside';
      readonly format: string;
      readonly rate: number;
      /** The leg at present. A change is made through `MediaLegs.replace`. */
      readonly leg: () => LegId;
      /** What opens the leg anew when the audio side was lost; nothing when the far end was lost with it. */
      readonly reopen: () => readonly MediaCommand[];
    }
  /** There is no far end: it hears what another channel hears and says, and can speak into that. */
  | {
      readonly kind: 'tap';
      readonly spied: Channel;
      readonly spy: TapDirection;
      readonly whisper: TapDirection;
      readonly rate: number;
    };

/** Seen from the spied channel: `in` is what comes from its far end, `out` what goes to it. */
export type TapDirection = 'none' | 'in' | 'out' | 'both';

/** `unreachable`: the far end cannot be called, with the causes to hang up with. */
export type DialStart = { readonly outcome: 'dialling' } | ({ readonly outcome: 'unreachable' } & Ending);

export interface OutgoingRequest {
  /** Everything behind the technology's name and the slash. */
  readonly resource: string;
  readonly id: ChannelId | undefined;
  readonly otherId: ChannelId | undefined;
  readonly formats: readonly string[];
  /** Whose format is taken when none is asked for, if the technology can carry it. */
  readonly formatsLike?: Channel | undefined;
  /** The channel on whose behalf the line is asked for; what belongs to the call is taken over from it. */
  readonly originator: Channel | undefined;
  /** Of technologies that make pairs: the far end is run by who asks for the pair. */
  readonly isLink?: boolean;
}

/** `channel` is the line's near end; `others` are those that had to be made for it, such as its far end. */
export type OutgoingResult =
  | {
      readonly outcome: 'made';
      readonly channel: Channel;
      readonly others: readonly Channel[];
      /** Set on the channel once the signal has been reported. */
      readonly variables?: Readonly<Record<string, string>>;
    }
  | { readonly outcome: 'id-taken'; readonly id: ChannelId }
  | { readonly outcome: 'malformed'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  /** Not now: the same request may succeed later. */
  | { readonly outcome: 'unavailable'; readonly reason: string };
