import type { Channel } from '../../engine/calls/channel';
import type { Channels } from '../../engine/calls/channels';
import type { DialplanPlace } from '../../engine/calls/dialplan-place';
import type { DialplanApplication, VariablePort } from '../../engine/calls/dialplan-port';
import type { EngineEventHub } from '../../engine/engine-event';
import type { Messaging } from '../../engine/messaging';
import type { Clock } from '../../shared/clock';
import type { Logger } from '../../shared/logger';
import type { StopSignal } from '../../shared/stop-signal';
import type { NamedApplication } from '../application-table';
import type { ChannelMemories } from '../channel-memory';
import type { Steps } from '../steps';

/** Waits until audio comes in from the far end, but no longer than so many milliseconds or until the signal fires. */
export type FirstAudio = (channel: Channel, milliseconds: number, signal: StopSignal) => Promise<void>;

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
  readonly firstAudio: FirstAudio;
  readonly findApplication: (name: string) => NamedApplication | undefined;
  readonly redirect: (channel: Channel, place: DialplanPlace) => boolean;
  /** Whether the dialplan may start programs of the machine. */
  readonly liveDangerously: boolean;
}

export type Applications = Readonly<Record<string, DialplanApplication>>;
