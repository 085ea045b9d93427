import { isNativeError } from 'node:util/types';
import type { ModulesConfig } from '../config/server-config';
import type { NeededModule } from '../shared/module-use/hold';
import type { Logger } from '../shared/logger';
import { dependencyOrder } from './dependency-order';
import type { Module } from './module';
import { ModuleEntry } from './module-entry';
import { describeModuleFailure } from './module-results';
import type {
  LoadFailure,
  LoadResult,
  ModuleInfo,
  ReloadResult,
  StartUpFailure,
  StartUpResult,
  UnloadResult,
} from './module-results';
import { bareName, planStartUp } from './start-up-plan';

export interface ModuleRegistryOptions<Parts> {
  readonly modules: readonly Module<Parts>[];
  readonly log: Logger;
  readonly now: () => number;
}

/** A requested change is logged; the start and the end of the server, which change all modules, are not. */
type ChangeLevel = 'info' | 'debug';

/** The operations on modules for clients. */
export type ModuleControl = Pick<ModuleRegistry<unknown>, 'list' | 'get' | 'load' | 'unload' | 'reload'>;

/**
 * The modules of the server and their lifecycle. Names are accepted with or without `.so`. Changes of one module happen
 * one after another; a module runs only while everything it depends on does. Nothing can be loaded before start-up,
 * which brings the parts of the server that modules register with.
 */
export class ModuleRegistry<Parts> {
  /** Dependencies first. */
  readonly #entries: ReadonlyMap<string, ModuleEntry<Parts>>;
  #excluded: ReadonlySet<string> = new Set();
  #server: { readonly parts: Parts } | undefined;
  #lastReload: number | undefined;
  #closing: Promise<void> | undefined;

  constructor(private readonly options: ModuleRegistryOptions<Parts>) {
    const ordered = dependencyOrder(byName(options.modules));
    this.#entries = new Map(ordered.map((module) => [module.name, new ModuleEntry(module)]));
  }

  /** When a module was last reloaded, in milliseconds since 1970. */
  get lastReload(): number | undefined {
    return this.#lastReload;
  }

  /** Whether what the module provides can be used now. Asked on every request. */
  isLoaded(name: string): boolean {
    return this.#find(name)?.state.name === 'running';
  }

