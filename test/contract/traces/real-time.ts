/**
 * Recordings whose pauses have to be kept in full, and why. All others are played as fast as their events come: what
 * they waited for can be seen.
 */
export const inRealTime: Readonly<Record<string, string>> = {
  '0805': 'the filter hides the steps of the dialplan, so nothing shows that Answer is over',
};
