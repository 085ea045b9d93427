import type { Difference } from '../compare/difference';
import { Divergence } from './divergence';
import type { Exchange } from '../compare/exchange';
import type { KnownDifference } from './known-difference';
import type { Transcript } from './transcript';

/** Finds out which differences are known ones, or consequences of known ones. */
export class Explainer {
  readonly #divergence: Divergence;
  /** Answers about missing events, which are asked for again and again: nothing is known as long as nothing happens. */
  readonly #explained = new WeakMap<object, { readonly found: string | undefined; readonly exchanges: unknown }>();

  constructor(
    private readonly known: readonly KnownDifference[],
    private readonly transcript: Transcript,
  ) {
    this.#divergence = new Divergence(transcript);
  }

  /** What explains the difference: what it is a consequence of, or the name of a known one. */
  explain(difference: Difference): string | undefined {
    const subject = difference.kind === 'missing event' ? difference.event : undefined;
    if (subject === undefined) return this.#find(difference);
    const { exchanges } = this.transcript;
    const before = this.#explained.get(subject);
    if (before !== undefined && (before.found !== undefined || before.exchanges === exchanges)) return before.found;
    const found = this.#find(difference);
    this.#explained.set(subject, { found, exchanges });
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

  /** Remembers what follows from a request that was answered as recorded. */
  note(exchange: Exchange): void {
    for (const { name, foresees } of this.known)
      for (const key of foresees?.(exchange) ?? [])
        this.#divergence.addObject(key, { reason: name, since: exchange.window });
    this.#divergence.spread(exchange);
  }

  /** An answer is more often different because of what went before, an event because of what it tells. */
  #find(difference: Difference): string | undefined {
    return difference.event === undefined
      ? (this.#consequence(difference) ?? this.#knownOne(difference)?.name)
      : (this.#knownOne(difference)?.name ?? this.#consequence(difference));
  }

  #knownOne(difference: Difference): KnownDifference | undefined {
    return this.known.find(({ explains }) => explains(difference, this.transcript));
  }

  #consequence(difference: Difference): string | undefined {
    const reason = this.#divergence.reasonFor(difference);
    return reason === undefined || reason.startsWith('consequence of: ') ? reason : `consequence of: ${reason}`;
  }
}
