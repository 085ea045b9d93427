import type { DeviceStateName } from '../../engine/device-state';
import type { HintedExtension } from '../extension-states';
import type { Fields } from '../protocol/write-fields';

/** The numbers and words of extension states. */
const shown: Readonly<Partial<Record<DeviceStateName, readonly [number, string]>>> = {
  NOT_INUSE: [0, 'Idle'],
  INUSE: [1, 'InUse'],
  BUSY: [2, 'Busy'],
  UNAVAILABLE: [4, 'Unavailable'],
  RINGING: [8, 'Ringing'],
  RINGINUSE: [9, 'InUse&Ringing'],
  ONHOLD: [16, 'Hold'],
};

/** `Status` and `StatusText` of a state. */
export function statusOf(state: DeviceStateName | undefined): readonly [number, string] {
  return (state && shown[state]) ?? [4, 'Unavailable'];
}

/** The fields of an extension with a hint. */
export function extensionFields({ context, extension, devices }: HintedExtension, state: DeviceStateName): Fields {
  const [status, text] = statusOf(state);
  return [
    ['Exten', extension],
    ['Context', context],
    ['Hint', devices.join('&')],
    ['Status', status],
    ['StatusText', text],
  ];
}
