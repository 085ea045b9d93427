import type { Disposer, Module } from './module';
import type { Hold } from '../shared/module-use/hold';
import type { ModuleInfo } from './module-results';
import { TurnoverSet } from '../shared/collections/turnover-set';

/** `starting` and `stopping` are loaded, but do not run: they cannot be used. */
export type ModuleState =
  | { readonly name: 'unloaded' | 'starting' | 'running' | 'stopping' }
  | { readonly name: 'failed'; readonly reason: string };

type Name = ModuleState['name'];
const reachable: Record<Name, readonly Name[]> = {
  unloaded: ['starting'],
  starting: ['running', 'failed'],
  running: ['stopping'],
  failed: ['stopping'],
  stopping: ['unloaded', 'failed'],
};

const maxNamed = 8;

/** One module of the registry: its state, its users, and the queue of changes. */
export class ModuleEntry<Parts> {
  #state: ModuleState = { name: 'unloaded' };
  #dispose: Disposer | undefined;
  /** Gives back what this module holds of its dependencies. */
  #held: (() => void)[] = [];
  readonly #users = new TurnoverSet<{ readonly name: string }>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(readonly module: Module<Parts>) {}

  get state(): ModuleState {
    return this.#state;
  }

  enter(next: ModuleState): void {
    if (!reachable[this.#state.name].includes(next.name))
      throw new Error(`the module ${this.module.name} cannot go from ${this.#state.name} to ${next.name}`);
    this.#state = next;
  }

  get useCount(): number {
    return this.#users.size;
  }

  /** A few of the users: there may be as many as there are calls. */
  get someUsers(): readonly string[] {
    const names: string[] = [];
    for (const { name } of this.#users) {
      if (names.length === maxNamed) break;
      names.push(name);
    }
    return names;
  }

  /** Counts one more user until the result is called. Idempotent. */
  readonly hold: Hold = (user) => {
    const token = { name: user };
    this.#users.add(token);
    return () => void this.#users.delete(token);
  };

  /** Lets the module register what it owns. */
  async start(parts: Parts): Promise<void> {
    this.#dispose = await this.module.start(parts, this.hold);
  }

  /** Disposes what the module has registered; nothing for one that did not start. */
  async dispose(): Promise<void> {
    const dispose = this.#dispose;
    this.#dispose = undefined;
    await dispose?.();
  }

  /** One change at a time, in the order in which they were asked for. */
  inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(change);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  holdDependency(dependency: ModuleEntry<Parts>): void {
    this.#held.push(dependency.hold(this.module.name));
  }

  releaseDependencies(): void {
    for (const release of this.#held) release();
    this.#held = [];
  }

  /** Undefined while the module is not loaded: it is not listed then. */
  get info(): ModuleInfo | undefined {
    if (this.#state.name === 'unloaded') return undefined;
    const { name, description, supportLevel, isBuiltIn = false } = this.module;
    const running = this.#state.name === 'running';
    return {
      name: isBuiltIn ? name : `${name}.so`,
      description,
      supportLevel,
      useCount: this.useCount,
      status: running ? 'Running' : 'Not Running',
      ...(running ? {} : { reason: this.whyNot }),
    };
  }

  get whyNot(): string {
    return this.#state.name === 'failed' ? this.#state.reason : `it is ${this.#state.name}`;
  }
}
