import type { PairOwner } from '../../../src/drivers/local/local-pair';

/** For pairs in tests that are not about devices. */
export const quietDevices: PairOwner['devices'] = {
  enter: () => undefined,
  leave: () => undefined,
  report: () => undefined,
};
