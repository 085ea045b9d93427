import type { SipRequest } from '../message';
import { requireHeader } from './token-headers';

/**
 * Unsupported extensions that a request requires: the response is 420 with these in Unsupported (RFC 3261 §8.2.2.3).
 */
export function unsupportedExtensions({ headers }: SipRequest, supported: readonly string[]): readonly string[] {
  return headers.all(requireHeader).filter((option) => !supported.includes(option));
}
