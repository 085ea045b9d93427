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
}

type Use = DeviceCall['deviceUse'];

/** The calls of one endpoint, what each of them counts as, and how many of each kind there are. */
interface Tally {
  readonly uses: TurnoverMap<DeviceCall, Use>;
  readonly counts: Record<Use, number>;
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
    return [...this.#endpoints.values()].reduce((sum, { uses }) => sum + uses.size, 0);
  }

  add(call: DeviceCall): void {
    const { id, deviceStateBusyAt: busyAt } = call.endpoint;
    const tally = this.#endpoints.get(id) ?? {
      uses: new TurnoverMap(),
      counts: noCalls(),
      busyAt,
      told: undefined,
      noted: '',
    };
    this.#endpoints.set(id, tally);
    count(tally, call, call.deviceUse);
  }

  remove(call: DeviceCall): void {
    const { id } = call.endpoint;
    const tally = this.#endpoints.get(id);
    if (tally === undefined) return;
    count(tally, call, undefined);
    this.#tell(id, tally);
    if (tally.uses.size === 0 && this.#endpoints.get(id) === tally) this.#endpoints.delete(id);
  }

  /** Undefined while no call makes a difference. */
  stateOf(id: string): DeviceStateName | undefined {
    const tally = this.#endpoints.get(id);
    const elsewhere = this.shared?.elsewhere(id);
    if (tally === undefined) return elsewhere === undefined ? undefined : stateWith(elsewhere);
    return elsewhere === undefined ? stateOf(tally) : stateWith(sumOf(countsOf(tally), elsewhere));
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
    if (tally?.uses.has(call) !== true) return;
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
    const counts = countsOf(tally);
    const state = stateWith(counts);
    const noted = counts.busyAt > 0 ? JSON.stringify(counts) : (state ?? '');
    if (noted === tally.noted) return;
    tally.noted = noted;
    shared.note(id, state === undefined ? undefined : counts);
  }
}

function countsOf({ counts, busyAt }: Tally): UseCounts {
  return { ringing: counts.ringing, inUse: counts['in-use'], onHold: counts['on-hold'], busyAt };
}

function noCalls(): Record<Use, number> {
  return { none: 0, ringing: 0, 'in-use': 0, 'on-hold': 0 };
}

/** Undefined for a call that has ended. */
function count({ uses, counts }: Tally, call: DeviceCall, use: Use | undefined): void {
  const before = uses.get(call);
  if (before !== undefined) counts[before] -= 1;
  if (use === undefined) return void uses.delete(call);
  counts[use] += 1;
  uses.set(call, use);
}

function stateOf(tally: Tally): DeviceStateName | undefined {
  return stateWith(countsOf(tally));
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
