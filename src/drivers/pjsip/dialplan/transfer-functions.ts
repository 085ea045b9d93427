import type { DriverFunctions } from './driver-function';
import { callOf } from './header-functions';

/** PJSIP_TRANSFER_HANDLING(): with `ari-only`, the application carries out what the phone asks for. */
export const transferFunctions: DriverFunctions = {
  PJSIP_TRANSFER_HANDLING: {
    write: (_argument, value, scope) => {
      const call = callOf(scope);
      if (call === undefined) return false;
      call.transfersHandledBy = value.trim().toLowerCase() === 'ari-only' ? 'application' : 'server';
      return true;
    },
  },
};
