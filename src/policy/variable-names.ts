/** Dialplan functions that read and change only their own channel. */
const ofOwnCall: ReadonlySet<string> = new Set([
  'CALLERID',
  'CALLERPRES',
  'CDR',
  'CHANNEL',
  'CONNECTEDLINE',
  'HANGUPCAUSE',
  'HANGUPCAUSE_KEYS',
  'HOLD_INTERCEPT',
  'MUTEAUDIO',
  'REDIRECTING',
  'TALK_DETECT',
  'TIMEOUT',
  'TONE_DETECT',
  'VOLUME',
]);

/** Plain words: an evaluated argument could call any function. */
const plainCall = /^\s*(\w+)\([^()${}[\]]*\)\s*$/;

/** Whether a name stands for a variable of the channel, or a function that stays within the call. */
export function staysWithinCall(name: string): boolean {
  if (!/[()${}]/.test(name)) return true;
  const [, functionName = ''] = plainCall.exec(name) ?? [];
  return ofOwnCall.has(functionName);
}
