import type { ChannelsOperations } from '../../../generated/operations';
import type { Refusal } from '../../contract/handler';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import type { Channel } from '../../engine/calls/channel/channel';
import type { Backgrounds } from '../../engine/audio/playing/backgrounds';
import type { LiveRecordings } from '../../engine/audio/recording/live-recordings';
import type { MediaPlaces } from '../../engine/audio/media-places';
import type { Playbacks } from '../../engine/audio/playing/playbacks';
import { recordChannel } from '../../engine/audio/recording/record-channel';
import type { ChannelDirectory } from './channel-guards';
import { controlled, established } from './channel-guards';
import { playReply, readPlay, readRecord, recordReply } from '../media-requests';
import { quoted } from '../quoted';
import { needRoom } from '../room';

/** The media services that handlers use. */
export interface MediaDesk {
  readonly playbacks: Playbacks;
  readonly recordings: LiveRecordings;
  readonly backgrounds: Backgrounds;
  readonly places: MediaPlaces;
}

export interface ChannelMediaDeps extends ChannelDirectory {
  readonly bridges: Bridges;
  readonly media: MediaDesk;
}

type MediaOperations = Pick<
  ChannelsOperations,
  'play' | 'playWithId' | 'record' | 'startMoh' | 'stopMoh' | 'startSilence' | 'stopSilence'
>;

const done = { status: 204 } as const;

/** The operations that play to a channel or record it. They are queued. */
export function channelMedia(deps: ChannelMediaDeps): MediaOperations {
  const { backgrounds } = deps.media;
  const play: MediaOperations['play'] = (params) => playOn(params, deps);
  const ordered = (id: string, action: (channel: Channel) => void): typeof done | Refusal<404 | 409 | 412> => {
    const session = established(id, deps);
    if ('status' in session) return session;
    needRoom('queued operations', session.queue.size);
    void session.queue.run(() => action(session.channel));
    return done;
  };
  return {
    play,
    playWithId: play,
    record: (params) => record(params, deps),
    startMoh: ({ channelId, mohClass }) =>
      ordered(channelId, (channel) => backgrounds.startMusic(channel, mohClass || undefined)),
    stopMoh: ({ channelId }) => ordered(channelId, ({ id }) => void backgrounds.stop({ kind: 'channel', id }, 'music')),
    startSilence: ({ channelId }) => ordered(channelId, (channel) => backgrounds.startSilence(channel)),
    stopSilence: ({ channelId }) =>
      ordered(channelId, ({ id }) => void backgrounds.stop({ kind: 'channel', id }, 'silence')),
  };
}

const playOn = (
  params: Parameters<MediaOperations['play']>[0],
  deps: ChannelMediaDeps,
): Awaited<ReturnType<MediaOperations['play']>> => {
  const session = established(params.channelId, deps);
  if ('status' in session) return session;
  const request = readPlay(params);
  if ('status' in request) return request;
  needRoom('queued operations', session.queue.size);
  return playReply(deps.media.playbacks.playOn(session.channel, session.queue, request), request);
};

const record = async (
  params: Parameters<MediaOperations['record']>[0],
  deps: ChannelMediaDeps,
): Promise<Awaited<ReturnType<MediaOperations['record']>>> => {
  const session = controlled(params.channelId, deps);
  if ('status' in session) return session;
  const { channel, queue } = session;
  needRoom('queued operations', queue.size);
  const recording = readRecord(params);
  const started = await recordChannel(channel, { recording, queue }, { bridges: deps.bridges, ...deps.media });
  return started.outcome === 'in-bridge' ? isBridged(channel) : recordReply(started, recording);
};

function isBridged({ id }: Channel): Refusal<409> {
  const message = `the channel ${quoted(id)} is in a bridge: record the bridge, or a channel that snoops on this one`;
  return { status: 409, message };
}
