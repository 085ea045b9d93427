import type { Channel } from './channel';
import type { DialplanPlace } from './dialplan-place';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';

/** What a dialplan application is given besides its channel and its arguments. */
export interface ApplicationRun {
  /** Fires when the channel is hung up or sent elsewhere: whatever waits has to return then. */
  readonly signal: StopSignal;
  /** The dialplan goes on there once the application has returned, instead of at the next priority. */
  readonly goTo: (place: DialplanPlace) => void;
}

/** `hangup`: the dialplan is over, and so is the channel. */
export type ApplicationResult = 'hangup' | undefined | void;

/**
 * An application of the dialplan. Its arguments have their variables filled in already. Those that need no time return
 * at once and not by a promise: most steps of most dialplans do.
 */
export type DialplanApplication = (
  channel: Channel,
  data: string,
  run: ApplicationRun,
) => ApplicationResult | Promise<ApplicationResult>;

/** What calls need of the dialplan. */
export interface DialplanPort {
  /**
   * Runs a channel through the dialplan until that ends or the channel is hung up. The channel still exists
   * afterwards: the caller ends it. Never rejects.
   */
  readonly run: (channel: Channel, place: DialplanPlace) => Promise<void>;
  /** The same for a channel that something else runs as a whole: its end is not reported as the end of the channel. */
  readonly runNested: (channel: Channel, place: DialplanPlace) => Promise<void>;
  /** What runs one application on a channel, without a place in the dialplan; undefined when there is none of that name. */
  readonly applicationProgram: (name: string, data: string) => ((channel: Channel) => Promise<void>) | undefined;
  readonly hasExtension: (context: string, extension: string) => boolean;
  /** The priority that a label stands for; undefined when there is no such label. */
  readonly findLabel: (context: string, extension: string, label: string) => number | undefined;
}

/** Subroutines of the dialplan, for those who call one from outside of it. */
export interface SubroutinePort {
  /** `ended`: the subroutine has hung up, or the channel is going to end. */
  readonly callSubroutine: (
    channel: Channel,
    place: DialplanPlace,
    given: readonly string[],
  ) => Promise<'returned' | 'ended'>;
}

/** `unreadable`: the function is unknown or fails. `forbidden`: the configuration does not allow it. */
export type ReadOutcome =
  | { readonly outcome: 'read'; readonly value: string }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'unreadable' | 'forbidden'; readonly reason: string };

/**
 * `ignored`: a function that is unknown or only read, or has nothing of that name, swallows what it is given. `refused`:
 * it does not take this value.
 */
export type WriteOutcome =
  | { readonly outcome: 'written' | 'ignored' }
  | { readonly outcome: 'refused' | 'forbidden'; readonly reason: string };

/** Variables and functions as the dialplan knows them: `NAME`, `CALLERID(name)`. */
/**
 * Who asks, if not the dialplan. From outside, functions that reach out of the server are refused unless the configuration
 * allows them; to those who are kept to their own calls, global variables are not there either.
 */
export type Asking = 'outside' | 'own-call';

export interface VariablePort {
  readonly read: (channel: Channel | undefined, name: string, from?: Asking) => ReadOutcome;
  /** Without a value the variable is removed. Without a channel only functions that need none take what they are given. */
  readonly write: (channel: Channel | undefined, assignment: Assignment, from?: Asking) => WriteOutcome;
  /** Takes over from another channel who has sent the call elsewhere, and why. */
  readonly inheritRedirecting: (channel: Channel, from: Channel) => void;
  /** Fills in `${…}` and `$[…]`. What is not set is empty. */
  readonly substitute: (channel: Channel | undefined, text: string) => string;
}

export interface Assignment {
  readonly name: string;
  readonly value: string | undefined;
  /** Whether the variable is shown with the channel from now on; undefined leaves that as it is. */
  readonly isShown?: boolean;
}
