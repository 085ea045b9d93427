import type { Registration } from '../stasis/applications';
import { messageWithoutKeys } from './capabilities';
import { eventView } from './event-view';
import type { Ownership } from './ownership';
import type { Rights } from './rights';

/** Which events the socket of a user may receive, and which of their fields. */
export function registrationView(
  ownership: Ownership,
  { mayUse, applications, seesKeys }: Rights,
): Pick<Registration, 'view' | 'redact' | 'limits'> {
  return {
    view: applications === undefined ? undefined : eventView(ownership, { mayUse, applications }),
    redact: seesKeys ? undefined : messageWithoutKeys,
    limits: { applications, seesKeys },
  };
}
