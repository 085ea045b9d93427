import type { DeviceStateName } from '../engine/device-state';
import type { EngineEventSource } from '../engine/engine-event';
import type { OwnEvent } from './events/own-event';

/** An extension with a hint. */
export interface HintedExtension {
  readonly context: string;
  readonly extension: string;
  readonly devices: readonly string[];
}

/** The hints of the dialplan. */
export interface HintDirectory {
  /** Those of single extensions; a pattern stands for any number of them. */
  readonly list: () => readonly HintedExtension[];
  readonly stateOf: (devices: readonly string[]) => DeviceStateName;
  /** Called when the dialplan is another one, until the result is called. */
  readonly onReplaced: (listener: () => void) => () => void;
}

export interface ExtensionStatesDeps {
  readonly hints: HintDirectory;
  readonly events: EngineEventSource;
  readonly raise: (event: OwnEvent) => void;
  readonly now: () => number;
}

interface Watched extends HintedExtension {
  state: DeviceStateName;
}

/** Reports the states of extensions whose devices change. */
export class ExtensionStates {
  readonly #stops: readonly (() => void)[];
  #byDevice = new Map<string, Watched[]>();

  constructor(private readonly deps: ExtensionStatesDeps) {
    this.#read();
    this.#stops = [
      deps.events.on('deliver', 'device-state-changed', ({ device }) => this.#review(device.name)),
      deps.hints.onReplaced(() => this.#read()),
    ];
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #read(): void {
    const { hints } = this.deps;
    this.#byDevice = new Map();
    for (const hinted of hints.list()) {
      const watched = { ...hinted, state: hints.stateOf(hinted.devices) };
      for (const device of hinted.devices) {
        const key = device.toLowerCase();
        this.#byDevice.set(key, [...(this.#byDevice.get(key) ?? []), watched]);
      }
    }
  }

  #review(device: string): void {
    const { hints, raise, now } = this.deps;
    for (const watched of this.#byDevice.get(device.toLowerCase()) ?? []) {
      const state = hints.stateOf(watched.devices);
      if (state === watched.state) continue;
      watched.state = state;
      raise({ type: 'extension-state-changed', at: now(), extension: watched, state });
    }
  }
}
