import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { DeviceStateName } from '../../../engine/device-state';
import type { ChannelState } from '../../../engine/calls/channel/channel-state';

/** What a call does to the device of its endpoint. */
export interface DeviceCall {
  readonly endpoint: EndpointConfig;
  readonly deviceUse: 'none' | 'ringing' | 'in-use' | 'on-hold';
}

/** The calls of each endpoint, and what they make of its device state. */
export class CallStates {
  readonly #calls = new Map<string, Set<DeviceCall>>();
  readonly #told = new Map<string, DeviceStateName | undefined>();

  constructor(private readonly onChange: (endpoint: string) => void) {}

  get size(): number {
    return [...this.#calls.values()].reduce((sum, calls) => sum + calls.size, 0);
  }

  add(call: DeviceCall): void {
    const { id } = call.endpoint;
    this.#calls.set(id, (this.#calls.get(id) ?? new Set<DeviceCall>()).add(call));
  }

  remove(call: DeviceCall): void {
    const { id } = call.endpoint;
    const calls = this.#calls.get(id);
    calls?.delete(call);
    if (calls?.size === 0) this.#calls.delete(id);
    this.review(id);
    if (calls?.size === 0) this.#told.delete(id);
  }

  /** Undefined while no call makes a difference. */
  stateOf(id: string): DeviceStateName | undefined {
    const calls = [...(this.#calls.get(id) ?? [])].filter(({ deviceUse }) => deviceUse !== 'none');
    const [first] = calls;
    if (first === undefined) return undefined;
    const { deviceStateBusyAt } = first.endpoint;
    if (deviceStateBusyAt > 0 && calls.length >= deviceStateBusyAt) return 'BUSY';
    const has = (use: DeviceCall['deviceUse']): boolean => calls.some(({ deviceUse }) => deviceUse === use);
    if (has('ringing')) return has('in-use') || has('on-hold') ? 'RINGINUSE' : 'RINGING';
    return has('in-use') ? 'INUSE' : 'ONHOLD';
  }

  /** Something about a call has changed; tells it when the state is another one. */
  review(id: string): void {
    const state = this.stateOf(id);
    if (state === this.#told.get(id)) return;
    this.#told.set(id, state);
    this.onChange(id);
  }
}

/** A call that comes in counts from the moment that the caller hears something. */
export function useOf(state: ChannelState, isHeard: boolean, isHeld: boolean): DeviceCall['deviceUse'] {
  if (state === 'Up') return isHeld ? 'on-hold' : 'in-use';
  if (state === 'Ringing') return 'ringing';
  return state === 'Ring' && isHeard ? 'in-use' : 'none';
}
