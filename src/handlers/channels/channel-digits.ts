import type { ChannelsOperations } from '../../../generated/operations';
import type { DigitSender } from '../../engine/audio/digit-sender';
import type { ChannelDirectory } from './channel-guards';
import { established } from './channel-guards';
import { needRoom } from '../room';

export interface ChannelDigitsDeps extends ChannelDirectory {
  readonly media: { readonly digits: DigitSender };
}

/** Milliseconds, also when 0 is requested: digits without a gap are one digit for the receiver. */
const shortest = 100;

/** Sends digits. They are queued, like all operations that take time. */
export function channelDigits(deps: ChannelDigitsDeps): Pick<ChannelsOperations, 'sendDTMF'> {
  return {
    sendDTMF: ({ channelId, dtmf: digits, before, between, duration, after }) => {
      const session = established(channelId, deps);
      if ('status' in session) return session;
      if (!digits) return { status: 400, message: 'dtmf is missing or empty: give the digits to send' };
      const train = { digits, before, after, between: between || shortest, duration: duration || shortest };
      needRoom('queued operations', session.queue.size);
      deps.media.digits.send(session.channel, session.queue, train);
      return { status: 204 };
    },
  };
}
