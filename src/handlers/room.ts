import { UnavailableError } from '../contract/unavailable';

/** How many of each there may be that clients can make at will. */
const most = {
  bridges: 10_000,
  'device states': 10_000,
  mailboxes: 10_000,
  'global variables': 10_000,
  'variables of the channel': 4096,
  'variables of the bridge': 4096,
  'orders that wait for their turn': 1000,
  'objects of this type': 1000,
  'subscriptions of the application': 10_000,
} as const;

/** Refuses what would be one too many; 503, since there is room again when something else has gone. */
export function needRoom(kind: keyof typeof most, present: number, more = 1): void {
  if (present + more > most[kind])
    throw new UnavailableError(`there is no room: there are ${present} ${kind} already, and at most ${most[kind]}`);
}
