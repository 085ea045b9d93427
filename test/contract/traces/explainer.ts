import type { Difference } from './difference';
import { Divergence } from './divergence';
import type { KnownDifference } from './known-difference';
import type { Transcript } from './transcript';

/** Finds out which differences are known ones, or consequences of known ones. */
export class Explainer {
  readonly #divergence: Divergence;
  readonly #explained = new WeakMap<object, string>();

  constructor(
    private readonly known: readonly KnownDifference[],
    private readonly transcript: Transcript,
  ) {
    this.#divergence = new Divergence(transcript);
  }

  /** What explains the difference: what it is a consequence of, or the name of a known one. */
  explain(difference: Difference): string | undefined {
    // An event that is known to be missing is asked about again and again.
    const subject = difference.kind === 'missing event' ? difference.event : undefined;
    const before = subject === undefined ? undefined : this.#explained.get(subject);
    if (before !== undefined) return before;
    // An answer is more often different because of what went before, an event because of what it tells.
    const found =
      difference.event === undefined
        ? (this.#consequence(difference) ?? this.#knownOne(difference)?.name)
        : (this.#knownOne(difference)?.name ?? this.#consequence(difference));
    if (subject !== undefined && found !== undefined) this.#explained.set(subject, found);
    return found;
  }

  /** Remembers what follows from a difference between two answers. */
  follow(difference: Difference): void {
    const exchange = this.transcript.exchangeOf(difference);
    if (exchange === undefined) return;
    const consequence = this.#consequence(difference);
    const known = consequence === undefined ? this.#knownOne(difference) : undefined;
    const reason = consequence ?? known?.name;
    const hasConsequences = difference.kind === 'status' || known?.hasConsequences === true;
    if (reason !== undefined && hasConsequences) this.#divergence.add(exchange, reason);
  }

  #knownOne(difference: Difference): KnownDifference | undefined {
    return this.known.find(({ explains }) => explains(difference, this.transcript));
  }

  #consequence(difference: Difference): string | undefined {
    const reason = this.#divergence.reasonFor(difference);
    return reason === undefined || reason.startsWith('consequence of: ') ? reason : `consequence of: ${reason}`;
  }
}
