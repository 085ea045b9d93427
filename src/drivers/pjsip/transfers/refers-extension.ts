import type { SipExtension } from '../sip-extension';

/** Transfers that phones ask for, calls that take the place of others, and phones that are asked to call. */
export const refersExtension: SipExtension = (service, _reports, calls) => calls.takeRefers(service);
