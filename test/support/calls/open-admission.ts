import { Admission } from '../../../src/engine/calls/technology/admission';
import { makeLogger } from '../../../src/shared/logger';

/** Lets every call be made. */
export const openAdmission = new Admission({
  channels: { size: 0, callCount: () => 0 },
  maxCalls: undefined,
  maxLoad: undefined,
  load: () => 0,
  now: () => 0,
  log: makeLogger(() => undefined),
});
