import type { DeviceStateName, DeviceStateProvider, SettableState } from '../../engine/device-state';
import { settableStates } from '../../engine/device-state';
import type { EngineEventHub } from '../../engine/engine-event';
import type { KeyValueStore } from '../../engine/key-value-store';
import type { Logger } from '../../shared/logger';

export interface CustomDevicesDeps {
  readonly store: KeyValueStore;
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly log: Logger;
}

const prefix = 'Custom:';
const namespace = 'custom-devices';

/** Devices defined by the dialplan: their states are set by DEVICE_STATE and persist. */
export class CustomDevices implements DeviceStateProvider {
  readonly #states = new Map<string, SettableState>();

  constructor(private readonly deps: CustomDevicesDeps) {
    for (const { key, value } of deps.store.list(namespace)) {
      const state = settableStates.find((known) => known === value);
      if (state !== undefined) this.#states.set(key, state);
    }
  }

  readonly stateOf = (device: string): DeviceStateName | undefined => {
    if (!isCustom(device)) return undefined;
    return this.#states.get(canonical(device)) ?? 'UNKNOWN';
  };

  /** Another node has set a device. */
  adopt(name: string, value: unknown): void {
    const state = settableStates.find((known) => known === value);
    if (this.#states.get(name) === state) return;
    if (state === undefined) this.#states.delete(name);
    else this.#states.set(name, state);
    const { events, now } = this.deps;
    const shown = state ?? ('UNKNOWN' as const);
    events.emit({ type: 'device-state-changed', at: now(), device: { name, state: shown }, isAdopted: true });
  }

  /** Takes effect immediately, as the next line of a dialplan expects. False for other devices. */
  readonly set = (device: string, state: SettableState): boolean => {
    if (!isCustom(device) || device.length === prefix.length) return false;
    const name = canonical(device);
    const isNew = this.#states.get(name) !== state;
    this.#states.set(name, state);
    this.deps.store.put(namespace, name, state).catch((error: unknown) => {
      this.deps.log.error({ device: name, error }, 'the state of a device could not be stored');
    });
    const { events, now } = this.deps;
    if (isNew) events.emit({ type: 'device-state-changed', at: now(), device: { name, state } });
    return true;
  };
}

function isCustom(device: string): boolean {
  return device.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
}

function canonical(device: string): string {
  return `${prefix}${device.slice(prefix.length)}`;
}
