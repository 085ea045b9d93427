import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '../../test/support/eventually';
import { login } from '../../test/support/server/http-wire';
import { AppSocket } from '../../test/support/sockets/socket-peer';
import { upgrade } from '../../test/support/sockets/socket-raw';
import { textFrame } from '../../fuzz/frame-bytes';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';
import { impatient } from '../harness/conf';
import { rawConnection, untilCut, writeUntilStuck } from '../harness/connections';
import { mediaSocketPath } from '../harness/media-sockets';

/** Asks for a document many times on each of many connections, and reads nothing of it. */
async function askWithoutReading({ victim, closeAfterwards }: AttackContext, options: UnreadOptions): Promise<void> {
  const { connections, requests, path } = options;
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n${login}\r\n`;
  const before = await victim.metric('connections_cut_total');
  const cuts = Array.from({ length: connections }, async () => {
    const { socket } = await rawConnection(victim.origin);
    closeAfterwards(() => socket.destroy());
    socket.write(request.repeat(requests));
    await untilCut(socket, request);
  });
  await Promise.all(cuts);
  const cut = (await victim.metric('connections_cut_total')) - before;
  mustHold(cut === connections, `${cut} of ${connections} connections were cut`);
}

interface UnreadOptions {
  readonly connections: number;
  readonly requests: number;
  readonly path: string;
}

const largeEvent = { variables: { text: 'x'.repeat(20_000) } };

async function readNoEvents({ victim, size, closeAfterwards }: AttackContext): Promise<void> {
  const most = size({ full: 10_000, short: 2000 });
  const reader = await AppSocket.open(victim.origin, 'app=reader');
  const { socket } = await upgrade(victim.origin, '/ari/events?app=silent&api_key=asterisk:asterisk');
  closeAfterwards(() => reader.abort());
  closeAfterwards(() => socket.destroy());
  socket.pause();
  const post = async (): Promise<void> => {
    // The application goes with its socket, so that this one may be refused.
    await victim.rest.post('/events/user/flood?application=silent', largeEvent);
    const { status } = await victim.rest.post('/events/user/flood?application=reader');
    mustHold(status === 204, `a user event is answered with ${status}`);
  };
  let sent = 0;
  const before = await victim.metric('slow_sockets_total');
  for (; (await victim.metric('slow_sockets_total')) === before; sent += 20) {
    mustHold(sent < most, `the socket is open after ${most} events that it has not read`);
    await Promise.all(Array.from({ length: 20 }, post));
  }
  await untilCut(socket, textFrame('{}'));
  for (let heard = 0; heard < sent; heard += 1)
    await within(reader.next(), () => `the reader has got ${heard} of ${sent} events`);
}

async function readNoMedia({ victim, size, closeAfterwards }: AttackContext): Promise<void> {
  const app = await AppSocket.open(victim.origin, 'app=attack');
  closeAfterwards(() => app.abort());
  const { socket } = await upgrade(victim.origin, await mediaSocketPath(victim, 'unread'));
  closeAfterwards(() => socket.destroy());
  socket.pause();
  const commands = Buffer.concat(Array.from({ length: 2000 }, () => textFrame('GET_STATUS')));
  const most = size({ full: 64, short: 24 }) * 2 ** 20;
  const taken = await writeUntilStuck(socket, commands, most);
  mustHold(taken < most, `the server has taken ${taken} bytes of commands whose answers are not read`);
  await untilCut(socket, commands);
}

async function readNoDownloads(context: AttackContext): Promise<void> {
  const { victim, size } = context;
  mkdirSync(victim.recordings, { recursive: true });
  writeFileSync(join(victim.recordings, 'large.wav'), Buffer.alloc(size({ full: 64, short: 16 }) * 2 ** 20));
  const connections = size({ full: 80, short: 10 });
  await askWithoutReading(context, { connections, requests: 3, path: '/ari/recordings/stored/large/file' });
}

export const silentReaders: readonly Attack[] = [
  {
    name: 'documents-unread',
    does: 'asks for the largest document a thousand times on each of many connections and reads no answer',
    holds: 'all of these connections are cut, and the process stays as small as it was',
    files: impatient,
    run: (context) =>
      askWithoutReading(context, {
        connections: context.size({ full: 80, short: 4 }),
        path: '/ari/api-docs/openapi.json',
        requests: context.size({ full: 1000, short: 50 }),
      }),
  },
  {
    name: 'events-unread',
    does: 'opens an event socket, has large events sent to it and reads none',
    holds: 'the socket is closed, and another application gets every one of its events meanwhile',
    files: impatient,
    run: readNoEvents,
  },
  {
    name: 'media-unread',
    does: 'asks a media websocket for its status without end and reads no answer',
    holds: 'the server stops taking commands and cuts the socket',
    files: impatient,
    run: readNoMedia,
  },
  {
    name: 'downloads-unread',
    does: 'asks for a large recording on many connections and reads nothing of it',
    holds: 'all of these connections are cut, and their files are closed',
    files: impatient,
    run: readNoDownloads,
  },
];
