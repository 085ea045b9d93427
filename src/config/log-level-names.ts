/** The level names of logger.conf, besides its custom ones and `*` for all. */
export const logLevelNames: readonly string[] = [
  ...['debug', 'trace', 'notice', 'warning', 'error', 'verbose', 'dtmf', 'fax', 'security', 'cc'],
];
