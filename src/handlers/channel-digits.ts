import type { ChannelsOperations } from '../../generated/operations';
import type { DigitSender } from '../engine/audio/digit-sender';
import type { ChannelDirectory } from './channel-guards';
import { established } from './channel-guards';
import { needRoom } from './room';

export interface ChannelDigitsDeps extends ChannelDirectory {
  readonly media: { readonly digits: DigitSender };
}

/** Milliseconds, also when 0 is asked for: digits that follow each other at once are one to the receiver. */
const shortest = 100;

/** Sending digits. They wait for their turn, as everything does that takes time. */
export function channelDigits(deps: ChannelDigitsDeps): Pick<ChannelsOperations, 'sendDTMF'> {
  return {
    sendDTMF: ({ channelId, dtmf: digits, before, between, duration, after }) => {
      const session = established(channelId, deps);
      if ('status' in session) return session;
      if (!digits) return { status: 400, message: 'dtmf is missing or empty: give the digits to be sent' };
      const train = { digits, before, after, between: between || shortest, duration: duration || shortest };
      needRoom('orders that wait for their turn', session.queue.size);
      deps.media.digits.send(session.channel, session.queue, train);
      return { status: 204 };
    },
  };
}
