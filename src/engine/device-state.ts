/** The states that can be given to a device from outside. */
export const settableStates = [
  'NOT_INUSE',
  'INUSE',
  'BUSY',
  'INVALID',
  'UNAVAILABLE',
  'RINGING',
  'RINGINUSE',
  'ONHOLD',
] as const;
export type SettableState = (typeof settableStates)[number];
export type DeviceStateName = SettableState | 'UNKNOWN';

export interface DeviceState {
  /** `Stasis:lamp`, `PJSIP/alice`, `MWI:6001@default` */
  readonly name: string;
  readonly state: DeviceStateName;
}

/** A part of the server that knows devices: a channel technology, the mailboxes. */
export interface DeviceStateProvider {
  /** Undefined for other devices. */
  readonly stateOf: (device: string) => DeviceStateName | undefined;
}
