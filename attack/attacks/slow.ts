import { within } from '../../test/support/eventually';
import { basic } from '../../test/support/server/http-client';
import { upgrade } from '../../test/support/sockets/socket-raw';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';
import { httpConf } from '../harness/conf';
import { rawConnection } from '../harness/connections';

const login = `Authorization: ${basic('asterisk:asterisk')}\r\n`;

/** Requests that never come to their end, each sent letter by letter. */
const endless: Readonly<Record<string, { readonly start: string; readonly drip: string }>> = {
  'a head': { start: 'GET /ari/asterisk/ping HTTP/1.1\r\nX: ', drip: 'x' },
  'a head of a user': { start: `GET /ari/asterisk/ping HTTP/1.1\r\n${login}X: `, drip: 'x' },
  'a body': {
    start: `POST /ari/channels HTTP/1.1\r\nHost: x\r\n${login}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
    drip: ' ',
  },
  'a chunked body': {
    start: `POST /ari/channels HTTP/1.1\r\nHost: x\r\n${login}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    drip: '1\r\n \r\n',
  },
  'nothing at all': { start: '', drip: '' },
};

async function dripRequests({ victim, size, closeAfterwards }: AttackContext): Promise<void> {
  const each = size({ full: 15, short: 3 });
  const cuts = Object.entries(endless).flatMap(([what, { start, drip }]) =>
    Array.from({ length: each }, async () => {
      const { socket, gone } = await rawConnection(victim.origin);
      socket.resume().write(start);
      const timer = setInterval(() => drip !== '' && socket.write(drip), 100);
      closeAfterwards(() => {
        clearInterval(timer);
        socket.destroy();
      });
      socket.once('end', () => socket.destroy());
      await within(gone, () => `${what} without an end is waited for without an end`);
    }),
  );
  await Promise.all(cuts);
}

/** The head of a frame says that a megabyte follows, which never does. */
async function dripFrames({ victim, size, closeAfterwards }: AttackContext): Promise<void> {
  const count = size({ full: 40, short: 10 });
  const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x0f, 0, 0, 0, 0, 0, 0]);
  for (let index = 0; index < count; index += 1) {
    const { socket } = await upgrade(victim.origin, `/ari/events?app=slow${index}&api_key=asterisk:asterisk`);
    socket.on('error', () => undefined).write(head);
    socket.write('x'.repeat(1000));
    closeAfterwards(() => socket.destroy());
  }
  mustHold((await victim.metric('sockets')) === count, 'sockets are missing');
}

export const slow: readonly Attack[] = [
  {
    name: 'slow-requests',
    does: 'sends heads and bodies letter by letter and never ends them',
    holds: 'all of these connections are closed',
    files: { 'http.conf': httpConf({ session_inactivity: 1500, session_keep_alive: 1500 }) },
    run: dripRequests,
  },
  {
    name: 'slow-frames',
    does: 'announces websocket frames of a megabyte on many sockets and sends a thousandth of them',
    holds: 'the process stays as small as it was',
    growth: 1.5,
    run: dripFrames,
  },
];
