import { textFrame } from '../../fuzz/frame-bytes';
import { eventually, within } from '../../test/support/eventually';
import { basic } from '../../test/support/server/http-client';
import { Wire } from '../../test/support/server/http-wire';
import { floodWithPings } from '../../test/support/sockets/ping-flood';
import { AppSocket } from '../../test/support/sockets/socket-peer';
import { RawPeer, upgrade } from '../../test/support/sockets/socket-raw';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';
import { impatient } from '../harness/conf';
import { rawConnection, untilCut, writeUntilStuck } from '../harness/connections';
import { inParallel } from '../harness/in-parallel';
import { mediaSocketPath } from '../harness/media-sockets';

const eventPath = '/ari/events?app=flood&api_key=asterisk:asterisk';
const request = (id: number): string =>
  JSON.stringify({ type: 'RESTRequest', request_id: String(id), method: 'GET', uri: 'asterisk/ping' });

async function pingMediaSocket({ victim, closeAfterwards }: AttackContext): Promise<void> {
  const app = await AppSocket.open(victim.origin, 'app=attack');
  closeAfterwards(() => app.abort());
  const { socket } = await upgrade(victim.origin, await mediaSocketPath(victim, 'pinged'));
  await floodWithPings(socket, 'client');
}

/** Sends many requests without reading the answers; those of another socket must still be answered. */
async function requestWithoutReading({ victim, size, closeAfterwards }: AttackContext): Promise<void> {
  const { socket } = await upgrade(victim.origin, eventPath);
  closeAfterwards(() => socket.destroy());
  socket.pause();
  const chunk = Buffer.concat(Array.from({ length: 500 }, (_, index) => textFrame(request(index))));
  const most = size({ full: 128, short: 32 }) * 2 ** 20;
  const taken = await writeUntilStuck(socket, chunk, most);
  mustHold(taken < most, `the server has taken ${taken} bytes of requests whose answers are not read`);
  await untilCut(socket, chunk);
}

async function requestAtOnce({ victim, size, closeAfterwards }: AttackContext): Promise<void> {
  const count = size({ full: 100_000, short: 1000 });
  const peer = await RawPeer.open(victim.origin, 'app=flood');
  closeAfterwards(() => peer.destroy());
  for (let index = 0; index < count; index += 1) {
    peer.sendBytes(textFrame(request(index)));
    // It waits for no answer, but it reads.
    if (index % 100 === 0) await new Promise(setImmediate);
  }
  for (let index = 0; index < count; index += 1) {
    const frame = await within(peer.next(), () => `${index} of ${count} requests were answered`);
    mustHold(frame !== undefined, `the socket was closed after ${index} of ${count} answers`);
    const { request_id: id, status_code: status } = JSON.parse(frame.payload.toString('utf8')) as Record<
      string,
      unknown
    >;
    mustHold(id === String(index) && status === 200, `answer ${index} is ${frame.payload.toString('utf8')}`);
  }
}

/** Of one application. */
const maxSubscriptions = 10_000;

async function subscribeToEverything({ victim, size, closeAfterwards }: AttackContext): Promise<void> {
  const count = size({ full: 20_000, short: 150 });
  const app = await AppSocket.open(victim.origin, 'app=flood');
  closeAfterwards(() => app.abort());
  const refused = new Set<number>();
  let taken = 0;
  await inParallel(count, 20, async (index) => {
    const { status } = await victim.rest.post(
      `/applications/flood/subscription?eventSource=deviceState:Stasis:${index}`,
    );
    if (status === 200) taken += 1;
    else refused.add(status);
  });
  mustHold(
    [...refused].every((status) => status === 503),
    `subscriptions are answered with ${[...refused].join(', ')}`,
  );
  mustHold(taken === Math.min(count, maxSubscriptions), `${taken} of ${count} subscriptions were taken`);
  await app.abort();
  await eventually(
    async () => (await victim.metric('applications')) === 0,
    () => 'the application outlives its socket',
  );
}

async function sendUserEvents({ victim, size, closeAfterwards }: AttackContext): Promise<void> {
  const count = size({ full: 30_000, short: 200 });
  const app = await AppSocket.open(victim.origin, 'app=flood');
  closeAfterwards(() => app.abort());
  const posted = inParallel(count, 30, async () => {
    const { status } = await victim.rest.post('/events/user/flood?application=flood', { variables: { a: 'b' } });
    mustHold(status === 204, `a user event is answered with ${status}`);
  });
  for (let heard = 0; heard < count; heard += 1)
    await within(app.next(), () => `${heard} of ${count} events have come`);
  await posted;
}

async function connectWithoutCredentials({ victim, size, closeAfterwards }: AttackContext): Promise<void> {
  const count = size({ full: 3000, short: 300 });
  await inParallel(count, 50, async (index) => {
    const { socket } = await rawConnection(victim.origin);
    closeAfterwards(() => socket.destroy());
    if (index % 2 === 0) socket.write('GET /docs/ HTTP/1.1\r\nHost: x\r\n\r\n');
  });
  const open = await victim.metric('connections');
  mustHold(open < 120, `${open} connections of one address are open`);
}

async function guessPasswords({ victim, size }: AttackContext): Promise<void> {
  const statuses = new Map<number, number>();
  await inParallel(size({ full: 5000, short: 120 }), 40, async (index) => {
    const credentials = basic(`hashed:wrong${index}`);
    const { status } = await Wire.once(
      victim.origin,
      `GET /ari/asterisk/ping HTTP/1.1\r\nHost: x\r\nAuthorization: ${credentials}\r\n\r\n`,
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  const seen = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ');
  mustHold(
    [...statuses.keys()].every((status) => status === 401 || status === 429),
    `guesses are answered with ${seen}`,
  );
  mustHold((statuses.get(401) ?? 0) < 100, `too many guesses were looked at: ${seen}`);
}

export const floods: readonly Attack[] = [
  {
    name: 'event-pings',
    does: 'sends pings over an event socket as fast as they are taken, and reads no answer',
    holds: 'the socket is cut',
    run: async ({ victim }) => {
      const { socket } = await upgrade(victim.origin, eventPath);
      await floodWithPings(socket, 'client');
    },
  },
  {
    name: 'media-pings',
    does: 'sends pings over a media websocket as fast as they are taken, and reads no answer',
    holds: 'the socket is cut',
    run: pingMediaSocket,
  },
  {
    name: 'requests-unread',
    does: 'sends requests over an event socket without end, and reads no answer',
    holds: 'the server stops taking requests and cuts the socket',
    files: impatient,
    run: requestWithoutReading,
  },
  {
    name: 'requests-at-once',
    does: 'sends thousands of requests over an event socket without waiting for an answer',
    holds: 'each is answered, in order',
    run: requestAtOnce,
  },
  {
    name: 'subscriptions',
    does: 'subscribes one application to thousands of devices',
    holds: 'it gets as many as are allowed, and all of them are gone when its socket is',
    run: subscribeToEverything,
  },
  {
    name: 'user-events',
    does: 'sends user events as fast as they are taken',
    holds: 'every one of them arrives',
    run: sendUserEvents,
  },
  {
    name: 'strangers',
    does: 'opens thousands of connections without credentials from one address, half of them silent',
    holds: 'the older ones make room, and all others are served',
    run: connectWithoutCredentials,
  },
  {
    name: 'wrong-passwords',
    does: 'guesses the passwords of users with expensive hashes, many at a time',
    holds: 'few guesses are looked at, and all others are served meanwhile',
    run: guessPasswords,
  },
];
