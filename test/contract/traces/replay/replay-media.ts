import { SteadyClock } from '../../../../src/media/thread/clock';
import { inThreadMedia } from '../../../../src/media/thread/media-in-thread';
import type { InThreadLink } from '../../../../src/media/thread/media-in-thread';
import type { ReplayClock } from './replay-clock';
import { listenToAll } from '../../../support/media/media-notices';

/** The audio side of a server, moved by the clock of the replay. */
export interface ReplayMedia extends InThreadLink {
  /** How often it has told something that others act on. */
  readonly noticed: () => number;
}

export function replayMedia(clock: ReplayClock): ReplayMedia {
  const link = inThreadMedia(new SteadyClock(clock.media));
  let count = 0;
  listenToAll(link, ({ tell }) => {
    if (tell !== 'statistics') count += 1;
  });
  return { ...link, noticed: () => count };
}
