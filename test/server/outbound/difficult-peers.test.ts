import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { aClient, aSocket, heard, OutboundRig } from './outbound-rig';
import { mischief, RemoteApplication } from './remote-application';

describe('an outbound socket and a difficult peer', () => {
  let remote: RemoteApplication;
  let rig: OutboundRig;

  beforeEach(async () => {
    remote = await RemoteApplication.start();
    rig = new OutboundRig();
  });
  afterEach(async () => {
    const closed = rig.sockets.close();
    // A peer that does not read is not waited for.
    rig.clock.advance(60_000);
    await closed;
    await remote.stop();
  });

  const recovers = async (): Promise<void> => {
    remote.misbehave();
    rig.clock.advance(600);
    const socket = await remote.sockets.next();
    expect(await heard(socket, 1)).toEqual(['ApplicationRegistered sales']);
  };

  const refusals = [
    ['refuses the credentials', mischief.answer('HTTP/1.1 401 Unauthorized'), /401/],
    ['sends it elsewhere', mischief.answer('HTTP/1.1 302 Found', 'Location: ws://127.0.0.1:1/'), /302/],
    ['has nothing there', mischief.answer('HTTP/1.1 404 Not Found'), /404/],
    ['answers as if nothing was asked', mischief.answer('HTTP/1.1 200 OK'), /200/],
    [
      'opens a socket without proving that it read the request',
      mischief.answer(
        ...['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'],
        'Sec-WebSocket-Accept: x',
      ),
      /Sec-WebSocket-Accept/,
    ],
    ['does not speak HTTP', mischief.garbage, /Parse Error/],
    ['hangs up during the handshake', mischief.hangUp, /hang up|ECONNRESET/],
  ] as const;

  it.each(refusals)('tries again later when the peer %s', async (_what, behaviour, reason) => {
    remote.misbehave(behaviour);
    rig.sockets.replace([aSocket()], [aClient(remote)]);

    const failure = await rig.failures.next();
    expect(failure).toMatchObject({
      outboundSocket: 'out',
      failures: 1,
      reason: expect.stringMatching(reason) as string,
    });
    await recovers();
  });

  it('waits no longer than the timeout for a peer that says nothing', async () => {
    remote.misbehave(mischief.hang);
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    await remote.upgrades.next();

    rig.clock.advance(500);

    expect(await rig.failures.next()).toMatchObject({ reason: 'no connection within 500 ms' });
    await remote.quiet();
    await recovers();
  });

  it('waits no longer than the timeout for a peer that takes for ever to say something', async () => {
    remote.misbehave((stream) => void stream.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: '));
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    await remote.upgrades.next();

    rig.clock.advance(500);

    expect(await rig.failures.next()).toMatchObject({ reason: 'no connection within 500 ms' });
    await recovers();
  });

  it('keeps passwords and queries out of the log', async () => {
    remote.misbehave(mischief.answer('HTTP/1.1 401 Unauthorized'));
    const uri = `${remote.uri.replace('ws://', 'ws://me:hidden1@')}?token=hidden2`;
    rig.sockets.replace([aSocket()], [aClient({ uri }, { username: 'me', password: 'hidden3' })]);

    expect(await rig.failures.next()).toMatchObject({ address: remote.uri });
    expect(JSON.stringify(rig.lines)).not.toContain('hidden');
  });

  it('is content with a peer that chooses none of the subprotocols', async () => {
    rig.sockets.replace([aSocket()], [aClient(remote, { protocols: ['calls'] })]);
    const socket = await remote.sockets.next();

    expect(socket.protocol).toBe('');
    expect(await heard(socket, 1)).toEqual(['ApplicationRegistered sales']);
  });

  it('answers nonsense with what is wrong about it, and goes on', async () => {
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    const socket = await remote.sockets.next();
    await heard(socket, 1);

    for (const nonsense of ['', '{', '[]', '"x"', '{"type":"RESTRequest"}', '\u0000']) {
      socket.send(nonsense);
      expect(await socket.messages.next()).toMatchObject({ type: 'RESTResponse', status_code: 400 });
    }
    socket.sendBinary(new Uint8Array([1, 2, 3]));
    expect(await socket.ask({ method: 'GET', uri: 'sounds' })).toMatchObject({ status_code: 200 });
  });

  it('disconnects a peer whose message is too long', async () => {
    rig.sockets.replace([aSocket()], [aClient(remote)]);
    const socket = await remote.sockets.next();
    await heard(socket, 1);

    socket.send('x'.repeat(70_000));

    expect(await socket.closed).toMatchObject({ code: 1009 });
    await rig.failures.next();
    await recovers();
  });

  it('disconnects a peer that does not read, and keeps the unsent events', async () => {
    await rig.sockets.close();
    rig = new OutboundRig({ maxQueue: 8192 });
    rig.sockets.replace([aSocket({ subscribeAll: true })], [aClient(remote)]);
    const first = await remote.sockets.next();
    await heard(first, 1);
    first.freeze();
    rig.clock.advance(5000);

    while (!rig.sentences('warn').includes('websocket reader is too slow')) {
      for (let count = 0; count < 1000; count += 1) rig.deviceChanged('Stasis:desk');
      await new Promise(setImmediate);
    }
    rig.deviceChanged('Stasis:last');
    rig.clock.advance(2000);
    const second = await remote.sockets.next();
    await heard(second, 1);

    let last;
    do last = await second.messages.next();
    while ((last['device_state'] as { name: string }).name !== 'Stasis:last');
  });

  it('disconnects a peer that has read nothing for as long as its client allows, however little waits', async () => {
    await rig.sockets.close();
    rig = new OutboundRig({ maxQueue: 1_000_000_000 });
    rig.sockets.replace([aSocket({ subscribeAll: true })], [aClient(remote, { writeTimeout: 200 })]);
    const first = await remote.sockets.next();
    await heard(first, 1);
    first.freeze();

    for (let turns = 0; turns < 2000 && !rig.sentences('warn').includes('websocket reader is too slow'); turns += 1) {
      for (let count = 0; count < 100; count += 1) rig.deviceChanged('Stasis:desk');
      rig.clock.advance(50);
      await new Promise(setImmediate);
    }

    const warned = rig.lines.find(({ sentence }) => sentence === 'websocket reader is too slow');
    expect(warned?.fields).toMatchObject({ reason: 'nothing was read for too long' });
  });

  it('notices by unanswered pings that the peer is gone', async () => {
    const pingPong = { interval: 20_000, probes: 3 };
    rig.sockets.replace(
      [aSocket()],
      [aClient(remote, { pingPong, tcpKeepalive: { time: 1, interval: 1, probes: 1 } })],
    );
    const first = await remote.sockets.next();
    await heard(first, 1);
    first.freeze();

    rig.clock.advance(60_000);
    expect(rig.sockets.connected).toBe(1);
    rig.clock.advance(20_000);

    expect(await heard(await remote.sockets.next(), 1)).toEqual(['ApplicationRegistered sales']);
    const lost = rig.lines.find(({ sentence }) => sentence === 'outbound websocket lost');
    expect(lost?.fields).toMatchObject({ reason: 'the peer does not answer pings' });
  });

  it('stays with a peer that answers its pings', async () => {
    rig.sockets.replace([aSocket()], [aClient(remote, { pingPong: { interval: 20_000, probes: 1 } })]);
    const socket = await remote.sockets.next();
    await heard(socket, 1);

    for (let round = 0; round < 5; round += 1) {
      rig.clock.advance(20_000);
      await socket.pinged.next();
      // The pong left before the answer to this.
      await socket.ask({ method: 'GET', uri: 'sounds' });
    }

    expect(rig.sockets.connected).toBe(1);
  });
});

describe('an outbound socket and a peer that is not there', () => {
  let silent: Server;
  const connections = new Set<Socket>();
  let accepted: Promise<Socket>;

  beforeEach(async () => {
    silent = createServer((connection) => connections.add(connection.on('error', () => undefined)));
    accepted = new Promise((resolve) => silent.once('connection', resolve));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const connection of connections) connection.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  const address = (): string => `127.0.0.1:${(silent.address() as AddressInfo).port}`;

  it.each([
    ['the TLS handshake', () => aClient({ uri: `wss://${address()}/` })],
    ['the proxy', () => aClient({ uri: 'ws://app.test/' }, { proxy: { host: address(), username: '', password: '' } })],
  ])('gives up when %s does not come to an end', async (_what, client) => {
    const rig = new OutboundRig();
    rig.sockets.replace([aSocket()], [client()]);
    await accepted;

    rig.clock.advance(500);

    expect(await rig.failures.next()).toMatchObject({ reason: 'no connection within 500 ms' });
    await rig.sockets.close();
    expect(rig.clock.running).toBe(0);
  });
});
