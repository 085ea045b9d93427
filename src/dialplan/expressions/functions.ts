import type { Channel } from '../../engine/calls/channel/channel';

/** The context of a function call, with the rights of its requester. */
export interface Scope {
  /** The channel whose dialplan it is; some functions can do without. */
  readonly channel: Channel | undefined;
  /** Reads a variable, or a function with its arguments; undefined when it is not set or cannot be read. */
  readonly read: (name: string) => string | undefined;
  /** False when nothing of that name can be written. */
  readonly write: (name: string, value: string) => Written;
  readonly substitute: (text: string) => string;
  /** The same rights, for another channel's variables. */
  readonly of: (channel: Channel) => Scope;
}

/**
 * Whether a function has taken a value. False: it has nothing of that name, and swallows it like a function that there is
 * not. Otherwise it says what it takes instead, as the end of a sentence that tells what it was given.
 */
export type Written = boolean | { readonly refused: string };

/** A function of the dialplan. It gets its argument with all variables filled in. */
export interface DialplanFunction {
  /** Undefined: there is nothing to be read under this argument. */
  readonly read?: (argument: string, scope: Scope) => string | undefined;
  readonly write?: (argument: string, value: string, scope: Scope) => Written;
}

export type FunctionTable = Readonly<Record<string, DialplanFunction>>;

/** The functions that a dialplan may use, by their upper-case names. */
export class DialplanFunctions {
  readonly #byName = new Map<string, DialplanFunction>();

  constructor(...tables: readonly FunctionTable[]) {
    for (const table of tables) this.add(table);
  }

  /** A later one of the same name replaces an earlier one. The result takes them away again. */
  add(table: FunctionTable): () => void {
    const added = Object.entries(table);
    for (const [name, definition] of added) this.#byName.set(name, definition);
    return () => {
      for (const [name, definition] of added) if (this.#byName.get(name) === definition) this.#byName.delete(name);
    };
  }

  find(name: string): DialplanFunction | undefined {
    return this.#byName.get(name);
  }

  names(): string[] {
    return [...this.#byName.keys()].sort();
  }
}

export interface FunctionCall {
  readonly name: string;
  readonly argument: string;
}

/** `CALLERID(num)` is a call, `EXTEN` is not. */
export function parseCall(text: string): FunctionCall | undefined {
  const open = text.indexOf('(');
  if (open < 1 || !text.endsWith(')')) return undefined;
  return { name: text.slice(0, open).trim(), argument: text.slice(open + 1, -1) };
}
