import type { LeftInvite } from './left-invite';

/** Where client transactions are found: one object for all of them, which costs less than functions for each. */
export interface ClientTable {
  /** The call of an INVITE has ended: from now on, what is left of the transaction takes its place. */
  readonly replace: (key: string, rest: LeftInvite) => void;
  readonly forget: (key: string) => void;
}
