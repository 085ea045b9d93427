import type { Observation } from '../engine/call-story';

/**
 * Something that was observed. It keeps references only; what people read is made when it is asked for, because most
 * calls are never looked at.
 */
export abstract class Sighting {
  #observation: Observation | undefined;

  constructor(
    /** By these its call is found. */
    readonly channelIds: readonly string[],
    readonly thread: string | undefined,
  ) {}

  /** The same object every time. */
  read(): Observation {
    this.#observation ??= this.write();
    return this.#observation;
  }

  protected abstract write(): Observation;
}
