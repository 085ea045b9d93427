import type { Rights } from '../../policy/rights';
import type { Clock } from '../../shared/time/clock';
import type { Destinations } from '../../shared/network/destinations';
import type { Logger } from '../../shared/logger';
import type { Applications, Registration } from '../../stasis/applications';
import type { User } from '../auth/users';
import type { SessionDeps } from '../socket/event-session';

/** Dependencies of outbound sockets. */
export interface OutboundDeps<Operations> {
  readonly session: SessionDeps<Operations>;
  readonly applications: Applications;
  /** Which events a user may receive, and which of their fields. */
  readonly viewOf: (rights: Rights) => Pick<Registration, 'view' | 'redact'>;
  readonly findUser: (name: string) => User | undefined;
  readonly clock: Clock;
  readonly destinations: Destinations;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly log: Logger;
  /** Bytes of the longest message that a remote application may send. */
  readonly maxPayload: number;
  /**
   * Keeps the module that opens sockets loaded until the result is called; the name of the use is shown when unloading
   * is refused.
   */
  readonly holdModule: (user: string) => () => void;
}
