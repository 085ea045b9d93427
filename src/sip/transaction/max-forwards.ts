import type { SipRequest } from '../message/message';
import { maxForwardsHeader } from '../message/headers/number-headers';

export const initialMaxForwards = 70;

/**
 * How many hops a request has left when it is passed on, in whatever form; undefined when it has none, and 483 is the
 * answer (RFC 3261 §16.3).
 */
export function hopsAfterThis({ headers }: SipRequest): number | undefined {
  const hops = headers.get(maxForwardsHeader) ?? initialMaxForwards;
  return hops === 0 ? undefined : hops - 1;
}
