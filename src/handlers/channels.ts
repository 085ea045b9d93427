import type { ChannelsOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import { presentChannel } from '../stasis/present-channel';
import type { Session } from '../stasis/session';
import { awaitingChannelAudio } from './awaiting-audio';
import type { ChannelCommandsDeps } from './channel-commands';
import { channelCommands } from './channel-commands';
import { established, noChannel } from './channel-guards';
import type { ChannelMediaDeps } from './channel-media';
import { channelMedia } from './channel-media';
import type { ChannelMakersDeps } from './channel-makers';
import { channelMakers } from './channel-makers';
import type { ChannelVariableDeps } from './channel-variables';
import { channelVariables } from './channel-variables';

export type ChannelHandlersDeps = ChannelMakersDeps & ChannelCommandsDeps & ChannelVariableDeps & ChannelMediaDeps;

export function channelHandlers(deps: ChannelHandlersDeps): ChannelsOperations {
  const { channels } = deps;
  return {
    list: () => ({ status: 200, body: channels.list().map((channel) => presentChannel(channel.snapshot())) }),
    get: ({ channelId }) => {
      const channel = channels.find(channelId);
      return channel === undefined ? noChannel(channelId) : { status: 200, body: presentChannel(channel.snapshot()) };
    },
    ...channelMakers(deps),
    ...channelCommands(deps),
    ...channelVariables(deps),
    ...channelMedia(deps),
    ...awaitingChannelAudio(({ channelId }) => refusalIn(established(channelId, deps))),
  };
}

function refusalIn<Status extends number>(result: Session | Refusal<Status>): Refusal<Status> | undefined {
  return 'status' in result ? result : undefined;
}
