import type { EngineEventSource } from '../../engine/engine-event';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { CallServices } from '../parts/calls';

export interface DrainDeps {
  readonly calls: Pick<CallServices, 'channels' | 'bridges' | 'admission' | 'messages' | 'close'>;
  /** Resolves when everything that was recorded is stored and told of. */
  readonly media: { readonly close: () => Promise<void> };
  readonly events: EngineEventSource;
  /** Milliseconds that calls get to end by themselves. */
  readonly grace: number;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
}

/** Milliseconds that the dialplan gets after a hangup, for its extension `h` and its programs. */
const lastWords = 10_000;

/** What is cut off then needs a turn or two. */
const moment = 1000;

/**
 * Ends all calls while clients are still connected to receive the events: refuses new ones, gives the others time to
 * end, hangs up the rest and stores recordings.
 */
export async function drain({ calls, media, events, grace, clock, log }: DrainDeps): Promise<void> {
  const { channels, bridges, admission } = calls;
  admission.end();
  calls.messages.close();
  log.info({ channels: channels.size, graceSeconds: grace / 1000 }, 'the server stops: no new calls are taken');
  const noneLeft = (limit: number): Promise<boolean> => emptied({ channels, events, clock }, limit);
  if (grace > 0 && !(await noneLeft(grace)))
    log.warn({ channels: channels.size }, 'calls that did not end in time are hung up');
  for (const channel of channels.list()) channel.hangUp();
  if (!(await noneLeft(lastWords)))
    log.warn({ channels: channels.size }, 'calls are cut off: their dialplan is still running');
  calls.close();
  await noneLeft(moment);
  for (const bridge of bridges.list()) bridge.destroy();
  await media.close();
}

interface WaitingDeps extends Pick<DrainDeps, 'events' | 'clock'> {
  readonly channels: CallServices['channels'];
}

/** Waits until no channels are left, at most this many milliseconds. */
function emptied({ channels, events, clock }: WaitingDeps, limit: number): Promise<boolean> {
  if (channels.size === 0) return Promise.resolve(true);
  return new Promise((resolve) => {
    const finish = (): void => {
      cancelDeadline();
      unsubscribe();
      // In a later turn: listeners of the last event may still react to it.
      setImmediate(() => resolve(channels.size === 0));
    };
    const cancelDeadline = clock.after(limit, finish);
    const unsubscribe = events.on('drain', 'channel-destroyed', () => void (channels.size === 0 && finish()));
  });
}
