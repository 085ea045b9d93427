import type { AsyncAgiCalls } from '../engine/calls/dialing/async-agi';
import type { Clock } from '../shared/time/clock';
import type { EventFeed } from './session/event-feed';

/** Tells readers about calls that wait for AGI commands. Returns what gives up these calls. */
export function driveAsyncAgi(calls: Pick<AsyncAgiCalls, 'drive'>, feed: EventFeed, { now }: Clock): () => void {
  return calls.drive({
    onStart: (channel, environment) =>
      feed.raise({ type: 'async-agi-started', at: now(), channel: channel.snapshot(), environment }),
    onAnswer: (channel, { id: commandId }, result) =>
      feed.raise({ type: 'async-agi-executed', at: now(), channel: channel.snapshot(), commandId, result }),
    onEnd: (channel) => feed.raise({ type: 'async-agi-ended', at: now(), channel: channel.snapshot() }),
  });
}
