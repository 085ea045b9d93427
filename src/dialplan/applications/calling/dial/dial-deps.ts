import type { FeaturesConfig } from '../../../../config/server-config';
import type { Transfers } from '../../../../engine/calls/transfer/transfers';
import type { Bridges } from '../../../../engine/calls/bridge/bridges';
import type { Calls } from '../../../../engine/calls/dialing/calls';
import type { Channel } from '../../../../engine/calls/channel/channel';
import type { Channels } from '../../../../engine/calls/channel/channels';
import type { DialplanPlace } from '../../../../engine/calls/channel/dialplan-place';
import type { DialplanPort } from '../../../../engine/calls/channel/dialplan-port';
import type { DeviceStateName } from '../../../../engine/device-state';
import type { EngineEventHub } from '../../../../engine/engine-event';
import type { ChannelSound } from '../../../../engine/audio/channel-sound';
import type { Clock } from '../../../../shared/time/clock';
import type { Logger } from '../../../../shared/logger';
import type { Soon } from '../../../../shared/scheduling/soon';
import type { ConferenceRegistry } from '../../../conference/conference-registry';
import type { NamedApplication } from '../../../runner/application-table';
import type { DialplanRunner } from '../../../runner/runner';

/** What applications that make and connect calls need of whatever runs dialplans. */
export interface CallRunner extends DialplanPort, Pick<DialplanRunner, 'callSubroutine' | 'couldGrow'> {
  /**
   * Takes a channel away from what runs it, until `until` is over. It goes on at the place then, or where it would have
   * gone on by itself; false when nothing gives it up. Without this, only channels that wait in a bridge can be taken
   * into another one.
   */
  readonly hold?: (channel: Channel, place: DialplanPlace | undefined, until: Promise<void>) => boolean;
}

/** What the applications lean on that make and connect calls. */
export interface CallApplicationDeps {
  readonly calls: Pick<Calls, 'request' | 'dial' | 'run' | 'originate'>;
  readonly bridges: Bridges;
  readonly channels: Pick<Channels, 'find' | 'list'>;
  readonly dialplan: CallRunner;
  readonly findApplication: (name: string) => NamedApplication | undefined;
  /** Asked for only while calls run: what is heard on calls is made after them. */
  readonly sound: () => ChannelSound;
  readonly deviceState: (device: string) => DeviceStateName;
  readonly conferences: ConferenceRegistry;
  readonly transfers: Pick<Transfers, 'canBePickedUp' | 'pickUp' | 'ringingInGroup' | 'request'>;
  /** What features.conf says now. */
  readonly features: () => FeaturesConfig;
  readonly events: EngineEventHub;
  readonly clock: Clock;
  readonly soon: Soon;
  readonly log: Logger;
}
