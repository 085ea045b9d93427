import type { RtpConfig } from '../../config/server-config';
import type { ManagerService } from '../../manager/manager-service';
import type { LogChannels } from '../../logging/log-channels';
import type { CallServices } from '../parts/calls';
import type { Configuration } from '../settings/configuration';
import type { Doors } from '../doors/doors';
import type { Engine } from '../parts/engine';
import type { InForce } from '../settings/in-force';
import type { MediaServices } from '../parts/media-parts';
import type { KnownObjects } from '../settings/object-types';
import type { PhoneParts } from '../parts/phones';
import type { SipParts } from '../parts/sip';
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
