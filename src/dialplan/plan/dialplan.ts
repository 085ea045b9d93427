import type { Position } from '../../config/reader/problem';
import type { Named } from './extension-index';
import { ExtensionIndex } from './extension-index';
import type { ExtensionPattern } from './extension-pattern';
import { matches, withoutDashes } from './extension-pattern';
import type { Timing } from './timing';
import { applies } from './timing';

/** One line of the dialplan: what happens at a priority of an extension. */
export interface Step extends Position {
  readonly priority: number;
  readonly label: string | undefined;
  /** As written: applications are known by their names in any letter case. */
  readonly application: string;
  /** The text between the parentheses, without variable substitution. */
  readonly data: string;
}

export interface Extension extends Named, Position {
  /** As written: `100`, `_2XX`, without the caller. */
  readonly name: string;
  /** By priority, lowest first. */
  readonly steps: ReadonlyMap<number, Step>;
  readonly labels: ReadonlyMap<string, number>;
}

/** Which devices tell whether an extension is busy. */
export interface Hint extends Named, Position {
  readonly extension: string;
  readonly devices: readonly string[];
  readonly presence: string | undefined;
}

/** The extensions of another context, searched after one's own; with a timing only then. */
export interface Include extends Position {
  readonly context: string;
  readonly timing: Timing | undefined;
}

export interface IgnoredPattern extends Position {
  readonly pattern: ExtensionPattern;
}

export interface Context extends Position {
  readonly name: string;
  readonly extensions: readonly Extension[];
  readonly hints: readonly Hint[];
  readonly includes: readonly Include[];
  /** The dial tone continues while the dialled digits match one of these. */
  readonly ignoredPatterns: readonly IgnoredPattern[];
}

export interface DialplanSettings {
  /** A channel that has no next step is hung up instead of waiting for digits. */
  readonly autofallthrough: boolean;
  /** Reading the file again forgets the global variables that it does not set. */
  readonly clearGlobals: boolean;
}

export interface DialplanParts {
  readonly contexts: readonly Context[];
  readonly settings?: DialplanSettings;
  /** Milliseconds since 1970, for includes that apply at some times only. */
  readonly now: () => number;
}

export const defaultSettings: DialplanSettings = { autofallthrough: true, clearGlobals: false };

interface IndexedContext extends Pick<Context, 'includes' | 'ignoredPatterns'> {
  readonly extensions: ExtensionIndex<Extension>;
  readonly hints: ExtensionIndex<Hint>;
}

interface Index {
  readonly contexts: ReadonlyMap<string, IndexedContext>;
  readonly tellsCallersApart: boolean;
}

/**
 * What extensions.conf says. It never changes: a file that is read again makes another one. The special extensions
 * (s, i, t, T, h, e, a, o) are found like all others.
 */
export class Dialplan {
  readonly #index: Index;

  constructor(
    private readonly parts: DialplanParts,
    private readonly caller = '',
    /** That of the same parts, where there is one already. */
    index?: Index,
  ) {
    this.#index = index ?? indexOf(parts.contexts);
  }

  /** The dialplan for a caller with this number; '' is a caller without a number. */
  forCaller(number: string): Dialplan {
    if (number === this.caller || !this.#index.tellsCallersApart) return this;
    return new Dialplan(this.parts, number, this.#index);
  }

  /** In the order of the file. */
  get contexts(): readonly Context[] {
    return this.parts.contexts;
  }

  get settings(): DialplanSettings {
    return this.parts.settings ?? defaultSettings;
  }

  hasContext(name: string): boolean {
    return this.#index.contexts.has(name);
  }

  /** The extension that fits best, in the context or in those it includes. */
  find(context: string, extension: string): Extension | undefined {
    const dialled = withoutDashes(extension);
    return this.#search(context, ({ extensions }) => extensions.find(dialled, this.#isForCaller));
  }

  /** The step at a place. Priorities missing in the best match are taken from a wider pattern. */
  step(context: string, extension: string, priority: number): Step | undefined {
    const dialled = withoutDashes(extension);
    const accepts = (item: Extension): boolean => item.steps.has(priority) && this.#isForCaller(item);
    return this.#search(context, ({ extensions }) => extensions.find(dialled, accepts))?.steps.get(priority);
  }

  /** The priority that has the label. */
  labelled(context: string, extension: string, label: string): number | undefined {
    const dialled = withoutDashes(extension);
    const accepts = (item: Extension): boolean => item.labels.has(label) && this.#isForCaller(item);
    return this.#search(context, ({ extensions }) => extensions.find(dialled, accepts))?.labels.get(label);
  }

  hint(context: string, extension: string): Hint | undefined {
    const dialled = withoutDashes(extension);
    return this.#search(context, ({ hints }) => hints.find(dialled, this.#isForCaller));
  }

  /** All hints of a context and of those it includes. */
  hintsOf(context: string): readonly Hint[] {
    const found: Hint[] = [];
    this.#search(context, ({ hints }) => void found.push(...hints.all));
    return found;
  }

  /** Whether a longer extension starts with these digits: then further digits are awaited. */
  couldMatchMore(context: string, digits: string): boolean {
    const dialled = withoutDashes(digits);
    const grows = ({ extensions }: IndexedContext) =>
      extensions.couldMatchMore(dialled, this.#isForCaller) || undefined;
    return this.#search(context, grows) ?? false;
  }

  /** Whether the dial tone continues after these digits. */
  isIgnored(context: string, digits: string): boolean {
    const ignores = ({ ignoredPatterns }: IndexedContext) =>
      ignoredPatterns.some(({ pattern }) => matches(pattern, digits)) || undefined;
    return this.#search(context, ignores) ?? false;
  }

  readonly #isForCaller = ({ caller }: Named): boolean => caller === undefined || matches(caller, this.caller);

  /** Depth first, each context once: contexts may include each other in circles. */
  #search<Found>(name: string, look: (context: IndexedContext) => Found | undefined): Found | undefined {
    const start = this.#index.contexts.get(name);
    const found = start === undefined ? undefined : look(start);
    // Most contexts include nothing, and this is on the way of every step of every call.
    if (start === undefined || found !== undefined || start.includes.length === 0) return found;
    const seen = new Set([name]);
    const pending = this.#included(start);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const context = seen.has(next) ? undefined : this.#index.contexts.get(next);
      if (context === undefined) continue;
      seen.add(next);
      const result = look(context);
      if (result !== undefined) return result;
      pending.push(...this.#included(context));
    }
    return undefined;
  }

  /** The last is to be searched first. */
  #included({ includes }: IndexedContext): string[] {
    return includes
      .filter(({ timing }) => timing === undefined || applies(timing, this.parts.now()))
      .map(({ context }) => context)
      .reverse();
  }
}

function indexOf(contexts: readonly Context[]): Index {
  const isForSome = ({ caller }: Named): boolean => caller !== undefined;
  return {
    contexts: new Map(contexts.map((context) => [context.name, indexed(context)])),
    tellsCallersApart: contexts.some(({ extensions, hints }) => extensions.some(isForSome) || hints.some(isForSome)),
  };
}

function indexed({ extensions, hints, includes, ignoredPatterns }: Context): IndexedContext {
  return {
    extensions: new ExtensionIndex(extensions),
    hints: new ExtensionIndex(hints),
    includes,
    ignoredPatterns,
  };
}
