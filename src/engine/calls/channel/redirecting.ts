import type { Party } from './party';
import { nobody } from './party';

/** Who has sent a call elsewhere, and why. */
export interface Redirecting {
  readonly parties: Readonly<Record<'orig' | 'from' | 'to', Party>>;
  readonly reason: string;
  readonly originalReason: string;
  readonly count: number;
}

export const notRedirected: Redirecting = {
  parties: { orig: nobody, from: nobody, to: nobody },
  reason: 'unknown',
  originalReason: 'unknown',
  count: 0,
};
