import type { DriverKit } from '../../../engine/audio/legs/driver-kit';
import type { Destinations } from '../../../shared/network/destinations';
import type { SipService } from '../sip-service';
import type { CallRtpSettings } from '../call-media/call-media';
import type { CallStates } from './call-states';

/** What calls over SIP need of the world around them. */
export interface CallDeps {
  readonly kit: DriverKit;
  readonly service: Pick<
    SipService,
    'stack' | 'dialogs' | 'directory' | 'contacts' | 'sender' | 'transports' | 'states' | 'trace' | 'mediaAddress'
  >;
  /** What rtp.conf says now. */
  readonly settings: () => CallRtpSettings;
  readonly destinations: Pick<Destinations, 'literalRefusal'>;
  readonly random: () => number;
  readonly randomBytes: (size: number) => Buffer;
  /** What calls make of the device states of their endpoints. */
  readonly states: CallStates;
  /** Whether phones may ask for transfers. */
  readonly refers: { isOn: boolean };
}
