import type { CallIntake } from '../../calls/technology/call-intake';
import type { Channels } from '../../calls/channel/channels';
import type { Transfers } from '../../calls/transfer/transfers';
import type { EngineEventHub } from '../../engine-event';
import type { Clock } from '../../../shared/time/clock';
import type { Logger } from '../../../shared/logger';
import type { ChannelSound } from '../channel-sound';
import type { MediaLegs } from './media-legs';
import type { ExternalLegs } from './external-legs';

/** What the server hands to the drivers of channel technologies. */
export interface DriverKit {
  readonly channels: Channels;
  /** Takes calls that come from outside. */
  readonly intake: CallIntake;
  /** Takes transfers that far ends ask for. */
  readonly transfers: Transfers;
  /** Legs of channels, for technologies that change them during a call. */
  readonly legs: MediaLegs;
  /** Legs that lead outside. */
  readonly outside: ExternalLegs;
  /** For technologies that do not tell their far ends of hold: these hear music instead. */
  readonly music: Pick<ChannelSound, 'startMusic' | 'stopMusic'>;
  readonly events: EngineEventHub;
  /** Whether there is a codec for a format. */
  readonly canCarry: (format: string) => boolean;
  /** Of channels that have no other. */
  readonly language: string;
  readonly clock: Clock;
  readonly log: Logger;
}
