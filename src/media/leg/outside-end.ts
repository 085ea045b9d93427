import type { FarEnd, Leg } from './leg';
import type { RtpStatistics } from '../protocol-rtp';

/** A far end that is not in this thread. It is looked after in every tick, whether anybody speaks or not. */
export interface OutsideEnd extends FarEnd {
  readonly leg: Leg;
  /** The call begins, for those who have to be told. */
  readonly start?: () => void;
  /** Before the tick: takes what came from outside; whether there is anything to hear. */
  readonly take: () => boolean;
  /** After the tick: gives outside what the leg has sent in it. */
  readonly give: (tick: number) => void;
  readonly sendDigit: (digit: string, milliseconds: number) => void;
  /** Only of those that send packets of RTP. */
  readonly statistics?: RtpStatistics;
}
