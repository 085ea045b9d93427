/** The level names of logger.conf, besides its custom ones and `*` for all; a channel's levels are listed in this order. */
export const logLevelNames: readonly string[] = [
  ...['debug', 'trace', 'notice', 'warning', 'error', 'verbose', 'dtmf', 'fax', 'security', 'cc'],
];
