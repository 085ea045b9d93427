import type { Rights } from '../../policy/rights';
import type { Clock } from '../../shared/clock';
import type { Destinations } from '../../shared/destinations';
import type { Logger } from '../../shared/logger';
import type { Applications, Registration } from '../../stasis/applications';
import type { User } from '../auth/users';
import type { SessionDeps } from '../socket/event-session';

/** What outbound sockets need from the server around them. */
export interface OutboundDeps<Operations> {
  readonly session: SessionDeps<Operations>;
  readonly applications: Applications;
  /** What of all that happens a user may hear of, and read of it. */
  readonly viewOf: (rights: Rights) => Pick<Registration, 'view' | 'redact'>;
  readonly findUser: (name: string) => User | undefined;
  readonly clock: Clock;
  readonly destinations: Destinations;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly log: Logger;
  /** Bytes of the longest message that a remote application may send. */
  readonly maxPayload: number;
  /** Keeps the module that opens sockets loaded until the result is called; the user is named to who unloads it. */
  readonly holdModule: (user: string) => () => void;
}
