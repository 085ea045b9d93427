import type { DeviceState as WireDeviceState } from '../../../generated/models';
import type { DeviceState } from '../../engine/device-state';

export function presentDeviceState({ name, state }: DeviceState): WireDeviceState {
  return { name, state };
}
