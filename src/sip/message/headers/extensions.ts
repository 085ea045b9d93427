import type { SipRequest } from '../message';
import { requireHeader } from './token-headers';

/**
 * Unsupported extensions that a request requires: the response is 420 with these in Unsupported (RFC 3261 §8.2.2.3).
 */
export function unsupportedExtensions({ headers }: SipRequest, supported: readonly string[]): readonly string[] {
  const required = headers.all(requireHeader);
  return required.length === 0 ? required : required.filter((option) => !supported.includes(option));
}
