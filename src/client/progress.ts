import type { JsonObject } from '../contract/json';

/** How far the events of each application have come, for the next connection to go on from there. */
export class Progress {
  readonly #last = new Map<string, number>();
  /** Numbers by node of a cluster, by application. */
  readonly #origins = new Map<string, Map<string, string>>();

  constructor(private readonly apps: readonly string[]) {}

  /** Takes note of an event that has arrived. */
  note({ application, sequence, origin, type, last_sequence: lost }: JsonObject): void {
    // What is told to be gone need not be asked for once more.
    const number = type === 'EventsMissed' ? lost : sequence;
    if (typeof application !== 'string') return;
    if (typeof number === 'number') this.#last.set(application, number);
    if (typeof origin === 'string') this.#noteOrigin(application, origin);
  }

  /**
   * `sales:17` for each application, and `sales:a-17` for each node that its events came from; 0 where nothing has
   * arrived yet, which asks for everything that is kept.
   */
  get entries(): readonly string[] {
    return this.apps.flatMap((name) => [
      `${name}:${this.#last.get(name) ?? 0}`,
      ...[...(this.#origins.get(name)?.values() ?? [])].map((origin) => `${name}:${origin}`),
    ]);
  }

  #noteOrigin(application: string, origin: string): void {
    const byNode = this.#origins.get(application) ?? new Map<string, string>();
    const [node = ''] = origin.split('-');
    this.#origins.set(application, byNode.set(node, origin));
  }
}
