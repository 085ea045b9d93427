/** Why a call ended: Q.850 numbers, as every telephone network uses them. */
export const causes = {
  unknown: 0,
  unallocated: 1,
  noRoute: 3,
  normal: 16,
  busy: 17,
  noResponse: 18,
  noAnswer: 19,
  rejected: 21,
  answeredElsewhere: 26,
  invalidNumber: 28,
  normalUnspecified: 31,
  congestion: 34,
  failure: 38,
  bearerNotAvailable: 58,
  interworking: 127,
} as const;

/** The flags that a soft hangup request reports in place of a cause. */
export const softHangup = {
  /** Another channel has taken its place. */ replaced: 1,
  /** The program that ran the channel has ended. */ programEnded: 16,
  /** Hangup was requested. */ asked: 32,
} as const;

/** The reasons that a client may give when it hangs up. */
export const hangupReasons = {
  normal: causes.normal,
  busy: causes.busy,
  congestion: causes.congestion,
  no_answer: causes.noAnswer,
  timeout: causes.noResponse,
  rejected: causes.rejected,
  unallocated: causes.unallocated,
  normal_unspecified: causes.normalUnspecified,
  number_incomplete: causes.invalidNumber,
  codec_mismatch: causes.bearerNotAvailable,
  interworking: causes.interworking,
  failure: causes.failure,
  answered_elsewhere: causes.answeredElsewhere,
} as const;
export type HangupReason = keyof typeof hangupReasons;

const texts: Readonly<Record<number, string>> = {
  0: 'Unknown',
  1: 'Unallocated (unassigned) number',
  2: 'No route to specified transmit network',
  3: 'No route to destination',
  5: 'Misdialed trunk prefix',
  6: 'Channel unacceptable',
  7: 'Call awarded and being delivered in an established channel',
  8: 'Pre-empted',
  14: 'Number ported elsewhere',
  16: 'Normal Clearing',
  17: 'User busy',
  18: 'No user responding',
  19: 'User alerting, no answer',
  20: 'Subscriber absent',
  21: 'Call Rejected',
  22: 'Number changed',
  23: 'Redirected to new destination',
  26: 'Answered elsewhere',
  27: 'Destination out of order',
  28: 'Invalid number format',
  29: 'Facility rejected',
  30: 'Response to STATus ENQuiry',
  31: 'Normal, unspecified',
  34: 'Circuit/channel congestion',
  38: 'Network out of order',
  41: 'Temporary failure',
  42: 'Switching equipment congestion',
  43: 'Access information discarded',
  44: 'Requested channel not available',
  50: 'Facility not subscribed',
  52: 'Outgoing call barred',
  54: 'Incoming call barred',
  57: 'Bearer capability not authorized',
  58: 'Bearer capability not available',
  65: 'Bearer capability not implemented',
  66: 'Channel not implemented',
  69: 'Facility not implemented',
  81: 'Invalid call reference value',
  88: 'Incompatible destination',
  95: 'Invalid message unspecified',
  96: 'Mandatory information element is missing',
  97: 'Message type nonexist.',
  98: 'Wrong message',
  99: 'Info. element nonexist or not implemented',
  100: 'Invalid information element contents',
  101: 'Message not compatible with call state',
  102: 'Recover on timer expiry',
  103: 'Mandatory IE length error',
  111: 'Protocol error, unspecified',
  127: 'Interworking, unspecified',
};

/** What the number means, in the words that clients see beside it. */
export function causeText(cause: number): string {
  return texts[cause] ?? 'Unknown';
}
