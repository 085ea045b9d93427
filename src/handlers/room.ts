import { UnavailableError } from '../contract/unavailable';
import type { LimitedKind } from '../engine/object-limits';
import { limitReached } from '../engine/object-limits';

/** Refuses an object beyond the limit; 503, since the condition is temporary. */
export function needRoom(kind: LimitedKind, present: number, more = 1): void {
  const reason = limitReached(kind, present, more);
  if (reason !== undefined) throw new UnavailableError(reason);
}
