import { maxFields } from './requests/target';

/** Refusals of both doors on the listener that precede authentication. */
export const refusals = {
  closedPath: 'this path is closed to your address',
  noPlaceLeft: 'all connections that sessionlimit in http.conf allows are in use: try again shortly',
  noDescriptorsLeft: 'the server has hardly any file descriptors left: try again shortly',
  tooManyFields: `the query has more than ${maxFields} parameters`,
  tooManyChecks: 'too many passwords are being checked: try again shortly',
  interfaceOff: 'the interface is switched off in ari.conf',
} as const;
