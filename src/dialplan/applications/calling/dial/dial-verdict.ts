import type { Channel } from '../../../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../../../engine/calls/channel/dialplan-place';
import type { Steps } from '../../../plan/steps';
import { readPlace } from './dial-options';
import type { DialResult } from './dial-results';

/** What becomes of a call after a subroutine of the called channel has looked at it. */
export type Verdict =
  | { readonly then: 'connect' }
  /** `end-both`: the caller too, whatever the options say. `hung-up`: the callee has hung up. */
  | { readonly then: 'end-both' | 'hung-up' | 'continue'; readonly status: DialResult }
  | { readonly then: 'go'; readonly status: DialResult; readonly place: DialplanPlace };

interface Reading {
  readonly from: DialplanPlace;
  readonly findLabel: Steps['findLabel'];
}

/** The subroutine tells by the variable GOSUB_RESULT; one that did not return has ended the called channel. */
export function readVerdict(outcome: 'returned' | 'ended', peer: Channel, { from, findLabel }: Reading): Verdict {
  if (outcome === 'ended' || peer.isEnding) return { then: 'hung-up', status: 'ANSWER' };
  const written = peer.variables.get('GOSUB_RESULT') ?? '';
  switch (written) {
    case 'ABORT':
      return { then: 'end-both', status: 'ANSWER' };
    case 'BUSY':
    case 'CONGESTION':
      return { then: 'continue', status: written };
    case 'CONTINUE':
      return { then: 'continue', status: 'ANSWER' };
    default: {
      const place = written.startsWith('GOTO:') ? readPlace(written.slice(5), from, findLabel) : undefined;
      return place === undefined ? { then: 'connect' } : { then: 'go', status: 'ANSWER', place };
    }
  }
}
