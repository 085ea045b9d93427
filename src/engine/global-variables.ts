import type { EngineEventHub } from './engine-event';

export interface GlobalVariablesDeps {
  /** What `[globals]` of the configuration says. */
  readonly configured: Readonly<Record<string, string>>;
  /** Names that can be read without having been set. */
  readonly builtIn: Readonly<Record<string, () => string>>;
  readonly events: EngineEventHub;
  readonly now: () => number;
  /** Told of every change that is made here; without a value it was removed. */
  readonly onWritten?: ((name: string, value: string | undefined) => void) | undefined;
}

/** `other-function`: it names a function of the dialplan that is not about global variables. */
export type SetVariableResult = { readonly outcome: 'set' | 'name-missing' | 'other-function' };

/** The variables that every call sees. */
export class GlobalVariables {
  readonly #values: Map<string, string>;
  readonly #builtIn: ReadonlyMap<string, () => string>;

  constructor(private readonly deps: GlobalVariablesDeps) {
    this.#values = new Map(Object.entries(deps.configured));
    this.#builtIn = new Map(Object.entries(deps.builtIn));
  }

  /** How many have been set. */
  get size(): number {
    return this.#values.size;
  }

  /** Empty when it is not set. Functions are not evaluated, and so are empty too. */
  get(name: string): string {
    return this.find(name) ?? '';
  }

  /** Undefined when it is neither set nor built in. */
  find(name: string): string | undefined {
    return this.#values.get(name) ?? this.#builtIn.get(name)?.();
  }

  /** Without a value the variable is removed. `GLOBAL(name)` is another way to write `name`. */
  set(name: string, value: string | undefined): SetVariableResult {
    const call = /^([^(]*)\((.*)\)$/s.exec(name);
    if (call === null) return this.#write(name, value);
    const [, functionName = '', argument = ''] = call;
    return functionName === 'GLOBAL' ? this.#write(argument, value) : { outcome: 'other-function' };
  }

  /** Another node has set it, or removed it. */
  adopt(name: string, value: unknown): void {
    if (typeof value === 'string') this.#values.set(name, value);
    else this.#values.delete(name);
  }

  /** Takes what the configuration says now. What was set besides stays, as it does for calls that are running. */
  reconfigure(configured: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(configured)) this.#values.set(name, value);
  }

  #write(given: string, value: string | undefined): SetVariableResult {
    // The prefixes that control inheritance of channel variables; they have no meaning for globals.
    const name = given.replace(/^_{1,2}(?=.)/, '');
    if (name === '') return { outcome: 'name-missing' };
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
    this.deps.onWritten?.(name, value);
    this.deps.events.emit({ type: 'global-variable-set', at: this.deps.now(), name, value: value ?? '' });
    return { outcome: 'set' };
  }
}

/** The built-in names that need no channel. Paths go by the names that dialplans know them under. */
export function builtInVariables(facts: BuiltInFacts): Readonly<Record<string, () => string>> {
  const { directories } = facts;
  return {
    EPOCH: () => String(Math.floor(facts.now() / 1000)),
    SYSTEMNAME: () => facts.systemName,
    ENTITYID: () => facts.entityId,
    ASTETCDIR: () => directories.config,
    ASTDATADIR: () => directories.data,
    ASTSPOOLDIR: () => directories.spool,
    ASTLOGDIR: () => directories.log,
  };
}

export interface BuiltInFacts {
  readonly now: () => number;
  readonly systemName: string;
  readonly entityId: string;
  readonly directories: Readonly<Record<'config' | 'data' | 'spool' | 'log', string>>;
}
