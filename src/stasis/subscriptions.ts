import type { Subject, SubjectKind } from './subject';
import { subject, wholeKindNames, wholeKinds } from './subject';
import { TurnoverMap } from '../shared/collections/turnover-map';

interface Held {
  count: number;
  /** Covered by a subscription to everything of its kind when it came: then it is neither listed nor taken back. */
  readonly isCovered: boolean;
}

/**
 * What one application is subscribed to. Subscriptions to channels, bridges and endpoints are counted, those to device
 * states are not. A whole-kind subscription absorbs later single ones of its kind, except those that an application has
 * because of its calls: they outlive it, unseen as long as it is there.
 */
export class Subscriptions {
  readonly #held = new TurnoverMap<Subject, Held>();

  get size(): number {
    return this.#held.size;
  }

  /** True when the subject was not subscribed to before. */
  add(kind: SubjectKind, id: string, because?: 'of-its-call'): boolean {
    const isCovered = id !== '' && this.#held.has(wholeKinds[kind]);
    if (isCovered && because === undefined) return false;
    const key = subject(kind, id);
    const known = this.#held.get(key);
    if (known === undefined) this.#held.set(key, { count: 1, isCovered });
    else if (kind !== 'deviceState' && id !== '') known.count += 1;
    return known === undefined;
  }

  has(kind: SubjectKind, id: string): boolean {
    const held = this.#held.get(subject(kind, id));
    return held !== undefined && !this.#isUnseen(kind, held);
  }

  /** The same, whether or not it is seen. */
  holds(kind: SubjectKind, id: string): boolean {
    return this.#held.has(subject(kind, id));
  }

  /** True when that was the last subscription to the subject. */
  release(key: Subject): boolean {
    const held = this.#held.get(key);
    if (held === undefined) return false;
    held.count -= 1;
    if (held.count > 0) return false;
    this.#held.delete(key);
    return true;
  }

  /** Gives up a subject altogether, however often it was subscribed to. */
  drop(key: Subject): void {
    this.#held.delete(key);
  }

  keys(): Subject[] {
    return [...this.#held.keys()];
  }

  /** How often it is subscribed to. */
  countOf(kind: SubjectKind, id: string): number {
    return this.#held.get(subject(kind, id))?.count ?? 0;
  }

  /** Ids of one kind, as they are listed. */
  idsOf(kind: SubjectKind): string[] {
    const prefix = `${kind}:`;
    const ids: string[] = [];
    for (const [key, held] of this.#held)
      if (key.startsWith(prefix) && !this.#isUnseen(kind, held))
        ids.push(key.slice(prefix.length) || wholeKindNames[kind]);
    return ids;
  }

  #isUnseen(kind: SubjectKind, { isCovered }: Held): boolean {
    return isCovered && this.#held.has(wholeKinds[kind]);
  }
}
