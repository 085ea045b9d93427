import type { Channel } from '../channel/channel';
import type { TransferDeps } from './transfer-deps';

/** Waits until a channel is in no bridge; one that is to end is taken out. */
export async function waitUntilUnbridged(
  channel: Channel,
  { bridges, events }: Pick<TransferDeps, 'bridges' | 'events'>,
): Promise<void> {
  const { signal } = channel;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      unsubscribe();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const unsubscribe = events.on('dialplan', 'channel-left-bridge', (event) => {
      if (event.channel.id !== channel.id) return;
      // Moved from one bridge to another, it is in the next one before this turn is over.
      queueMicrotask(() => {
        if (bridges.of(channel) === undefined) done();
      });
    });
    if (signal.aborted || bridges.of(channel) === undefined) done();
    else signal.addEventListener('abort', done);
  });
  bridges.leave(channel);
}
