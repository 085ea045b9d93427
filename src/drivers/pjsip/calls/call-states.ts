import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { DeviceStateName } from '../../../engine/device-state';
import type { SharedUses, UseCounts } from '../../../engine/shared-uses';
import { sumOf } from '../../../engine/shared-uses';
import type { ChannelState } from '../../../engine/calls/channel/channel-state';
import { TurnoverMap } from '../../../shared/collections/turnover-map';

/** What a call does to the device of its endpoint. */
export interface DeviceCall {
  readonly endpoint: EndpointConfig;
  readonly deviceUse: 'none' | 'ringing' | 'in-use' | 'on-hold';
  /** What it counts as at present; undefined while it is not counted. */
  countedAs?: DeviceCall['deviceUse'] | undefined;
}

type Use = DeviceCall['deviceUse'];

/** How many calls one endpoint has, and how many of each kind. */
interface Tally {
  calls: number;
  ringing: number;
  inUse: number;
  onHold: number;
  readonly busyAt: number;
  told: DeviceStateName | undefined;
  /** What other nodes know: it is noted again when they would see another state. */
  noted: string;
}

/** The calls of each endpoint, and what they make of its device state. Counted: a trunk has thousands of calls. */
export class CallStates {
  readonly #endpoints = new TurnoverMap<string, Tally>();

  /** `shared`: the calls of the same endpoints on other nodes of a cluster, by endpoint. */
  constructor(
    private readonly onChange: (endpoint: string) => void,
    private readonly shared?: Omit<SharedUses, 'onChange'>,
  ) {}

  get size(): number {
    return [...this.#endpoints.values()].reduce((sum, { calls }) => sum + calls, 0);
  }

  add(call: DeviceCall): void {
    const { id, deviceStateBusyAt: busyAt } = call.endpoint;
    let tally = this.#endpoints.get(id);
    if (tally === undefined) {
      tally = { calls: 0, ringing: 0, inUse: 0, onHold: 0, busyAt, told: undefined, noted: '' };
      this.#endpoints.set(id, tally);
    }
    tally.calls += 1;
    count(tally, call, call.deviceUse);
  }

  remove(call: DeviceCall): void {
    const { id } = call.endpoint;
    const tally = this.#endpoints.get(id);
    if (tally === undefined || call.countedAs === undefined) return;
    tally.calls -= 1;
    count(tally, call, undefined);
    this.#tell(id, tally);
    if (tally.calls === 0 && this.#endpoints.get(id) === tally) this.#endpoints.delete(id);
  }

  /** Undefined while no call makes a difference. */
  stateOf(id: string): DeviceStateName | undefined {
    const tally = this.#endpoints.get(id);
    const elsewhere = this.shared?.elsewhere(id);
    if (tally === undefined) return elsewhere === undefined ? undefined : stateWith(elsewhere);
    return stateWith(elsewhere === undefined ? tally : sumOf(tally, elsewhere));
  }

  /** Carries out a change of calls on other nodes, and tells when the state of the device is another one. */
  around(id: string, change: () => void): void {
    const before = this.stateOf(id);
    change();
    const state = this.stateOf(id);
    if (state === before) return;
    const tally = this.#endpoints.get(id);
    if (tally !== undefined) tally.told = state;
    this.onChange(id);
  }

  /** Something about a call has changed; tells it when the state of its device is another one. */
  review(call: DeviceCall): void {
    const { id } = call.endpoint;
    const tally = this.#endpoints.get(id);
    if (tally === undefined || call.countedAs === undefined) return;
    count(tally, call, call.deviceUse);
    this.#tell(id, tally);
  }

  #tell(id: string, tally: Tally): void {
    if (this.shared !== undefined) this.#note(id, tally, this.shared);
    const state = this.stateOf(id);
    if (state === tally.told) return;
    tally.told = state;
    this.onChange(id);
  }

  /** Other nodes are told when they would see another state, and of each call where the number of them counts. */
  #note(id: string, tally: Tally, shared: Pick<SharedUses, 'note'>): void {
    const { ringing, inUse, onHold, busyAt } = tally;
    const counts: UseCounts = { ringing, inUse, onHold, busyAt };
    const state = stateWith(counts);
    const noted = busyAt > 0 ? JSON.stringify(counts) : (state ?? '');
    if (noted === tally.noted) return;
    tally.noted = noted;
    shared.note(id, state === undefined ? undefined : counts);
  }
}

/** Undefined for a call that has ended. */
function count(tally: Tally, call: DeviceCall, use: Use | undefined): void {
  if (use === call.countedAs) return;
  change(tally, call.countedAs, -1);
  change(tally, use, 1);
  call.countedAs = use;
}

function change(tally: Tally, use: Use | undefined, by: 1 | -1): void {
  if (use === 'ringing') tally.ringing += by;
  else if (use === 'in-use') tally.inUse += by;
  else if (use === 'on-hold') tally.onHold += by;
}

function stateWith({ ringing, inUse, onHold, busyAt }: UseCounts): DeviceStateName | undefined {
  const all = ringing + inUse + onHold;
  if (all === 0) return undefined;
  if (busyAt > 0 && all >= busyAt) return 'BUSY';
  if (ringing > 0) return inUse + onHold > 0 ? 'RINGINUSE' : 'RINGING';
  return inUse > 0 ? 'INUSE' : 'ONHOLD';
}

/** A call that comes in counts from the moment that the caller hears something. */
export function useOf(state: ChannelState, isHeard: boolean, isHeld: boolean): DeviceCall['deviceUse'] {
  if (state === 'Up') return isHeld ? 'on-hold' : 'in-use';
  if (state === 'Ringing') return 'ringing';
  return state === 'Ring' && isHeard ? 'in-use' : 'none';
}
