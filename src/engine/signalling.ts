import type { NetworkPlace } from '../shared/network/network-place';

/** One message of the signalling of a call, secrets masked. */
export interface SignallingMessage {
  /** Grows from message to message, over all calls. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly direction: 'in' | 'out';
  readonly remote: NetworkPlace;
  readonly transport: string;
  readonly callId: string;
  readonly summary: string;
  /** The type of its body; undefined when it has none. */
  readonly bodyType: string | undefined;
  readonly text: string;
}

/** Called with each message and the channel of its call, if it has one by then. */
export type SignallingListener = (message: SignallingMessage, channelId: string | undefined) => void;

export interface CallSignalling {
  readonly callId: string;
  readonly channelId: string | undefined;
  readonly messages: readonly SignallingMessage[];
  /** How many messages are left out, and behind how many of those that are there. */
  readonly leftOut: { readonly count: number; readonly behind: number };
}

/** The last messages of calls, whose technology keeps them. */
export interface Signalling {
  /** By the id of the channel, also of one that has ended a while ago, or by the id that the call has on the wire. */
  readonly of: (id: string) => CallSignalling | undefined;
  /** Messages of all calls behind the one with that number, this many at most. */
  readonly after: (number: number, max: number) => readonly SignallingMessage[];
  /** Calls back with every message of a call from now on, until the result is called. */
  readonly onMessage: (listener: SignallingListener) => () => void;
}
