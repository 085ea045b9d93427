/** How far a variable is passed on: not at all, to channels this one calls, or to theirs too. */
type Reach = 0 | 1 | 2;

interface Entry {
  readonly value: string;
  readonly reach: Reach;
}

const noNames: ReadonlySet<string> = new Set();

/** The variables of one channel or bridge. Names with `_` or `__` in front are kept without, and passed on to called channels. */
export class VariableSet {
  // Made when they are needed: many channels have no variables, and few of them show any.
  #entries: Map<string, Entry> | undefined;
  /** One that is passed on was set: few channels have any. */
  #passesOn = false;
  /** Names whose values are shown with the channel, in the order in which that was asked for. */
  #shown: Set<string> | undefined;

  get size(): number {
    return this.#entries?.size ?? 0;
  }

  get(name: string): string | undefined {
    return this.#entries?.get(name)?.value;
  }

  /** Without a value it is removed. */
  set(given: string, value: string | undefined): void {
    const { name, reach } = parseName(given);
    if (reach > 0) this.#passesOn = true;
    if (value === undefined) this.#entries?.delete(name);
    else (this.#entries ??= new Map()).set(name, { value, reach });
  }

  show(name: string, isShown: boolean): void {
    if (isShown) (this.#shown ??= new Set()).add(name);
    else this.#shown?.delete(name);
  }

  get shown(): ReadonlySet<string> {
    return this.#shown ?? noNames;
  }

  /** All of them, in the order in which they were first set. */
  *all(): Generator<readonly [name: string, value: string]> {
    for (const [name, { value }] of this.#entries ?? []) yield [name, value];
  }

  /** All of them as they would be written to another channel that is the same end of the same call. */
  *copies(): Generator<readonly [name: string, value: string]> {
    for (const [name, { value, reach }] of this.#entries ?? []) yield [`${'_'.repeat(reach)}${name}`, value];
  }

  /** Those that a called channel gets, with the prefix that says how far they go from there. */
  *inheritable(): Generator<readonly [name: string, value: string]> {
    if (!this.#passesOn) return;
    for (const [name, { value, reach }] of this.#entries ?? []) {
      if (reach === 1) yield [name, value];
      else if (reach === 2) yield [`__${name}`, value];
    }
  }
}

/** The name under which a variable is kept. */
export function plainName(given: string): string {
  return parseName(given).name;
}

function parseName(given: string): { readonly name: string; readonly reach: Reach } {
  if (given.startsWith('__') && given.length > 2) return { name: given.slice(2), reach: 2 };
  if (given.startsWith('_') && given.length > 1) return { name: given.slice(1), reach: 1 };
  return { name: given, reach: 0 };
}
