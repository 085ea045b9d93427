import { playbackId } from '../shared/ids';
import type { PlaybacksOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import type { Playback, PlaybackOperation } from '../engine/audio/playing/playback';
import type { Playbacks } from '../engine/audio/playing/playbacks';
import { presentPlayback } from '../stasis/presenters/present-playback';
import { quoted } from './quoted';

const done = { status: 204 } as const;

export function playbackHandlers(playbacks: Pick<Playbacks, 'find'>): PlaybacksOperations {
  const find = (id: string): Playback | undefined => playbacks.find(playbackId(id));
  const operate = (id: string, operation: PlaybackOperation): typeof done | Refusal<404 | 409> => {
    const playback = find(id);
    return playback === undefined ? noPlayback(id) : operateOn(playback, operation);
  };
  return {
    get: ({ playbackId }) => {
      const playback = find(playbackId);
      return playback === undefined
        ? noPlayback(playbackId)
        : { status: 200, body: presentPlayback(playback.snapshot()) };
    },
    stop: ({ playbackId }) => operate(playbackId, 'stop'),
    control: ({ playbackId, operation }) => operate(playbackId, operation),
  };
}

function operateOn(playback: Playback, operation: PlaybackOperation): typeof done | Refusal<409> {
  const { id, media, state } = playback.snapshot();
  switch (playback.operate(operation)) {
    case 'done':
      return done;
    case 'refused':
      return {
        status: 409,
        message: `the playback ${quoted(id)} is ${state}: ${operation} is not possible in this state`,
      };
    case 'uncontrollable':
      return {
        status: 409,
        message: `the playback ${quoted(id)} is speaking ${quoted(media)}, which cannot be controlled until it has finished`,
      };
  }
}

function noPlayback(id: string): Refusal<404> {
  return { status: 404, message: `there is no playback ${quoted(id)}, or it has ended` };
}
