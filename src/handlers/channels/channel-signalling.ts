import type { ChannelsOperations } from '../../../generated/operations';
import type { CallStories, CallStory, Observation } from '../../engine/call-story';
import type { Signalling } from '../../engine/signalling';
import { presentSipMessage } from '../present-sip-message';
import { presentStoryLine } from '../present-story-line';
import { quoted } from '../quoted';

export interface ChannelSignallingDeps {
  readonly signalling: Signalling;
  readonly stories: CallStories;
}

/** What was said about a channel: on the wire of its phone, and between applications and the server. */
export function channelSignalling({
  signalling,
  stories,
}: ChannelSignallingDeps): Pick<ChannelsOperations, 'getSipTrace' | 'getStory'> {
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
          ...(format === 'ladder'
            ? { ladder: stories.drawSignalling(call) }
            : { messages: messages.map(presentSipMessage) }),
        },
      };
    },
    getStory: ({ channelId, format }, { applications }) => {
      const found = stories.of(channelId);
      if (found === undefined) return { status: 404, message: whyNoStory(channelId, stories) };
      const story = applications === undefined ? found : onlyOf(channelId, found);
      const left = { channel_id: channelId, left_out: story.leftOut.count };
      switch (format) {
        case 'ladder':
          return { status: 200, body: { ...left, ladder: stories.draw(story, `channel ${channelId}`) } };
        case 'mermaid':
          return { status: 200, body: { ...left, mermaid: stories.diagram(story) } };
        case 'lines':
          return { status: 200, body: { ...left, lines: story.lines.map(presentStoryLine) } };
      }
    },
  };
}

function whyNoStory(channelId: string, { isKept }: CallStories): string {
  return isKept
    ? `no story is kept of channel ${quoted(channelId)}`
    : 'no stories of calls are kept: set story_calls in ari.conf';
}

/** A user who is limited to applications sees neither the channels nor the applications of others. */
function onlyOf(channelId: string, { lines, leftOut }: CallStory): CallStory {
  const isOwn = ({ channelIds }: Observation): boolean => channelIds.every((id) => id === channelId);
  const own = lines.filter(isOwn).map((line) => (line.kind === 'event' ? { ...line, to: hidden(line.to) } : line));
  return { lines: own, leftOut: { ...leftOut, behind: own.length } };
}

function hidden(receiver: string): string {
  return receiver === 'server' ? receiver : 'application';
}
