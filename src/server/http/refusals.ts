/** Refusals that both doors on the listener give, before anybody is asked who they are. */
export const refusals = {
  closedPath: 'this path is closed to your address',
  interfaceOff: 'the interface is switched off in ari.conf',
} as const;
