import { UnavailableError } from '../contract/unavailable';

/** Limits of the objects that clients can create. */
const most = {
  bridges: 10_000,
  'device states': 10_000,
  mailboxes: 10_000,
  'global variables': 10_000,
  'variables of the channel': 4096,
  'variables of the bridge': 4096,
  'queued operations': 1000,
  'objects of this type': 1000,
  'subscriptions of the application': 10_000,
  phones: 1000,
} as const;

/** Refuses an object beyond the limit; 503, since the condition is temporary. */
export function needRoom(kind: keyof typeof most, present: number, more = 1): void {
  if (present + more > most[kind])
    throw new UnavailableError(
      `limit reached: there are ${present} ${kind} already, and at most ${most[kind]} are allowed`,
    );
}
