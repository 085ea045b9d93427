import type { AnsweringMachineConfig } from '../../config/server-config';
import type { Channel } from '../../engine/calls/channel';
import type { Channels } from '../../engine/calls/channels';
import type { DialplanPlace } from '../../engine/calls/dialplan-place';
import type { DialplanApplication, VariablePort } from '../../engine/calls/dialplan-port';
import type { EngineEventHub } from '../../engine/engine-event';
import type { ChannelSound } from '../../engine/audio/channel-sound';
import type { Messaging } from '../../engine/messaging';
import type { Clock } from '../../shared/clock';
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
  /** Asked for only while calls run: what is heard on calls is made after them. */
  readonly sound: () => ChannelSound;
  /** What amd.conf says now. */
  readonly answeringMachine: () => AnsweringMachineConfig;
  readonly database: Pick<DialplanDatabase, 'delete' | 'deleteTree'>;
  /** Lets modules read their files again, all where none is named; tells what has failed. */
  readonly reloadModules: (names: readonly string[]) => Promise<readonly string[]>;
  readonly findApplication: (name: string) => NamedApplication | undefined;
  readonly redirect: (channel: Channel, place: DialplanPlace) => boolean;
}

export type Applications = Readonly<Record<string, DialplanApplication>>;
