import type { AnsweredRequest } from './answered-request';
import type { InviteServerTransaction } from './invite-server-transaction';

/** Under which a request that was received is found. */
export interface ServerKeys {
  readonly key: string;
  /** Undefined where repeated requests need not be recognised. */
  readonly merged: string | undefined;
}

/** Where server transactions are found: one object for all of them, which cost less than functions for each. */
export interface ServerTable {
  /** A request has its final answer: from now on, what is left of it takes its place. */
  readonly replace: (keys: ServerKeys, rest: AnsweredRequest) => void;
  readonly forget: (keys: ServerKeys) => void;
  /** INVITEs that were refused, as long as ACKs to that may come. */
  readonly refused: Set<InviteServerTransaction>;
}
