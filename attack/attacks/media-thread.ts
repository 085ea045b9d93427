import { eventually } from '../../test/support/eventually';
import { isBuilt } from '../../test/support/server/http-process';
import { AppSocket } from '../../test/support/sockets/socket-peer';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';
import { channelIn, untilEvent } from '../harness/events';

/** Brings the media thread down while it plays and records, and looks whether the calls go on. */
async function bringDown({ victim, closeAfterwards }: AttackContext, how: string): Promise<void> {
  const app = await AppSocket.open(victim.origin, 'app=attack');
  closeAfterwards(() => app.abort());
  const before = await victim.metric('media_restarts_total');
  await victim.rest.post('/channels/c1?endpoint=Local/far@default&app=attack');
  for (const missing = new Set<unknown>(['c1', 'c1;2']); missing.size > 0;)
    missing.delete(channelIn(await untilEvent(app, 'StasisStart')));
  await victim.rest.post('/channels/c1/play?media=tone:440');
  await untilEvent(app, 'PlaybackStarted');
  await victim.rest.post('/channels/c1%3B2/record?name=lost&format=wav');
  await untilEvent(app, 'RecordingStarted');
  await victim.inspector.evaluateInThread(how);
  for (const missing = new Set(['RecordingFailed', 'PlaybackFinished']); missing.size > 0;)
    missing.delete((await untilEvent(app, /^(RecordingFailed|PlaybackFinished)$/)).type);
  await eventually(
    async () => (await fetch(`${victim.origin}/readyz`)).status === 200,
    () => 'the server does not become ready again',
  );
  const restarts = (await victim.metric('media_restarts_total')) - before;
  mustHold(restarts === 1, `the media thread was replaced ${restarts} times`);
  const { status } = await victim.rest.post('/channels/c1/play?media=tone:440');
  mustHold(status === 201, `the call cannot be played to any more: ${status}`);
  await untilEvent(app, 'PlaybackStarted');
}

const hindrance = (): string | undefined =>
  isBuilt() ? undefined : 'there is no thread unless the server is built: npm run build';

export const mediaThread: readonly Attack[] = [
  {
    name: 'media-thread-killed',
    does: 'ends the media thread while it plays and records',
    holds: 'another one takes its place, the calls go on, and what it did is told to have failed',
    excusedErrors: /media thread|audio side was lost/,
    hindrance,
    run: (context) => bringDown(context, 'process.exit(3)'),
  },
  {
    name: 'media-thread-crashed',
    does: 'makes the media thread throw while it plays and records',
    holds: 'another one takes its place, the calls go on, and what it did is told to have failed',
    excusedErrors: /media thread|audio side was lost/,
    hindrance,
    run: (context) => bringDown(context, "setImmediate(() => { throw new Error('made by an attack'); })"),
  },
  {
    name: 'media-thread-hung',
    does: 'has the media thread compute without end while it plays and records',
    holds: 'another one takes its place, the calls go on, and what it did is told to have failed',
    excusedErrors: /media thread|audio side was lost/,
    hindrance,
    run: (context) => bringDown(context, 'for (;;);'),
  },
];
