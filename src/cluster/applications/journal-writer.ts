import type { SerializedEvent } from '../../stasis/serialized-event';
import type { JournalEntry } from './journal-entry';
import { withOrigin } from './journal-entry';

export interface JournalWriterDeps {
  readonly node: string;
  readonly now: () => number;
  /** Above every number of an earlier run. */
  readonly base: number;
  /** Stores an entry for all nodes. */
  readonly store: (entry: JournalEntry) => Promise<void>;
  /** Told of entries that could not be stored yet. */
  readonly onFailed: (error: unknown) => void;
}

interface Kept {
  readonly entry: JournalEntry;
  readonly at: number;
  isStored: boolean;
  isOnItsWay: boolean;
}

/** Milliseconds that entries are kept here, stored or not: the election of a leader takes less. */
const keptFor = 15_000;
/** Milliseconds after which an entry that could not be stored is given up. */
const givenUpAfter = 60_000;
/** Entries that are kept here at most. */
const maxKept = 20_000;

/** The events of one application that happen on this node: numbered, kept for a while, and stored in the background. */
export class JournalWriter {
  #kept: Kept[] = [];
  /** Entries in front that are not kept any more. */
  #dropped = 0;
  #last: number;
  #previous = 0;
  #epoch = '';

  constructor(private readonly deps: JournalWriterDeps) {
    this.#last = deps.base;
  }

  /** Numbers an event. The result is what is delivered. */
  add(event: SerializedEvent, epoch: string): SerializedEvent {
    const { node, now } = this.deps;
    const number = (this.#last += 1);
    if (epoch !== this.#epoch) this.#previous = 0;
    this.#epoch = epoch;
    const entry: JournalEntry = {
      node,
      number,
      previous: this.#previous,
      epoch,
      event: withOrigin(event, node, number),
    };
    this.#previous = number;
    const kept: Kept = { entry, at: now(), isStored: false, isOnItsWay: false };
    this.#trim(kept.at);
    this.#kept.push(kept);
    this.#store(kept);
    return entry.event;
  }

  /** What is kept here of an epoch, in order. */
  entries(epoch: string): readonly JournalEntry[] {
    return this.#kept
      .slice(this.#dropped)
      .map(({ entry }) => entry)
      .filter((entry) => entry.epoch === epoch);
  }

  /** Tries again what could not be stored. */
  storeAgain(): void {
    for (const kept of this.#kept.slice(this.#dropped)) if (!kept.isStored && !kept.isOnItsWay) this.#store(kept);
  }

  #store(kept: Kept): void {
    kept.isOnItsWay = true;
    this.deps.store(kept.entry).then(
      () => {
        kept.isStored = true;
        kept.isOnItsWay = false;
      },
      (error: unknown) => {
        kept.isOnItsWay = false;
        this.deps.onFailed(error);
      },
    );
  }

  #trim(now: number): void {
    const isKept = ({ at, isStored }: Kept): boolean => now - at <= (isStored ? keptFor : givenUpAfter);
    for (;;) {
      const oldest = this.#kept[this.#dropped];
      if (oldest === undefined || (isKept(oldest) && this.#kept.length - this.#dropped < maxKept)) break;
      this.#dropped += 1;
    }
    // Moved rarely: one entry costs the same however many there are.
    if (this.#dropped * 2 <= this.#kept.length) return;
    this.#kept = this.#kept.slice(this.#dropped);
    this.#dropped = 0;
  }
}
