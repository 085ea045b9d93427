import type { BridgesOperations } from '../../../generated/operations';
import type { Refusal } from '../../contract/handler';
import { ModuleMissingError } from '../../contract/not-served';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import { audioForm, isKnownFormat } from '../../engine/calls/channel/formats';
import { startBridgeMusic } from '../../engine/audio/playing/bridge-music';
import type { ProvidedNames } from '../../shared/module-use/provided-names';
import { governed } from './bridge-guards';
import type { MediaDesk } from '../channels/channel-media';
import { playReply, readPlay, readRecord, recordReply } from '../media-requests';
import { quoted } from '../quoted';
import { needRoom } from '../room';

export interface BridgeMediaDeps {
  readonly bridges: Bridges;
  readonly media: MediaDesk;
  readonly codecs: Pick<ProvidedNames, 'has' | 'missingModule'>;
}

type MediaOperations = Pick<BridgesOperations, 'play' | 'playWithId' | 'record' | 'startMoh' | 'stopMoh'>;

const done = { status: 204 } as const;

/** The operations that play to a bridge or record it. */
export function bridgeMedia({ bridges, media, codecs }: BridgeMediaDeps): MediaOperations {
  /** Throws when no codec for it is loaded. */
  const formatRefusal = (parameter: string, format: string | undefined): Refusal<422> | undefined => {
    const missing = format ? codecs.missingModule(format) : undefined;
    if (missing !== undefined) throw new ModuleMissingError(`${parameter} ${quoted(format ?? '')}`, missing);
    return unknownFormat(parameter, format, codecs);
  };
  const play: MediaOperations['play'] = (params) => {
    const bridge = governed(params.bridgeId, bridges);
    if ('status' in bridge) return bridge;
    const request = readPlay(params);
    if ('status' in request) return request;
    const { announcer_format: format } = params;
    const refusal = formatRefusal('announcer_format', format);
    if (refusal !== undefined) return refusal;
    needRoom('queued operations', media.playbacks.waitingIn(bridge));
    return playReply(media.playbacks.playIn(bridge, request, format || undefined), request);
  };
  return {
    play,
    playWithId: play,
    record: async (params) => {
      const bridge = governed(params.bridgeId, bridges);
      if ('status' in bridge) return bridge;
      const refusal = formatRefusal('recorder_format', params.recorder_format);
      if (refusal !== undefined) return refusal;
      const request = readRecord(params);
      const { recorder_format: format } = params;
      const place = media.places.recordingIn(bridge, format ? audioForm(format) : undefined);
      return recordReply(await media.recordings.start(place, undefined, request), request);
    },
    startMoh: ({ bridgeId, mohClass }) => {
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      startBridgeMusic(bridge, mohClass, media);
      return done;
    },
    stopMoh: ({ bridgeId }) => {
      const bridge = governed(bridgeId, bridges);
      if ('status' in bridge) return bridge;
      if (media.backgrounds.stop({ kind: 'bridge', id: bridge.id }, 'music')) return done;
      return { status: 409, message: `no music is playing on the bridge ${quoted(bridgeId)}` };
    },
  };
}

function unknownFormat(
  parameter: string,
  format: string | undefined,
  codecs: BridgeMediaDeps['codecs'],
): Refusal<422> | undefined {
  if (format === undefined || format === '' || codecs.has(format)) return undefined;
  const problem = isKnownFormat(format) ? 'has no codec on this server' : 'is not a format of this server';
  return { status: 422, message: `${parameter} ${quoted(format)} ${problem}` };
}
