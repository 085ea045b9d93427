import type { LogFields, Logger } from '../shared/logger';

/** Reports each problem once for as long as it persists, however often it is checked. */
export class Complaints {
  #standing: ReadonlySet<string> = new Set();

  constructor(
    private readonly log: Logger,
    private readonly sentence: string,
  ) {}

  /** All current problems. */
  stand(faults: readonly LogFields[]): void {
    const keyed = new Map(faults.map((fault) => [JSON.stringify(fault), fault]));
    for (const [key, fault] of keyed) if (!this.#standing.has(key)) this.log.error(fault, this.sentence);
    this.#standing = new Set(keyed.keys());
  }
}
