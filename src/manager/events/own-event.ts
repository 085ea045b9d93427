import type { CelType } from '../../config/files/cel-conf';
import type { ChannelSnapshot } from '../../engine/calls/channel/channel-snapshot';
import type { DeviceStateName } from '../../engine/device-state';
import type { HintedExtension } from '../extension-states';
import type { Fields } from '../protocol/write-fields';

/** What happens in the manager interface itself. */
export type OwnEvent =
  | ({ readonly type: 'originate-finished'; readonly at: number; readonly actionId: string } & OriginateFacts)
  | { readonly type: 'client-user-event'; readonly at: number; readonly name: string; readonly fields: Fields }
  | ({ readonly type: 'login'; readonly at: number; readonly isAccepted: boolean } & LoginFacts)
  | { readonly type: 'fully-booted'; readonly at: number; readonly startedAt: number; readonly reloadedAt: number }
  | { readonly type: 'reloaded'; readonly at: number; readonly module: string }
  | ({ readonly type: 'cel'; readonly at: number } & CelEventFacts)
  | {
      readonly type: 'async-agi-started';
      readonly at: number;
      readonly channel: ChannelSnapshot;
      readonly environment: string;
    }
  | ({ readonly type: 'async-agi-executed'; readonly at: number } & AsyncAgiFacts)
  | { readonly type: 'async-agi-ended'; readonly at: number; readonly channel: ChannelSnapshot }
  | {
      readonly type: 'extension-state-changed';
      readonly at: number;
      readonly extension: HintedExtension;
      readonly state: DeviceStateName;
    }
  | { readonly type: 'shutdown'; readonly at: number; readonly isRestart: boolean };

/** A command of the action AGI and its answer. */
export interface AsyncAgiFacts {
  readonly channel: ChannelSnapshot;
  /** Empty where the command has none. */
  readonly commandId: string;
  readonly result: string;
}

export interface OriginateFacts {
  readonly isAnswered: boolean;
  /** The channel that was made, or what was asked for where none was. */
  readonly channel: ChannelSnapshot | undefined;
  readonly endpoint: string;
  readonly context: string;
  readonly extension: string;
  readonly application: string;
  readonly data: string;
  /** 0 failed, 1 hung up, 3 not answered in time, 4 answered, 5 busy, 8 congestion. */
  readonly reason: number;
  readonly callerNumber: string;
  readonly callerName: string;
}

export interface LoginFacts {
  readonly account: string;
  readonly session: string;
  readonly localAddress: string;
  readonly remoteAddress: string;
}

/** An entry of the channel event log. */
export interface CelEventFacts {
  readonly name: CelType;
  readonly channel: ChannelSnapshot;
  /** Names of other channels that it is about, separated by commas. */
  readonly peer: string;
  /** JSON, or empty. */
  readonly extra: string;
}
