import type { FarEndHangup } from '../../../engine/calls/channel/ending';
import type { SessionEnd } from '../../../sip/dialog/session-context';
import { causeOfReasons, causeOfStatus, statusOfCause } from './status-causes';

/** Recovery on timer expiry. */
const timerExpired = 102;

/** What the end of a session means for the channel; undefined when it was ours, or does not concern it. */
export function endOfSession(end: SessionEnd): FarEndHangup | undefined {
  switch (end.cause) {
    case 'local':
    case 'not-chosen':
      return undefined;
    case 'remote': {
      if (end.request.method === 'CANCEL') return withStatus(487);
      const cause = causeOfReasons(end.request.headers);
      return cause === undefined ? {} : { cause, technologyCause: statusOfCause(cause) };
    }
    case 'no-ack':
      return withStatus(408);
    case 'expired':
      return { cause: timerExpired, technologyCause: 408 };
    case 'lost':
      return withStatus(end.status);
    case 'no-answer':
      return withStatus(488);
  }
}

export function withStatus(status: number): FarEndHangup & { readonly cause: number } {
  return { cause: causeOfStatus(status), technologyCause: status };
}
