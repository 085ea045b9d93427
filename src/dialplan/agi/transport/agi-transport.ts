import type { AgiLine } from './line-reader';

/** The connection to an AGI program. Its opener closes it. */
export interface AgiTransport {
  /** The next line; undefined once there are no more. One caller waits at a time. */
  readonly next: () => Promise<AgiLine | undefined>;
  /** Whether a line is queued, or the program has closed its side: then the running command is not awaited. */
  readonly hasNews: () => boolean;
  /** Called when `hasNews` becomes true. */
  readonly onNews: (listener: () => void) => () => void;
  /** Resolves when the program has room for more, or is gone: what it does not read must not pile up here. */
  readonly send: (text: string) => Promise<void>;
  /** Tells the program that the call has ended. */
  readonly hangUp: () => void;
  /** Whether the program may go on for a while after that. */
  readonly mayLinger: boolean;
  /** Ends the conversation: `next` and `send` return. Idempotent. */
  readonly close: () => void;
  /** How the program ended, once it has; of a server nothing is known but that it went. Call it after `next` ended. */
  readonly outcome: () => Promise<'success' | 'failure'>;
}

/** `not-found`: there is no such program. */
export type OpenedTransport =
  | { readonly outcome: 'open'; readonly transport: AgiTransport }
  | { readonly outcome: 'failed' | 'not-found'; readonly reason: string };
