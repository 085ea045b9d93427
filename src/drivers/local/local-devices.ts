import type { DialplanPort } from '../../engine/calls/dialplan-port';
import type { DeviceStateName } from '../../engine/device-state';
import type { EngineEventHub } from '../../engine/engine-event';

export interface LocalDevicesDeps {
  readonly dialplan: Pick<DialplanPort, 'hasExtension'>;
  readonly events: EngineEventHub;
  readonly now: () => number;
}

/** The places of the dialplan as devices: `Local/100@default` is in use while a call goes there. */
export class LocalDevices {
  readonly #calls = new Map<string, number>();

  constructor(private readonly deps: LocalDevicesDeps) {}

  stateOf(device: string): DeviceStateName | undefined {
    const [, extension, context] = /^Local\/([^@/]+)@([^/]+)$/i.exec(device) ?? [];
    if (extension === undefined || context === undefined) return undefined;
    if (!this.deps.dialplan.hasExtension(context, extension)) return 'INVALID';
    return this.#calls.has(device) ? 'INUSE' : 'NOT_INUSE';
  }

  enter(device: string): void {
    const before = this.#calls.get(device) ?? 0;
    this.#calls.set(device, before + 1);
    if (before === 0) this.#report(device, 'INUSE');
  }

  /** Somebody has called where there is nothing. */
  miss(device: string): void {
    this.#report(device, 'INVALID');
  }

  leave(device: string): void {
    const left = (this.#calls.get(device) ?? 1) - 1;
    if (left > 0) return void this.#calls.set(device, left);
    this.#calls.delete(device);
    this.#report(device, 'NOT_INUSE');
  }

  #report(name: string, state: DeviceStateName): void {
    this.deps.events.emit({ type: 'device-state-changed', at: this.deps.now(), device: { name, state } });
  }
}
