import type { Bridges } from '../engine/calls/bridge/bridges';
import type { Channel } from '../engine/calls/channel/channel';
import type { Channels } from '../engine/calls/channel/channels';
import type { DialplanPlace } from '../engine/calls/channel/dialplan-place';
import type { DialplanPort, VariablePort } from '../engine/calls/channel/dialplan-port';
import type { AsyncAgiCalls } from '../engine/calls/dialing/async-agi';
import type { OriginateRequest } from '../engine/calls/use-cases/originate';
import type { CallUseCases } from '../engine/calls/use-cases/use-cases';
import type { TransferProgress } from '../engine/calls/transfer/transfer';
import type { DeviceStates } from '../engine/device-states';
import type { Mailboxes } from '../engine/mailboxes';
import type { Messaging } from '../engine/messaging';
import type { ModuleRegistry } from '../modules/module-registry';
import type { GlobalVariables } from '../engine/global-variables';
import type { ServerInfo } from '../engine/server-info';
import type { Clock } from '../shared/time/clock';
import type { Logger } from '../shared/logger';
import type { Accounts } from './session/accounts';
import type { EventFeed } from './session/event-feed';
import type { ManagerSession } from './session/manager-session';
import type { HintDirectory } from './extension-states';
import type { PhoneDirectory } from './phone-directory';

/** Values that dialplans keep, by `family/key`. */
export interface ValueDatabase {
  readonly get: (path: string) => string | undefined;
  readonly set: (path: string, value: string) => void;
  readonly delete: (path: string) => void;
  readonly deleteTree: (path: string) => number;
}

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
  /** Brings two channels together; the one that nothing gives up is named. */
  readonly join: (first: Channel, second: Channel) => 'joined' | { readonly held: Channel };
  /** Sends the partner of a channel to an extension. */
  readonly transfer: (
    channel: Channel,
    target: Pick<DialplanPlace, 'context' | 'extension'>,
  ) => Promise<TransferProgress>;
  /** Reads `[[context^]extension^]priority[(argument^…)]`. */
  readonly readSubroutine: (text: string) => OriginateRequest['subroutine'];
  /** The application that an AGI command executes; undefined for other commands. */
  readonly applicationOfAgi: (command: string) => string | undefined;
  /** Calls that wait for commands of the action AGI. */
  readonly asyncAgi: Pick<AsyncAgiCalls, 'send' | 'drive'>;
  /** Lets a channel talk to an extension before its partner goes there; false when it has not exactly one partner. */
  readonly consult: (channel: Channel, target: Pick<DialplanPlace, 'context' | 'extension'>) => boolean;
  readonly playDigit: (channel: Channel, digit: string, milliseconds: number) => void;
  readonly database: ValueDatabase;
  readonly mailboxes: Mailboxes;
  readonly devices: DeviceStates;
  readonly messaging: Pick<Messaging, 'send'>;
  readonly modules: Pick<ModuleRegistry<never>, 'list' | 'get' | 'isLoaded' | 'load' | 'unload' | 'reload'>;
  readonly phones: PhoneDirectory;
  /** Header fields of a section of pjsip_notify.conf. */
  readonly notifyOption: (name: string) => readonly (readonly [name: string, value: string])[] | undefined;
  readonly hints: HintDirectory;
  /** Reads all of the configuration again. */
  readonly reloadAll: () => Promise<void>;
  /** Asks the process to stop; false when it cannot be asked. */
  readonly stop: (request: { readonly isNow: boolean; readonly isRestart: boolean }) => boolean;
  /** The dialplan, or one context of it, as it is printed. */
  readonly showDialplan: (context: string | undefined) => string;
  /** Rotates all log files; returns their names. */
  readonly rotateLogs: () => Promise<readonly string[]>;
  /** Sessions of a user that are logged in. */
  readonly sessionsOf: (name: string) => readonly ManagerSession[];
  /** The versions that the interface tells. */
  readonly version: string;
  readonly interfaceVersion: string;
  readonly clock: Clock;
  readonly log: Logger;
}
