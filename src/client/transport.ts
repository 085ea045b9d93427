import type { Method } from '../contract/route';

/** What a caller may decide for one request. */
export interface RequestOptions {
  /** Gives the request up: its promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole exchange, instead of the client's own limit. */
  readonly timeoutMs?: number;
}

/** The same for a request that changes something. */
export interface CommandOptions extends RequestOptions {
  /**
   * The server carries commands with the same key out once, and answers the others like the first one: 1 to 255
   * characters, kept for ten minutes.
   */
  readonly idempotencyKey?: string;
  /**
   * How often the command is sent again when no connection can be made or it breaks, with the same key, so that it
   * happens once; a key is made unless one is given. Overrides the option of the client.
   */
  readonly retries?: number;
}

/** A request with every parameter in its place, ready for any door. */
export interface TransportRequest extends CommandOptions {
  /** `channels.originate`, for messages to people. */
  readonly operation: string;
  readonly method: Method;
  /** Path below the root of the interface with its query string, all percent-encoded: `/channels/17?reason=busy`. */
  readonly target: string;
  /** JSON text. */
  readonly body?: string;
  /** The answer is bytes, which not every door can carry. */
  readonly binary: boolean;
}

export interface TransportAnswer {
  readonly status: number;
  /** Reason phrase of the status line, possibly empty. */
  readonly reason: string;
  readonly text: () => string;
  readonly bytes: () => Uint8Array;
}

/** A way to the server. It rejects with a ConnectionFailure when there is no answer; a refusal is an answer. */
export interface Transport {
  readonly request: (request: TransportRequest) => Promise<TransportAnswer>;
}
