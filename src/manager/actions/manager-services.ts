import type { Bridges } from '../../engine/calls/bridge/bridges';
import type { Channel } from '../../engine/calls/channel/channel';
import type { Channels } from '../../engine/calls/channel/channels';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import type { DialplanPort, VariablePort } from '../../engine/calls/channel/dialplan-port';
import type { CallUseCases } from '../../engine/calls/use-cases/use-cases';
import type { GlobalVariables } from '../../engine/global-variables';
import type { ServerInfo } from '../../engine/server-info';
import type { Clock } from '../../shared/clock';
import type { Logger } from '../../shared/logger';
import type { Accounts } from '../session/accounts';
import type { EventFeed } from '../session/event-feed';
import type { ManagerSession } from '../session/manager-session';

/** What actions use of the server. */
export interface ManagerServices {
  readonly accounts: Accounts;
  readonly feed: EventFeed;
  readonly channels: Channels;
  readonly bridges: Bridges;
  readonly useCases: Pick<CallUseCases, 'originate'>;
  readonly variables: VariablePort;
  readonly globals: GlobalVariables;
  readonly dialplan: DialplanPort;
  readonly info: ServerInfo;
  /** Sends a channel to a place in the dialplan, out of whatever runs it; false when nothing gives it up. */
  readonly sendTo: (channel: Channel, place: DialplanPlace) => boolean;
  /** Sessions of a user that are logged in. */
  readonly sessionsOf: (name: string) => readonly ManagerSession[];
  /** The versions that the interface tells. */
  readonly version: string;
  readonly interfaceVersion: string;
  readonly clock: Clock;
  readonly log: Logger;
}
