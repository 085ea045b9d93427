import { channelId, idIfGiven } from '../../shared/ids';
import type { Channel as WireChannel } from '../../../generated/models';
import type { ChannelsOperations } from '../../../generated/operations';
import type { Refusal, Reply } from '../../contract/handler';
import { ModuleMissingError } from '../../contract/not-served';
import { UnavailableError } from '../../contract/unavailable';
import type { SnoopOutcome, SnoopRequest } from '../../engine/audio/legs/snoop-channel';
import { presentChannel } from '../../stasis/presenters/present-channel';
import { noChannel } from './channel-guards';
import { idTooLong } from './channel-refusals';
import { quoted } from '../quoted';

export interface SnoopHandlersDeps {
  readonly snoop: (request: SnoopRequest) => SnoopOutcome;
}

/** Listens to a channel, or speaks into it, through a separate channel. */
export function snoopHandlers({
  snoop,
}: SnoopHandlersDeps): Pick<ChannelsOperations, 'snoopChannel' | 'snoopChannelWithId'> {
  const snoopChannel: ChannelsOperations['snoopChannel'] = (params, { socket }) => {
    const { channelId: channel, spy, whisper, app: name, appArgs: args, snoopId } = params;
    const id = idIfGiven(snoopId, channelId);
    return replyTo(snoop({ channel, id, spy, whisper, application: { name, args }, socket }), channel);
  };
  return { snoopChannel, snoopChannelWithId: snoopChannel };
}

function replyTo(result: SnoopOutcome, channel: string): Reply<200, WireChannel> | Refusal<400 | 404 | 409> {
  switch (result.outcome) {
    case 'made':
      return { status: 200, body: presentChannel(result.channel) };
    case 'no-direction':
      return { status: 400, message: 'spy and whisper are both none: give a direction to listen or to speak' };
    case 'id-too-long':
      return idTooLong('snoopId');
    case 'channel-unknown':
      return noChannel(channel);
    case 'id-taken':
      return { status: 409, message: `there is a channel ${quoted(result.id)} already, so nothing was created` };
    case 'module-missing':
      throw new ModuleMissingError('a channel in an application', result.module);
    case 'unavailable':
      throw new UnavailableError(result.reason);
    case 'no-audio':
      return { status: 409, message: `the channel ${quoted(channel)} carries no audio` };
  }
}
