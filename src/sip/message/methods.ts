/** The methods of SIP and of its extensions; others pass through as they are. */
export const methods = [
  'INVITE',
  'ACK',
  'BYE',
  'CANCEL',
  'OPTIONS',
  'REGISTER',
  'PRACK',
  'UPDATE',
  'INFO',
  'SUBSCRIBE',
  'NOTIFY',
  'REFER',
  'MESSAGE',
  'PUBLISH',
] as const;

export type KnownMethod = (typeof methods)[number];
