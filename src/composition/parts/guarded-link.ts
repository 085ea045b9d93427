import type { MediaLink, MediaNotice, NoticeHandlers } from '../../media/protocol';
import { guarded } from '../../shared/scheduling/guard';
import type { Logger } from '../../shared/logger';

/** An exception while handling a notice of one call must not affect other calls. */
export function guardedLink(link: MediaLink, log: Logger): MediaLink {
  const { send, health, close } = link;
  const onFault = (error: unknown): void => log.error({ error }, 'handling a notice of the media thread failed');
  return {
    send,
    health,
    close,
    on: (handlers) => link.on(guardedHandlers(handlers, onFault)),
    onLost: (listener) => link.onLost(guarded(listener, onFault)),
  };
}

type Handlers = Partial<NoticeHandlers<MediaNotice>>;

function guardedHandlers(handlers: Handlers, onFault: (error: unknown) => void): Handlers {
  const entries = Object.entries(handlers).map(([tell, handle]) => {
    // Each function keeps its name, and with it the notices that it is given.
    const known = handle as (notice: MediaNotice) => void;
    return [tell, guarded(known, onFault)] as const;
  });
  return Object.fromEntries(entries);
}
