import type { AnsweringMachineConfig } from '../../config/server-config';
import type { Channel } from '../../engine/calls/channel/channel';
import type { Channels } from '../../engine/calls/channel/channels';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import type { DialplanApplication, VariablePort } from '../../engine/calls/channel/dialplan-port';
import type { EngineEventHub } from '../../engine/engine-event';
import type { ChannelSound } from '../../engine/audio/channel-sound';
import type { Messaging } from '../../engine/messaging';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { NamedApplication } from '../runner/application-table';
import type { ChannelMemories } from '../runner/channel-memory';
import type { DialplanDatabase } from '../system/dialplan-database';
import type { Steps } from '../plan/steps';

/** What the applications lean on. */
export interface ApplicationDeps {
  readonly steps: Steps;
  readonly variables: VariablePort;
  readonly memories: ChannelMemories;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EngineEventHub;
  readonly channels: Pick<Channels, 'find' | 'list'>;
  readonly messaging: Pick<Messaging, 'send'>;
  /** Resolved lazily: the media services are created after the calls. */
  readonly sound: () => ChannelSound;
  /** What amd.conf says now. */
  readonly answeringMachine: () => AnsweringMachineConfig;
  readonly database: Pick<DialplanDatabase, 'delete' | 'deleteTree'>;
  /** Reloads modules, all when none is named; returns the failures. */
  readonly reloadModules: (names: readonly string[]) => Promise<readonly string[]>;
  readonly findApplication: (name: string) => NamedApplication | undefined;
  readonly redirect: (channel: Channel, place: DialplanPlace) => boolean;
}

export type Applications = Readonly<Record<string, DialplanApplication>>;
