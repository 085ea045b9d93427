import type { JsonObject } from '../contract/json';

/** How far the events of each application have come, for the next connection to go on from there. */
export class Progress {
  readonly #last = new Map<string, number>();

  constructor(private readonly apps: readonly string[]) {}

  /** Takes note of an event that has arrived. */
  note({ application, sequence, type, last_sequence: lost }: JsonObject): void {
    // What is told to be gone need not be asked for once more.
    const number = type === 'EventsMissed' ? lost : sequence;
    if (typeof application === 'string' && typeof number === 'number') this.#last.set(application, number);
  }

  /** `sales:17` for each application; 0 where nothing has arrived yet, which asks for everything that is kept. */
  get entries(): readonly string[] {
    return this.apps.map((name) => `${name}:${this.#last.get(name) ?? 0}`);
  }
}
