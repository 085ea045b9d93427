import type { TechnologyReports } from '../../engine/calls/technology/technology';
import type { SipCalls } from './calls/sip-calls';
import type { SipService } from './sip-service';

/** A part of SIP that a module brings. It serves a started service until the result is called. */
export type SipExtension = (service: SipService, reports: TechnologyReports, calls: SipCalls) => () => void;
