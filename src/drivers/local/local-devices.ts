import type { DialplanPort } from '../../engine/calls/channel/dialplan-port';
import type { DeviceStateName } from '../../engine/device-state';
import type { EngineEventHub } from '../../engine/engine-event';
import type { LocalTarget } from './local-target';

type Place = Pick<LocalTarget, 'extension' | 'context'>;

export interface LocalDevicesDeps {
  readonly dialplan: Pick<DialplanPort, 'hasExtension'>;
  readonly events: EngineEventHub;
  readonly now: () => number;
}

/** The places of the dialplan as devices: `Local/100@default` is in use while a call rings or talks there. */
export class LocalDevices {
  /** By extension and context: how many calls there are. */
  readonly #calls = new Map<string, number>();

  constructor(private readonly deps: LocalDevicesDeps) {}

  stateOf(device: string): DeviceStateName | undefined {
    const [, extension, context] = /^Local\/([^@/]+)@([^/]+)$/i.exec(device) ?? [];
    if (extension === undefined || context === undefined) return undefined;
    return this.#stateOf({ extension, context });
  }

  enter(target: Place): void {
    const key = keyOf(target);
    this.#calls.set(key, (this.#calls.get(key) ?? 0) + 1);
  }

  leave(target: Place): void {
    const key = keyOf(target);
    const left = (this.#calls.get(key) ?? 1) - 1;
    if (left > 0) this.#calls.set(key, left);
    else this.#calls.delete(key);
  }

  /** Something has happened to a channel that leads there. The state is told whether or not it is another one. */
  report(target: Place): void {
    const device = { name: `Local/${keyOf(target)}`, state: this.#stateOf(target) };
    this.deps.events.emit({ type: 'device-state-changed', at: this.deps.now(), device });
  }

  #stateOf(target: Place): DeviceStateName {
    if (this.#calls.has(keyOf(target))) return 'INUSE';
    return this.deps.dialplan.hasExtension(target.context, target.extension) ? 'NOT_INUSE' : 'INVALID';
  }
}

function keyOf({ extension, context }: Place): string {
  return `${extension}@${context}`;
}
