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
  /** The first and last number of the lost events; undefined when none is lost. */
  readonly gap: { readonly first: number; readonly last: number } | undefined;
}

/**
 * Faster than any application receives events over a long time; milliseconds since 1970 times this stay exact until
 * 2255.
 */
const numbersPerMillisecond = 1000;

/** A number that no journal begun earlier has reached, whether in this run of the server or in one before it. */
export function freshNumber(now: number): number {
  return Math.floor(now) * numbersPerMillisecond;
}

/** The latest events of one application that asked to be able to resume: numbered one by one, bounded in count and age. */
export class Journal {
  // A ring: slot = sequence modulo the limit, so that keeping and dropping cost the same however long it runs.
  readonly #ring: (Entry | undefined)[];
  #last: number;

  /** The first event gets the number after `base`. */
  constructor(
    private readonly limits: JournalLimits,
    private readonly now: () => number,
    private readonly base: number,
  ) {
    this.#ring = new Array<Entry | undefined>(limits.events).fill(undefined);
    this.#last = base;
  }

  /** The number that was given out last. */
  get last(): number {
    return this.#last;
  }

  /** The number that the next event gets. */
  get next(): number {
    return this.#last + 1;
  }

  /** Whether this number was given out here. */
  knows(sequence: number): boolean {
    return sequence >= this.base && sequence <= this.#last;
  }

  /** Keeps the text of the event that has the number `next`. */
  keep(text: string): void {
    this.#last += 1;
    this.#ring[this.#last % this.limits.events] = { sequence: this.#last, at: this.now(), text };
  }

  /**
   * Everything after the number the reader has seen last; 0 says that it has seen none. A number that is not from here
   * comes from before a restart, or from before the application was forgotten: then all that is kept is new to the
   * reader, and something may be lost.
   */
  after(seen: number): Replay {
    const isOurs = this.knows(seen);
    const known = isOurs ? seen : this.base;
    const entries = this.#entriesAfter(known);
    const lost = (entries[0]?.sequence ?? this.#last + 1) - 1;
    const texts = entries.map(({ text }) => text);
    if (!isOurs && seen !== 0) return { texts, gap: { first: Math.min(seen + 1, lost), last: lost } };
    return { texts, gap: lost > known ? { first: known + 1, last: lost } : undefined };
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
