import type { User } from './user';

/** Why somebody is not known to us. For the log and the message; the status is 401 for all of them. */
export type Lack = 'missing' | 'malformed' | 'wrong';

/** What a door is told about who knocks. */
export type AuthResult =
  | { readonly outcome: 'ok'; readonly user: User }
  | { readonly outcome: 'unauthenticated'; readonly reason: Lack }
  | { readonly outcome: 'forbidden-address' }
  /** In whole seconds, as the Retry-After header wants it. */
  | { readonly outcome: 'throttled'; readonly retryAfter: number }
  /** Too many passwords are being checked. */
  | { readonly outcome: 'busy'; readonly retryAfter: number };
