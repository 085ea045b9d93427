export interface JournalLimits {
  /** Most events that are kept. */
  readonly events: number;
  /** Milliseconds that an event is kept at most, and that an application without a socket is remembered. */
  readonly age: number;
}

interface Entry {
  readonly sequence: number;
  readonly at: number;
  readonly text: string;
}

export interface Replay {
  readonly texts: readonly string[];
  /** The first and last number that the reader missed and that are gone; undefined when nothing is. */
  readonly gap: { readonly first: number; readonly last: number } | undefined;
}

/** The latest events of one application that asked to be able to resume: numbered from 1, bounded in count and age. */
export class Journal {
  // A ring: slot = sequence modulo the limit, so that keeping and dropping cost the same however long it runs.
  readonly #ring: (Entry | undefined)[];
  #last = 0;

  constructor(
    private readonly limits: JournalLimits,
    private readonly now: () => number,
  ) {
    this.#ring = new Array<Entry | undefined>(limits.events).fill(undefined);
  }

  /** The number that the next event gets. */
  get next(): number {
    return this.#last + 1;
  }

  /** Keeps the text of the event that has the number `next`. */
  keep(text: string): void {
    this.#last += 1;
    this.#ring[this.#last % this.limits.events] = { sequence: this.#last, at: this.now(), text };
  }

  /**
   * Everything after the number the reader has seen last. A number that was never given out comes from before a
   * restart: then all that is kept is new to the reader.
   */
  after(seen: number): Replay {
    const known = seen > this.#last ? 0 : seen;
    const entries = this.#entriesAfter(known);
    const lost = (entries[0]?.sequence ?? this.#last + 1) - 1;
    const gap = known !== seen || lost > seen ? { first: seen + 1, last: lost } : undefined;
    return { texts: entries.map(({ text }) => text), gap };
  }

  #entriesAfter(known: number): Entry[] {
    const entries: Entry[] = [];
    for (let sequence = Math.max(known, this.#last - this.limits.events) + 1; sequence <= this.#last; sequence += 1) {
      const entry = this.#ring[sequence % this.limits.events];
      if (entry?.sequence === sequence && this.now() - entry.at <= this.limits.age) entries.push(entry);
    }
    return entries;
  }
}
