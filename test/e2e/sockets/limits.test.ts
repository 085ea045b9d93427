import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { eventually } from '../../support/eventually';
import { RunningServer } from '../../support/server/running-server';
import { Rest } from '../../support/sockets/socket-rest';
import { bodyOf, Sockets } from '../../support/sockets/socket-peer';
import type { Frame } from '../../support/sockets/socket-raw';
import { endingOf, opcodes, RawPeer } from '../../support/sockets/socket-raw';

let server: RunningServer;
let rest: Rest;
const sockets = new Sockets(() => server.origin);
const peers: RawPeer[] = [];

async function start(...options: readonly string[]): Promise<void> {
  server = await RunningServer.start({
    'ari.conf': `[general]\n${options.join('\n')}\n[asterisk]\ntype = user\npassword = asterisk\n`,
  });
  rest = new Rest(server.origin);
}
async function rawPeer(query: string): Promise<RawPeer> {
  const peer = await RawPeer.open(server.origin, query);
  peers.push(peer);
  return peer;
}
afterEach(async () => {
  for (const peer of peers.splice(0)) peer.destroy();
  await sockets.closeAll();
  await server.close();
});

/** Asks until the applications are these: a socket is given up at a time of the server's own choosing. */
async function untilListed(...names: readonly string[]): Promise<void> {
  for (;;) {
    const { body } = await rest.get('/applications');
    if ((body as { name: string }[]).map(({ name }) => name).join() === names.join()) return;
  }
}

describe('frames on the event socket', () => {
  it('that are binary are ignored', async () => {
    await start();
    const socket = await sockets.open('app=tapp');

    socket.socket.send(Buffer.from(JSON.stringify({ type: 'RESTRequest', method: 'GET', uri: 'server/ping' })));
    socket.socket.send(Buffer.alloc(3));

    expect(await socket.sofar()).toEqual([]);
  });

  it('that ask for a sign of life get one with the same words', async () => {
    await start();
    const peer = await rawPeer('app=tapp');

    peer.send(opcodes.ping, Buffer.from('hi'));

    expect(await peer.next()).toEqual({ opcode: opcodes.pong, payload: Buffer.from('hi') });
  });

  it('up to the limit are served, and one byte more closes the socket with 1009', async () => {
    await start('websocket_max_payload = 1000');
    const frame = (size: number): string => {
      const empty = JSON.stringify({ type: 'RESTRequest', method: 'GET', uri: 'server/ping', request_id: '' });
      return empty.replace('"request_id":""', `"request_id":"${'i'.repeat(size - empty.length)}"`);
    };
    const fits = await sockets.open('app=fits');
    const tooLong = await sockets.open('app=long');

    fits.socket.send(frame(1000));
    tooLong.socket.send(frame(1001));

    expect(await fits.next()).toMatchObject({ status_code: 200 });
    expect(await tooLong.closed).toMatchObject({ code: 1009 });
    await untilListed('fits');
  });

  it('in pieces count as a whole against the limit', async () => {
    await start('websocket_max_payload = 1000');
    const socket = await sockets.open('app=tapp');

    for (let piece = 0; piece < 11; piece += 1) socket.socket.send('x'.repeat(100), { fin: false });

    expect(await socket.closed).toMatchObject({ code: 1009 });
  });

  it.each([
    ['an opcode that nobody knows', Buffer.from([0x83, 0x80, 0, 0, 0, 0]), 1002],
    ['no mask', Buffer.from([0x81, 0x02, 0x7b, 0x7d]), 1002],
    ['text that is none', Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff]), 1007],
  ])('with %s close the socket and nothing else', async (_what, bytes, code) => {
    await start();
    const witness = await sockets.open('app=witness');
    const peer = await rawPeer('app=broken');

    peer.sendBytes(bytes);

    const frame = await peer.next();
    expect([frame?.opcode, endingOf(frame as Frame).code]).toEqual([opcodes.close, code]);
    await untilListed('witness');
    expect(await witness.sofar()).toEqual([]);
  });
});

