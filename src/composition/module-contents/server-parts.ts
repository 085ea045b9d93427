import type { RtpConfig } from '../../config/server-config';
import type { ManagerService } from '../../manager/manager-service';
import type { LogChannels } from '../../logging/log-channels';
import type { CallServices } from '../calls';
import type { Configuration } from '../configuration';
import type { Doors } from '../doors';
import type { Engine } from '../engine';
import type { InForce } from '../in-force';
import type { MediaServices } from '../media-parts';
import type { KnownObjects } from '../object-types';
import type { PhoneParts } from '../phones';
import type { SipParts } from '../sip';
import type { Registrars } from './contents';

/** What modules register with, and what they change. */
export interface ServerParts {
  readonly registrars: Registrars;
  readonly configuration: Configuration;
  readonly logs: LogChannels;
  readonly engine: Engine;
  readonly calls: CallServices;
  readonly media: MediaServices;
  readonly objects: KnownObjects;
  readonly doors: Doors;
  /** What rtp.conf says. */
  readonly rtp: InForce<RtpConfig>;
  readonly sip: SipParts;
  readonly phones: PhoneParts;
  readonly manager: ManagerService;
}
