import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Whether two texts are equal, in a time that does not depend on where they differ. Digests have one length, which the
 * comparison needs and which hides the length of the secret.
 */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
