import type { DeviceState as WireDeviceState } from '../../generated/models';
import type { DeviceState } from '../engine/device-state';
import type { NoticeFacts } from './notice';
import { subject } from './subject';

export function presentDeviceState({ name, state }: DeviceState): WireDeviceState {
  return { name, state };
}

export function presentDeviceStateChange(device: DeviceState, at: number): NoticeFacts<'DeviceStateChanged'> {
  return {
    type: 'DeviceStateChanged',
    at,
    payload: { device_state: presentDeviceState(device) },
    subjects: [subject('deviceState', device.name), subject('deviceState', '')],
  };
}
