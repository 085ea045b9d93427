/**
 * How long to wait after a 491 before trying again (RFC 3261 §14.1): the owner of the Call-ID waits longer, so that the
 * two do not collide again. In milliseconds, a multiple of ten.
 */
export function glareDelay(isInitiator: boolean, random: () => number): number {
  const [from, to] = isInitiator ? [2100, 4000] : [0, 2000];
  return from + Math.floor((random() * (to - from + 10)) / 10) * 10;
}
