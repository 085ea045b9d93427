import type { ExtensionPattern } from './extension-pattern';
import { bySpecificity, couldMatchMore, matches } from './extension-pattern';

/** The steps of an extension, and the callers they apply to. */
export interface Named {
  readonly pattern: ExtensionPattern;
  /** The caller numbers it applies to; undefined: all. */
  readonly caller: ExtensionPattern | undefined;
}

/** Extensions of one context in the order in which they are tried: texts first, then patterns from narrow to wide. */
export class ExtensionIndex<Item extends Named> {
  readonly #texts = new Map<string, Item[]>();
  readonly #patterns: readonly Item[];

  constructor(items: readonly Item[]) {
    this.#patterns = items.filter(({ pattern }) => pattern.kind === 'pattern').sort(byPrecedence);
    for (const item of items) {
      const { pattern } = item;
      if (pattern.kind === 'pattern') continue;
      const before = this.#texts.get(pattern.plain);
      if (before === undefined) this.#texts.set(pattern.plain, [item]);
      else before.push(item);
    }
    for (const same of this.#texts.values()) same.sort(byPrecedence);
  }

  get all(): readonly Item[] {
    return [...[...this.#texts.values()].flat(), ...this.#patterns];
  }

  /** The first that fits and is accepted. The dialled text has no dashes. */
  find(dialled: string, accepts: (item: Item) => boolean): Item | undefined {
    return (
      this.#texts.get(dialled)?.find(accepts) ??
      this.#patterns.find((item) => matches(item.pattern, dialled) && accepts(item))
    );
  }

  couldMatchMore(dialled: string, accepts: (item: Item) => boolean): boolean {
    const grows = (item: Item): boolean => couldMatchMore(item.pattern, dialled) && accepts(item);
    return this.#patterns.some(grows) || [...this.#texts.values()].some((items) => items.some(grows));
  }
}

function byPrecedence(one: Named, other: Named): number {
  return bySpecificity(one.pattern, other.pattern) || byCaller(one.caller, other.caller);
}

/** Entries for some callers come before those for all. */
function byCaller(one: ExtensionPattern | undefined, other: ExtensionPattern | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return bySpecificity(one, other);
}
