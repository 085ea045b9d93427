/**
 * Recordings in which something is heard: sound takes its time, whatever the server's clock says. All others are played
 * by a clock that is moved from step to step.
 */
export const inRealTime: ReadonlySet<string> = new Set([
  ...['0415', '0501', '0502', '0503', '0504', '0506', '0507', '0508', '0509', '0511'],
  ...['0601', '0602', '0603', '0604', '0605', '0607', '0608', '0609'],
  ...['0708', '0711', '1001', '1102', '1107', '1201', '1205', '1206', '1207'],
]);
