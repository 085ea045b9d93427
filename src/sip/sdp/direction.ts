import type { MediaDescription, SessionBody } from './session-description';
import { hasAttribute } from './session-description';

/** Seen from the side whose description it stands in. */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

const directions: readonly Direction[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];

/** What a media section says, else what the session says, else both ways (RFC 8866 §6.7). */
export function directionOf(media: MediaDescription, session: SessionBody): Direction {
  return saidBy(media) ?? saidBy(session) ?? 'sendrecv';
}

function saidBy(level: MediaDescription | SessionBody): Direction | undefined {
  if (level.attributes.length === 0) return undefined;
  for (const direction of directions) if (hasAttribute(level, direction)) return direction;
  return undefined;
}

export function sends(direction: Direction): boolean {
  return direction === 'sendrecv' || direction === 'sendonly';
}

export function receives(direction: Direction): boolean {
  return direction === 'sendrecv' || direction === 'recvonly';
}

export function directionFor({ send, receive }: { readonly send: boolean; readonly receive: boolean }): Direction {
  if (send) return receive ? 'sendrecv' : 'sendonly';
  return receive ? 'recvonly' : 'inactive';
}

/** The same direction, seen from the other side. */
export function reversed(direction: Direction): Direction {
  return directionFor({ send: receives(direction), receive: sends(direction) });
}

/** What both allow. */
export function narrowed(one: Direction, other: Direction): Direction {
  return directionFor({ send: sends(one) && sends(other), receive: receives(one) && receives(other) });
}
