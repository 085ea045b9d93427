import type { LogFields, Logger } from '../shared/logger';

/** Tells what is wrong once for as long as it is wrong, however often it is looked at meanwhile. */
export class Complaints {
  #standing: ReadonlySet<string> = new Set();

  constructor(
    private readonly log: Logger,
    private readonly sentence: string,
  ) {}

  /** Everything that is wrong now. */
  stand(faults: readonly LogFields[]): void {
    const keyed = new Map(faults.map((fault) => [JSON.stringify(fault), fault]));
    for (const [key, fault] of keyed) if (!this.#standing.has(key)) this.log.error(fault, this.sentence);
    this.#standing = new Set(keyed.keys());
  }
}
