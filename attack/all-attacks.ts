import type { Attack } from './attack';
import { addresses } from './attacks/addresses';
import { inBrowser } from './attacks/browser';
import { crossSite } from './attacks/cross-site';
import { endings } from './attacks/endings';
import { escalation } from './attacks/escalation';
import { floods } from './attacks/floods';
import { limits } from './attacks/limits';
import { logFilling } from './attacks/log-filling';
import { mediaThread } from './attacks/media-thread';
import { oversize } from './attacks/oversize';
import { silentReaders } from './attacks/silent-readers';
import { slow } from './attacks/slow';

/** Every attack there is, in the order in which they are carried out. */
export const allAttacks: readonly Attack[] = [
  ...silentReaders,
  ...slow,
  ...floods,
  ...oversize,
  ...limits,
  ...logFilling,
  ...crossSite,
  ...inBrowser,
  ...escalation,
  ...addresses,
  ...mediaThread,
  ...endings,
];
