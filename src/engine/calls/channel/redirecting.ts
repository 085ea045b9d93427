import type { Party } from './party';
import { unknownParty } from './party';

/** Who has sent a call elsewhere, and why. */
export interface Redirecting {
  readonly parties: Readonly<Record<'orig' | 'from' | 'to', Party>>;
  readonly reason: string;
  readonly originalReason: string;
  readonly count: number;
}

export const notRedirected: Redirecting = {
  parties: { orig: unknownParty, from: unknownParty, to: unknownParty },
  reason: 'unknown',
  originalReason: 'unknown',
  count: 0,
};
