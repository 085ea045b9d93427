import type { Logger } from '../shared/logger';
import type { DeviceState, DeviceStateName, DeviceStateProvider, SettableState } from './device-state';
import { settableStates } from './device-state';
import type { Adoptable, EngineEventHub } from './engine-event';
import type { KeyValueStore } from './key-value-store';
import { OrderedWrites } from './ordered-writes';

export interface DeviceStatesDeps {
  readonly store: KeyValueStore;
  /** Asked in this order about devices that are not ours, and before those that are added later. */
  readonly providers: readonly DeviceStateProvider[];
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly log: Logger;
}

export type DeviceFailure = { readonly outcome: 'not-controlled' | 'name-missing' };
export type SetDeviceResult = { readonly outcome: 'set' } | DeviceFailure;
export type RemoveDeviceResult = { readonly outcome: 'removed' } | DeviceFailure;

const prefix = 'Stasis:';
const namespace = 'device-states';

/** The states of all devices: those under our own prefix are kept here, all others are asked for where they are known. */
export class DeviceStates {
  readonly #own = new Map<string, SettableState>();
  readonly #writes = new OrderedWrites();
  readonly #providers: Set<DeviceStateProvider>;
  #knowsOwn = false;

  constructor(private readonly deps: DeviceStatesDeps) {
    this.#providers = new Set(deps.providers);
    for (const { key, value } of deps.store.list(namespace)) {
      const state = settableStates.find((known) => known === value);
      if (state === undefined) deps.log.error({ device: key }, 'ignoring a stored device state with an unknown value');
      else this.#own.set(key, state);
    }
  }

  /** Makes the devices under our own prefix known until the result is called; their states are kept in any case. */
  serveOwn(): () => void {
    this.#knowsOwn = true;
    return () => {
      this.#knowsOwn = false;
    };
  }

  /** Adds a provider of device states, such as a channel technology. The result removes it. */
  addProvider(provider: DeviceStateProvider): () => void {
    this.#providers.add(provider);
    return () => void this.#providers.delete(provider);
  }

  /** Those under our own prefix, ordered by name. */
  list(): readonly DeviceState[] {
    const devices = [...this.#own].map(([name, state]) => ({ name, state }));
    return devices.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** How many there are of those. */
  get kept(): number {
    return this.#own.size;
  }

  isKept(device: string): boolean {
    return this.#own.has(canonical(device));
  }

  stateOf(device: string): DeviceStateName {
    if (isOwn(device)) return this.#knowsOwn ? (this.#own.get(canonical(device)) ?? 'UNKNOWN') : 'INVALID';
    for (const provider of this.#providers) {
      const state = provider.stateOf(device);
      if (state !== undefined) return state;
    }
    return 'INVALID';
  }

  /** The result comes when the state is in force and safe. */
  async set(device: string, state: SettableState): Promise<SetDeviceResult> {
    const failure = failureOf(device);
    if (failure !== undefined) return failure;
    const name = canonical(device);
    await this.#writes.after(this.deps.store.put(namespace, name, state), () => this.#apply(name, state));
    return { outcome: 'set' };
  }

  /** From then on the device is unknown, without an event. Idempotent. */
  async remove(device: string): Promise<RemoveDeviceResult> {
    const failure = failureOf(device);
    if (failure !== undefined) return failure;
    const name = canonical(device);
    await this.#writes.after(this.deps.store.delete(namespace, name), () => this.#own.delete(name));
    return { outcome: 'removed' };
  }

  /** Another node has set the state, or removed it: it tells the applications. */
  adopt(name: string, value: unknown): void {
    const state = settableStates.find((known) => known === value);
    if (state === undefined) this.#own.delete(name);
    else this.#apply(name, state, { isAdopted: true });
  }

  #apply(name: string, state: SettableState, adopted: Adoptable = {}): void {
    const changed = this.#own.get(name) !== state;
    this.#own.set(name, state);
    if (!changed) return;
    const at = this.deps.now();
    this.deps.events.emit({ type: 'device-state-changed', at, device: { name, state }, ...adopted });
  }
}

function failureOf(device: string): DeviceFailure | undefined {
  if (!isOwn(device)) return { outcome: 'not-controlled' };
  return device.length === prefix.length ? { outcome: 'name-missing' } : undefined;
}

/** The prefix counts in any case; what follows it as it is. */
function isOwn(device: string): boolean {
  return device.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
}

function canonical(device: string): string {
  return `${prefix}${device.slice(prefix.length)}`;
}
