import type { FarEnd, Leg } from './leg';
import type { RtpStatistics } from '../protocol-rtp';

/** A far end outside of this thread. It is processed in every tick, with or without audio. */
export interface ExternalEnd extends FarEnd {
  readonly leg: Leg;
  /** The call begins, for protocols that signal it. */
  readonly start?: () => void;
  /** Before the tick: takes the received audio; true when there is any. */
  readonly take: () => boolean;
  /** After the tick: sends out the audio of the leg. */
  readonly give: (tick: number) => void;
  readonly sendDigit: (digit: string, milliseconds: number) => void;
  /** Only for RTP. */
  readonly statistics?: RtpStatistics;
}
