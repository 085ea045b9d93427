import type { Channel as WireChannel } from '../../generated/models';
import type { ChannelsOperations, ChannelsSnoopChannelParams } from '../../generated/operations';
import type { Refusal, Reply } from '../contract/handler';
import { UnavailableError } from '../contract/unavailable';
import type { Channels } from '../engine/calls/channels';
import type { NewSnoop, SnoopResult, Snoops } from '../engine/audio/legs/snoops';
import { presentChannel } from '../stasis/present-channel';
import type { Belongings } from '../stasis/belongings';
import type { Sessions } from '../stasis/sessions';
import { needsApplications } from './application-guards';
import { noChannel } from './channel-guards';
import { argsOf, dataOf, longestId } from './channel-makers';
import { quoted } from './quoted';

export interface SnoopHandlersDeps {
  readonly channels: Channels;
  readonly sessions: Sessions;
  readonly belongings: Pick<Belongings, 'giveChannel'>;
  readonly media: { readonly snoops: Snoops };
}

/** Listening in on a channel, and speaking into it, by a channel of its own. */
export function snoopHandlers(
  deps: SnoopHandlersDeps,
): Pick<ChannelsOperations, 'snoopChannel' | 'snoopChannelWithId'> {
  const snoop: ChannelsOperations['snoopChannel'] = (params) => {
    const wish = readSnoop(params, deps);
    if ('status' in wish) return wish;
    const beforeAnnounced: NewSnoop['beforeAnnounced'] = ({ id }) => deps.belongings.giveChannel(id, params.app);
    return replyTo(deps.media.snoops.start({ ...wish, beforeAnnounced }), wish);
  };
  return { snoopChannel: snoop, snoopChannelWithId: snoop };
}

function readSnoop(
  { channelId, spy, whisper, app, appArgs, snoopId }: ChannelsSnoopChannelParams,
  { channels, sessions }: SnoopHandlersDeps,
): NewSnoop | Refusal<400 | 404> {
  if (spy === 'none' && whisper === 'none')
    return { status: 400, message: 'spy and whisper are both none: say in which direction to listen or to speak' };
  if (snoopId !== undefined && snoopId.length > longestId)
    return { status: 400, message: `snoopId is longer than the ${longestId} characters an id may have` };
  const spied = channels.find(channelId);
  if (spied === undefined) return noChannel(channelId);
  needsApplications(sessions);
  const program: NewSnoop['program'] = (channel) => {
    channel.position.startApplication({ name: 'Stasis', data: dataOf(app, appArgs) });
    return sessions.run(channel, app, argsOf(appArgs));
  };
  return { spied, id: snoopId || undefined, spy, whisper, program };
}

function replyTo(result: SnoopResult, { spied }: NewSnoop): Reply<200, WireChannel> | Refusal<409> {
  switch (result.outcome) {
    case 'made':
      return { status: 200, body: presentChannel(result.channel.snapshot()) };
    case 'id-taken':
      return { status: 409, message: `there is a channel ${quoted(result.id)} already, so nothing was created` };
    case 'unavailable':
      throw new UnavailableError(result.reason);
    case 'no-audio':
      return { status: 409, message: `the channel ${quoted(spied.id)} carries no audio that could be listened to` };
  }
}
