import type { DeviceStatesOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import type { DeviceFailure, DeviceStates } from '../engine/device-states';
import { presentDeviceState } from '../stasis/presenters/present-device-state';
import { quoted } from './quoted';
import { needRoom } from './room';
import { mapInSlices } from '../shared/scheduling/map-in-slices';
import { when } from '../shared/scheduling/when';

export const deviceStateHandlers = (devices: DeviceStates): DeviceStatesOperations => ({
  list: () => when(mapInSlices(devices.list(), presentDeviceState), (body) => ({ status: 200, body })),

  get: ({ deviceName: name }) => ({ status: 200, body: presentDeviceState({ name, state: devices.stateOf(name) }) }),

  update: async ({ deviceName, deviceState }) => {
    if (!devices.isKept(deviceName)) needRoom('device states', devices.kept);
    const result = await devices.set(deviceName, deviceState);
    return result.outcome === 'set' ? { status: 204 } : refusalOf(deviceName, result);
  },

  delete: async ({ deviceName }) => {
    const result = await devices.remove(deviceName);
    return result.outcome === 'removed' ? { status: 204 } : refusalOf(deviceName, result);
  },
});

function refusalOf(name: string, { outcome }: DeviceFailure): Refusal<404 | 409> {
  switch (outcome) {
    case 'name-missing':
      return {
        status: 404,
        message: `the device ${quoted(name)} has no name: put one after the colon, as in Stasis:lamp`,
      };
    case 'not-controlled':
      return {
        status: 409,
        message: `the device ${quoted(name)} is not under the control of this interface: only names that begin with Stasis: are`,
      };
  }
}