  /** Loaded modules by name, those that do not run included. */
  list(): readonly ModuleInfo[] {
    const infos = [...this.#entries.values()].flatMap(({ info }) => info ?? []);
    return infos.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Undefined when no such module is loaded. */
  get(name: string): ModuleInfo | undefined {
    return this.#find(name)?.info;
  }

  /**
   * Prevents a module from being unloaded until the result is called. Undefined when the module does not run. The
   * refusal to unload names the user: `playback 17`.
   */
  use(name: string, user: string): (() => void) | undefined {
    const entry = this.#find(name);
    return entry?.state.name === 'running' ? entry.hold(user) : undefined;
  }

  /** A module for frequent users: holding it needs no lookup by name. Throws when there is none. */
  needed(name: string): NeededModule {
    const entry = this.#find(name);
    if (entry === undefined) throw new Error(`there is no module ${name} to be used`);
    return { name: entry.module.name, isLoaded: () => entry.state.name === 'running', hold: entry.hold };
  }

  /** Starts what modules.conf asks for. A required module that does not start ends it; the caller then closes. */
  async startUp(config: ModulesConfig, parts: Parts): Promise<StartUpResult> {
    const { required, wanted, excluded, unknown } = planStartUp(config, this.options.modules);
    this.#server = { parts };
    this.#excluded = excluded;
    const failed = await this.#loadAll(required);
    if (failed.length > 0) return { outcome: 'required-failed', failed };
    return { outcome: 'started', failed: await this.#loadAll(wanted), unknown };
  }

  /** Starts a module, and before it what it depends on. */
  async load(name: string): Promise<LoadResult> {
    const entry = this.#find(name);
    if (entry === undefined) return { outcome: 'no-such-module' };
    return entry.inTurn(() => this.#load(entry, 'info'));
  }

  /** Stops an unused module. */
  async unload(name: string): Promise<UnloadResult> {
    const entry = this.#find(name);
    if (entry === undefined) return { outcome: 'no-such-module' };
    return entry.inTurn(() => this.#unload(entry));
  }

  /** Makes a running module read its configuration again. */
  async reload(name: string): Promise<ReloadResult> {
    const entry = this.#find(name);
    if (entry === undefined) return { outcome: 'no-such-module' };
    return entry.inTurn(() => this.#reload(entry));
  }

  /** Stops everything, in use or not, dependants first. No module can be loaded afterwards. */
  close(): Promise<void> {
    this.#closing ??= this.#stopAll();
    return this.#closing;
  }

  get #parts(): Parts {
    if (this.#server === undefined) throw new Error('modules are started by startUp, which brings the parts');
    return this.#server.parts;
  }

  #find(name: string): ModuleEntry<Parts> | undefined {
    return this.#entries.get(name) ?? this.#entries.get(bareName(name));
  }

  async #loadAll(names: readonly string[]): Promise<readonly StartUpFailure[]> {
    const failed: StartUpFailure[] = [];
    for (const name of names) {
      const reason = await this.#whyNotRunning(name);
      if (reason !== undefined) failed.push({ name, reason });
    }
    return failed;
  }

  /** Loads a module unless it runs already on behalf of another. */
  async #whyNotRunning(name: string): Promise<string | undefined> {
    if (this.#excluded.has(name)) return `the configuration both requires and excludes ${name}`;
    const entry = this.#find(name);
    if (entry === undefined) return describeModuleFailure(name, { outcome: 'no-such-module' });
    const result = await entry.inTurn(() => this.#load(entry, 'debug'));
    if (result.outcome === 'loaded' || this.isLoaded(name)) return undefined;
    return entry.info?.reason ?? describeModuleFailure(name, result);
  }

  async #load(entry: ModuleEntry<Parts>, level: ChangeLevel): Promise<LoadResult> {
    if (this.#closing !== undefined) return { outcome: 'shutting-down' };
    if (entry.info !== undefined) return { outcome: 'already-loaded', status: entry.info.status };
    const result = await this.#start(entry, level);
    const { name: module } = entry.module;
    if (result.outcome === 'loaded') {
      this.options.log[level]({ module }, 'module started');
      return result;
    }
    entry.releaseDependencies();
    const reason = result.outcome === 'start-failed' ? result.reason : describeModuleFailure(module, result);
    entry.enter({ name: 'failed', reason });
    this.options.log.warn({ module, reason }, 'module did not start');
    return result;
  }

  async #start(entry: ModuleEntry<Parts>, level: ChangeLevel): Promise<LoadResult> {
    entry.enter({ name: 'starting' });
    for (const name of entry.module.dependsOn) {
      const failure = await this.#holdDependency(entry, name, level);
      if (failure !== undefined) return failure;
    }
    const reason = await failureOf(() => entry.start(this.#parts));
    if (reason !== undefined) return { outcome: 'start-failed', reason };
    entry.enter({ name: 'running' });
    return { outcome: 'loaded' };
  }

  async #holdDependency(entry: ModuleEntry<Parts>, name: string, level: ChangeLevel): Promise<LoadFailure | undefined> {
    const dependency = this.#find(name);
    if (dependency === undefined) return { outcome: 'dependency-missing', dependency: name };
    // Held in the dependency's own turn: an unload that waits behind us must see that it is in use.
    return dependency.inTurn(async () => {
      const startable = dependency.state.name === 'unloaded';
      if (startable && this.#excluded.has(name)) return { outcome: 'dependency-missing', dependency: name };
      if (startable) await this.#load(dependency, level);
      if (dependency.state.name !== 'running')
        return { outcome: 'dependency-failed', dependency: name, reason: dependency.whyNot };
      entry.holdDependency(dependency);
      return undefined;
    });
  }

  async #unload(entry: ModuleEntry<Parts>): Promise<UnloadResult> {
    if (this.#closing !== undefined) return { outcome: 'shutting-down' };
    if (entry.state.name === 'unloaded') return { outcome: 'not-loaded' };
    if (entry.module.isBuiltIn === true) return { outcome: 'built-in' };
    if (entry.useCount > 0) return { outcome: 'in-use', users: entry.someUsers, useCount: entry.useCount };
    const reason = await this.#stop(entry, 'info');
    return reason === undefined ? { outcome: 'unloaded' } : { outcome: 'stop-failed', reason };
  }

  /** A module that did not stop properly stays listed, with the reason, until it is unloaded once more. */
  async #stop(entry: ModuleEntry<Parts>, level: ChangeLevel): Promise<string | undefined> {
    const ran = entry.state.name === 'running';
    entry.enter({ name: 'stopping' });
    const reason = ran ? await failureOf(() => entry.dispose()) : undefined;
    entry.releaseDependencies();
    entry.enter(reason === undefined ? { name: 'unloaded' } : { name: 'failed', reason });
    const { name: module } = entry.module;
    if (reason !== undefined) this.options.log.warn({ module, reason }, 'module did not stop properly');
    else if (ran) this.options.log[level]({ module }, 'module stopped');
    return reason;
  }

  async #reload(entry: ModuleEntry<Parts>): Promise<ReloadResult> {
    const { module, state } = entry;
    if (this.#closing !== undefined) return { outcome: 'shutting-down' };
    if (state.name === 'unloaded') return { outcome: 'not-loaded' };
    if (state.name !== 'running') return { outcome: 'not-running', reason: entry.whyNot };
    if (module.reload === undefined) return { outcome: 'not-reloadable' };
    const reason = await failureOf(() => module.reload?.(this.#parts));
    if (reason !== undefined) return { outcome: 'reload-failed', reason };
    this.#lastReload = this.options.now();
    this.options.log.info({ module: module.name }, 'module reloaded');
    return { outcome: 'reloaded' };
  }

  async #stopAll(): Promise<void> {
    for (const entry of [...this.#entries.values()].reverse()) {
      await entry.inTurn(async () => {
        if (entry.state.name === 'running') await this.#stop(entry, 'debug');
      });
    }
  }
}

function byName<Parts>(modules: readonly Module<Parts>[]): ReadonlyMap<string, Module<Parts>> {
  const named = new Map(modules.map((module) => [module.name, module]));
  const malformed = modules.find(({ name }) => !/^[a-z][a-z0-9_]*$/.test(name));
  if (malformed !== undefined) throw new Error(`a module cannot be called '${malformed.name}'`);
  if (named.size < modules.length) throw new Error('two modules have the same name');
  return named;
}

async function failureOf(step: () => Promise<void> | void): Promise<string | undefined> {
  try {
    await step();
    return undefined;
  } catch (error) {
    return error instanceof Error || isNativeError(error) ? error.message : String(error);
  }
}