describe('a peer that gives no sign of life', () => {
  it('is asked for one, and is cut off when it has not answered by the next time', async () => {
    await start('websocket_ping_interval = 1');
    const lively = await sockets.open('app=lively');
    const dead = await rawPeer('app=dead');

    const frames = await dead.rest();

    expect(frames.map(({ opcode }) => opcode)).toEqual([opcodes.ping]);
    await untilListed('lively');
    expect(lively.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is never asked when the configuration says so', async () => {
    await start('websocket_ping_interval = 0');
    const silent = await rawPeer('app=silent');

    await rest.post('/events/user/hello?application=silent');

    expect((await silent.next())?.opcode).toBe(opcodes.text);
  });
});

describe('a reader that is too slow', () => {
  /** Larger than what the two ends of a connection take in before anybody reads. */
  const bulk = { variables: { text: 'x'.repeat(500_000) } };

  async function flood(application: string): Promise<void> {
    for (;;) {
      await rest.post(`/events/user/bulk?application=${application}`, bulk);
      const metrics = await fetch(`${server.origin}/metrics`).then((answer) => answer.text());
      if (metrics.includes('patchbay_slow_sockets_total 1')) return;
    }
  }

  it('is told so with 1008, while every other application goes on receiving', async () => {
    await start('websocket_max_queue = 100000', 'websocket_ping_interval = 0');
    const quick = await sockets.open('app=quick&subscribeAll=true');
    const slow = await rawPeer('app=slow');
    slow.stopReading();

    await flood('slow');
    await rest.put('/deviceStates/Stasis:lamp?deviceState=BUSY');
    expect(await quick.sofar()).toMatchObject([{ type: 'DeviceStateChanged', application: 'quick' }]);

    slow.readOn();
    const frames = await slow.rest();
    const last = frames.at(-1) as Frame;
    expect(last.opcode).toBe(opcodes.close);
    expect(endingOf(last)).toEqual({ code: 1008, reason: expect.stringContaining('too slow') as string });
    const events = frames.filter(({ opcode }) => opcode === opcodes.text);
    // Nothing that was sent is lost or torn: what does not arrive was never sent.
    for (const { payload } of events)
      expect(JSON.parse(payload.toString('utf8'))).toMatchObject({ application: 'slow' });
    await untilListed('quick');
  });

  it('is let go when it has taken nothing for the time that a write may take, however little waits', async () => {
    await start('websocket_write_timeout = 200', 'websocket_max_queue = 1000000000', 'websocket_ping_interval = 0');
    const quick = await sockets.open('app=quick');
    const slow = await rawPeer('app=slow');
    slow.stopReading();

    await flood('slow');
    await untilListed('quick');

    const log = join(server.folder, 'state/log/messages');
    await eventually(
      () => readFileSync(log, 'utf8').includes('reason="nothing was read for too long"'),
      () => readFileSync(log, 'utf8'),
    );
    expect(await quick.sofar()).toEqual([]);
  });

  it('may take its time when no time is set', async () => {
    await start('websocket_write_timeout = 0', 'websocket_ping_interval = 0');
    const slow = await rawPeer('app=slow');
    slow.stopReading();

    for (let count = 0; count < 20; count += 1) await rest.post('/events/user/bulk?application=slow', bulk);
    slow.readOn();

    for (let count = 0; count < 20; count += 1) expect((await slow.next())?.opcode).toBe(opcodes.text);
    await untilListed('slow');
  });

  it('is cut off when it does not answer the closing handshake', async () => {
    await start('websocket_max_queue = 100000', 'websocket_ping_interval = 0');
    const slow = await rawPeer('app=slow');
    slow.stopReading();

    await flood('slow');

    await untilListed();
  });

  it('is not who gets much at once and reads it', async () => {
    await start('websocket_max_queue = 1');
    const socket = await sockets.open('app=quick');
    const words = 'x'.repeat(20_000);
    await rest.post('/server/variable', { variable: 'WORDS', value: words });

    for (let count = 0; count < 20; count += 1) socket.send({ method: 'GET', uri: 'server/variable?variable=WORDS' });
    await rest.post('/events/user/bulk?application=quick', { variables: { words } });

    const messages = await socket.sofar();
    expect(messages).toHaveLength(21);
    expect(bodyOf(messages[0] as never)).toEqual({ value: words });
  });
});

describe('a server that stops', () => {
  it('closes every socket with 1001', async () => {
    await start();
    const [one, other] = [await sockets.open('app=one'), await sockets.open('app=two,three&resume=true')];

    await server.stop();

    expect(await Promise.all([one.closed, other.closed])).toEqual([
      { code: 1001, reason: expect.stringContaining('shutting down') as string },
      { code: 1001, reason: expect.stringContaining('shutting down') as string },
    ]);
  });

  it('does not wait for a peer that never answers the closing handshake', async () => {
    await start();
    const deaf = await rawPeer('app=deaf');
    deaf.stopReading();

    await server.stop();

    deaf.readOn();
    const frames = await deaf.rest();
    expect(frames.map(endingOf)).toMatchObject([{ code: 1001 }]);
  });

  it('can be stopped twice', async () => {
    await start();
    await sockets.open('app=one');

    await Promise.all([server.stop(), server.stop()]);
  });
});
