import type { DeviceStateName } from '../../../engine/device-state';
import type { Hints } from './hints';

export interface WatchedExtension {
  readonly context: string;
  readonly extension: string;
  /** The extension shows another state. */
  readonly onChanged: (state: DeviceStateName) => void;
  /** It has no hint any more. */
  readonly onGone: () => void;
}

interface Watch extends WatchedExtension {
  devices: readonly string[];
  state: DeviceStateName;
}

/** Extensions that are watched, by the devices that they depend on. */
export class HintWatches {
  readonly #watches = new Set<Watch>();
  readonly #byDevice = new Map<string, Set<Watch>>();

  constructor(private readonly hints: Hints) {}

  /** Watches until the result is called. */
  add(watched: WatchedExtension): () => void {
    const devices = this.hints.find(watched.context, watched.extension) ?? [];
    const watch: Watch = { ...watched, devices, state: this.hints.stateOf(devices) };
    this.#watches.add(watch);
    this.#link(watch);
    return () => {
      this.#watches.delete(watch);
      this.#unlink(watch);
    };
  }

  deviceChanged(device: string): void {
    for (const watch of [...(this.#byDevice.get(keyOf(device)) ?? [])]) this.#review(watch);
  }

  /** The hints may be others than before. */
  replaced(): void {
    for (const watch of [...this.#watches]) {
      const devices = this.hints.find(watch.context, watch.extension);
      if (devices === undefined) {
        watch.onGone();
        continue;
      }
      this.#unlink(watch);
      watch.devices = devices;
      this.#link(watch);
      this.#review(watch);
    }
  }

  #review(watch: Watch): void {
    const state = this.hints.stateOf(watch.devices);
    if (state === watch.state) return;
    watch.state = state;
    watch.onChanged(state);
  }

  #link(watch: Watch): void {
    for (const device of watch.devices) {
      const key = keyOf(device);
      this.#byDevice.set(key, (this.#byDevice.get(key) ?? new Set()).add(watch));
    }
  }

  #unlink(watch: Watch): void {
    for (const device of watch.devices) {
      const key = keyOf(device);
      const linked = this.#byDevice.get(key);
      linked?.delete(watch);
      if (linked?.size === 0) this.#byDevice.delete(key);
    }
  }
}

/** Technologies are written in any case. */
function keyOf(device: string): string {
  return device.toLowerCase();
}
