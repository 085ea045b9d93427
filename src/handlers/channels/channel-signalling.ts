import type { ChannelsOperations } from '../../../generated/operations';
import type { Signalling } from '../../engine/signalling';
import { presentSipMessage } from '../present-sip-message';
import { quoted } from '../quoted';

export interface ChannelSignallingDeps {
  readonly signalling: Signalling;
}

export function channelSignalling({ signalling }: ChannelSignallingDeps): Pick<ChannelsOperations, 'getSipTrace'> {
  return {
    getSipTrace: ({ channelId, format }) => {
      const call = signalling.of(channelId);
      if (call === undefined)
        return { status: 404, message: `no SIP messages are kept of channel ${quoted(channelId)}` };
      const { callId, channelId: id, leftOut, messages } = call;
      return {
        status: 200,
        body: {
          call_id: callId,
          ...(id === undefined ? {} : { channel_id: id }),
          left_out: leftOut.count,
          ...(format === 'ladder' ? { ladder: call.ladder() } : { messages: messages.map(presentSipMessage) }),
        },
      };
    },
  };
}
