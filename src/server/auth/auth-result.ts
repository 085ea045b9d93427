import type { User } from './user';

/** Why authentication failed. For the log and the message; the status is always 401. */
export type Lack = 'missing' | 'malformed' | 'wrong';

/** The result of an authentication attempt. */
export type AuthResult =
  | { readonly outcome: 'ok'; readonly user: User }
  | { readonly outcome: 'unauthenticated'; readonly reason: Lack }
  | { readonly outcome: 'forbidden-address' }
  /** In whole seconds, as in the Retry-After header. */
  | { readonly outcome: 'throttled'; readonly retryAfter: number }
  /** Too many passwords are being checked. */
  | { readonly outcome: 'busy'; readonly retryAfter: number };
