import type { SipRequest } from './message';
import { requireHeader } from './token-headers';

/** Extensions that a request demands and nobody here knows: 420 with these in Unsupported is the answer (RFC 3261 §8.2.2.3). */
export function unsupportedExtensions({ headers }: SipRequest, supported: readonly string[]): readonly string[] {
  return headers.all(requireHeader).filter((option) => !supported.includes(option));
}
