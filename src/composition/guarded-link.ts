import type { MediaLink } from '../media/protocol';
import { guarded } from '../shared/guard';
import type { Logger } from '../shared/logger';

/** What one call does wrong with a notice of the audio side is no reason for others not to hear theirs. */
export function guardedLink(link: MediaLink, log: Logger): MediaLink {
  const { send, health, close } = link;
  const onFault = (error: unknown): void => log.error({ error }, 'a notice of the audio side met a fault of ours');
  return {
    ...{ send, health, close },
    onNotice: (listener) => link.onNotice(guarded(listener, onFault)),
    onLost: (listener) => link.onLost(guarded(listener, onFault)),
  };
}
