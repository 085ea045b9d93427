import type { ChannelsOperations } from '../../../generated/operations';
import { mapInSlices } from '../../shared/scheduling/map-in-slices';
import { when } from '../../shared/scheduling/when';
import { presentChannel } from '../../stasis/presenters/present-channel';
import type { ChannelCommandsDeps } from './channel-commands';
import { channelCommands } from './channel-commands';
import type { ChannelDigitsDeps } from './channel-digits';
import { channelDigits } from './channel-digits';
import { noChannel } from './channel-guards';
import type { ChannelMediaDeps } from './channel-media';
import { channelMedia } from './channel-media';
import type { ChannelMakersDeps } from './channel-makers';
import { channelMakers } from './channel-makers';
import type { ChannelSignallingDeps } from './channel-signalling';
import { channelSignalling } from './channel-signalling';
import type { ChannelVariableDeps } from './channel-variables';
import { channelVariables } from './channel-variables';
import type { ExternalMediaDeps } from './external-media';
import { externalMedia } from './external-media';
import type { SnoopHandlersDeps } from './snoop';
import { snoopHandlers } from './snoop';

export type ChannelHandlersDeps = ChannelMakersDeps &
  ChannelCommandsDeps &
  ChannelVariableDeps &
  ChannelMediaDeps &
  ChannelDigitsDeps &
  ChannelSignallingDeps &
  SnoopHandlersDeps &
  ExternalMediaDeps;

export function channelHandlers(deps: ChannelHandlersDeps): ChannelsOperations {
  const { channels } = deps;
  return {
    list: () => {
      const snapshots = channels.list().map((channel) => channel.snapshot());
      return when(mapInSlices(snapshots, presentChannel), (body) => ({ status: 200, body }));
    },
    get: ({ channelId }) => {
      const channel = channels.find(channelId);
      return channel === undefined ? noChannel(channelId) : { status: 200, body: presentChannel(channel.snapshot()) };
    },
    ...channelMakers(deps),
    ...channelCommands(deps),
    ...channelVariables(deps),
    ...channelMedia(deps),
    ...channelDigits(deps),
    ...channelSignalling(deps),
    ...snoopHandlers(deps),
    ...externalMedia(deps),
  };
}
