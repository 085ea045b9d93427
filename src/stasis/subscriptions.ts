import type { Subject, SubjectKind } from './subject';
import { subject, wholeKindNames } from './subject';

/**
 * What one application is subscribed to. Subscriptions to channels, bridges and endpoints are counted, those to device
 * states are not; a whole-kind subscription absorbs later single ones of its kind.
 */
export class Subscriptions {
  readonly #counts = new Map<Subject, number>();

  /** True when the subject was not subscribed to before. */
  add(kind: SubjectKind, id: string): boolean {
    if (id !== '' && this.#counts.has(subject(kind, ''))) return false;
    const key = subject(kind, id);
    const count = this.#counts.get(key) ?? 0;
    const counted = kind !== 'deviceState' && id !== '';
    this.#counts.set(key, counted ? count + 1 : 1);
    return count === 0;
  }

  has(kind: SubjectKind, id: string): boolean {
    return this.#counts.has(subject(kind, id));
  }

  /** True when that was the last subscription to the subject. */
  release(kind: SubjectKind, id: string): boolean {
    const key = subject(kind, id);
    const count = this.#counts.get(key) ?? 0;
    if (count > 1) this.#counts.set(key, count - 1);
    else this.#counts.delete(key);
    return count === 1;
  }

  /** Gives up a subject altogether, however often it was subscribed to. */
  drop(key: Subject): void {
    this.#counts.delete(key);
  }

  keys(): Subject[] {
    return [...this.#counts.keys()];
  }

  /** Ids of one kind, as they are listed. */
  idsOf(kind: SubjectKind): string[] {
    const prefix = `${kind}:`;
    return this.keys()
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length) || wholeKindNames[kind]);
  }
}
