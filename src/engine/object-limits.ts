/** Limits of the objects that clients can create, whatever interface they use. */
const limits = {
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

export type LimitedKind = keyof typeof limits;

/** Why there cannot be more of a kind; undefined when there can. */
export function limitReached(kind: LimitedKind, present: number, more = 1): string | undefined {
  if (present + more <= limits[kind]) return undefined;
  return `limit reached: there are ${present} ${kind} already, and at most ${limits[kind]} are allowed`;
}
