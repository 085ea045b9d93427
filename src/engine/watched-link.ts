import type { MediaCommand, MediaLink } from '../media/protocol';

/** What is derived from the messages to and from the media thread. */
export interface LinkWatcher {
  readonly onCommand: (command: MediaCommand) => void;
  readonly onNotice: Parameters<MediaLink['on']>[0];
  /** The media thread was lost, or the link is closed: nothing of before counts any more. */
  readonly onEnd: () => void;
}

/** A link that tells the watcher of its messages. It is to be used in place of the given one. */
export function watchLink(link: MediaLink, { onCommand, onNotice, onEnd }: LinkWatcher): MediaLink {
  const subscriptions = [link.on(onNotice), link.onLost(onEnd)];
  return {
    send: (command) => {
      onCommand(command);
      link.send(command);
    },
    on: link.on,
    onLost: link.onLost,
    health: link.health,
    close: async () => {
      await link.close();
      for (const unsubscribe of subscriptions) unsubscribe();
      onEnd();
    },
  };
}
