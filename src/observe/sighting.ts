import type { Observation } from '../engine/call-story';

/** By what the call of an observation is found. */
export interface SightingKeys extends Pick<Observation, 'channelIds'> {
  readonly thread: string | undefined;
}

/**
 * Something that was observed. It keeps references only; what people read is made when it is asked for, because most
 * calls are never looked at.
 */
export interface Sighting extends SightingKeys {
  /** The same object every time. */
  readonly read: () => Observation;
}

export function sighting({ channelIds, thread }: SightingKeys, write: () => Observation): Sighting {
  let written: Observation | undefined;
  return { channelIds, thread, read: () => (written ??= write()) };
}
