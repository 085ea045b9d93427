import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { WebSocket, WebSocketServer } from 'ws';
import { sipSubprotocol } from '../../../src/sip/transport/websocket-flow';
import { certificate, otherCertificate, otherPrivateKey, privateKey } from '../../support/client/client-certificate';
import { ManualClock } from '../../support/client/client-clock';
import { becomes, requestTo, StackRig, uriOf } from '../stack/stack-rig';
import { RawTcpPeer, RawUdpPeer, requestText } from './raw-peer';

const open: { close: () => void }[] = [];

function opened<Closable extends { close: () => void }>(closable: Closable): Closable {
  open.push(closable);
  return closable;
}

afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const aRig = (...args: ConstructorParameters<typeof StackRig>): StackRig => opened(new StackRig(...args));

async function listening(protocol: 'UDP' | 'TCP', ...args: ConstructorParameters<typeof StackRig>) {
  const rig = aRig(...args);
  return { rig, place: await rig.listen(protocol) };
}

/** UDP and TCP at the same port. A port that is free for the one may be taken for the other. */
async function listeningTwice(): Promise<Awaited<ReturnType<typeof listening>>> {
  for (;;) {
    const both = await listening('UDP');
    const isTaken = await both.rig.listen('TCP', '127.0.0.1', both.place.bound.port).then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        return true;
      },
    );
    if (!isTaken) return both;
    both.rig.close();
  }
}

describe('UDP', () => {
  it('answers where the request came from, when asked for it (RFC 3581)', async () => {
    const { place } = await listening('UDP');
    const peer = opened(await RawUdpPeer.open());
    peer.send(requestText('SIP/2.0/UDP 192.0.2.77:9;branch=z9hG4bK1;rport'), place.bound.port);

    expect(await peer.next()).toMatch(
      new RegExp(
        `^SIP/2.0 200 OK\r\nVia: SIP/2.0/UDP 192.0.2.77:9;branch=z9hG4bK1;rport=${peer.port};received=127.0.0.1\r\n`,
      ),
    );
  });

  it('answers to the port of the Via otherwise, at the address that the request came from', async () => {
    const { place } = await listening('UDP');
    const [sender, other] = [opened(await RawUdpPeer.open()), opened(await RawUdpPeer.open())];
    sender.send(requestText(`SIP/2.0/UDP host.invalid:${other.port};branch=z9hG4bK1`), place.bound.port);

    expect(await other.next()).toContain(
      `Via: SIP/2.0/UDP host.invalid:${other.port};branch=z9hG4bK1;received=127.0.0.1\r\n`,
    );
  });

  it('answers from the socket that the request came to, and sends from the one it is told', async () => {
    const { rig, place: first } = await listening('UDP');
    const second = await rig.listen('UDP');
    const [sender, other] = [opened(await RawUdpPeer.open()), opened(await RawUdpPeer.open())];
    for (const { bound } of [second, first]) {
      sender.send(
        requestText(`SIP/2.0/UDP 127.0.0.1:${other.port};branch=z9hG4bK${bound.port}`, { callId: `${bound.port}` }),
        bound.port,
      );
      await other.next();
      expect(other.lastPort).toBe(bound.port);
    }
    rig.send(requestTo('sip:x@127.0.0.1'), second.flowTo?.({ host: '127.0.0.1', port: other.port }));

    expect(await other.next()).toContain(`Via: SIP/2.0/UDP 127.0.0.1:${second.bound.port};`);
    expect(other.lastPort).toBe(second.bound.port);
  });

  it('sends no answer where a Via wants it to go, but only where the request came from', async () => {
    const { place } = await listening('UDP');
    const peer = opened(await RawUdpPeer.open());
    peer.send(requestText('SIP/2.0/UDP 127.0.0.1;maddr=192.0.2.1;rport;branch=z9hG4bK1'), place.bound.port);

    expect(await peer.next()).toContain('SIP/2.0 200 OK');
  });

  it('answers where the request came from, when it is told to', async () => {
    const { place } = await listening('UDP', { forcesRport: () => true });
    const peer = opened(await RawUdpPeer.open());
    peer.send(requestText('SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK1'), place.bound.port);

    expect(await peer.next()).toContain('SIP/2.0 200 OK');
  });

  it('answers 400 to what it can answer, drops the rest, and ignores keep-alives', async () => {
    const { rig, place } = await listening('UDP');
    const peer = opened(await RawUdpPeer.open());
    const via = `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bK1`;
    for (const text of ['\r\n\r\n', '\0', '', 'hello', requestText(via, { extra: 'To: <sip:x@y>' })]) {
      peer.send(text, place.bound.port);
    }
    peer.send(requestText(via, { callId: 'good' }), place.bound.port);

    expect(await peer.next()).toMatch(/^SIP\/2\.0 400 Bad To: must not appear more than once\r\n/);
    expect(await peer.next()).toMatch(/^SIP\/2\.0 200 OK\r\n/);
    expect(rig.refused).toHaveLength(2);
  });
});

describe('TCP', () => {
  it('serves many requests over one connection, and cuts them where they end', async () => {
    const { rig, place } = await listening('TCP');
    const peer = opened(await RawTcpPeer.connect(place.bound.port));
    const text = [1, 2, 3]
      .map((index) => requestText(`SIP/2.0/TCP 127.0.0.1;branch=z9hG4bK${index}`, { callId: `c${index}` }))
      .join('\r\n');
    for (let at = 0; at < text.length; at += 100) peer.send(text.slice(at, at + 100));

    await peer.until('Call-ID: c3');
    expect([rig.arrived.length, rig.stack.connections]).toEqual([3, 1]);
  });

  it('answers a ping with a pong (RFC 5626)', async () => {
    const { place } = await listening('TCP');
    const peer = opened(await RawTcpPeer.connect(place.bound.port));
    peer.send('\r\n\r\n');

    await peer.until('\r\n');
    expect(peer.received).toBe('\r\n');
  });

  it('keeps connections alive when it is told to', async () => {
    const clock = new ManualClock();
    const { rig, place } = await listening('TCP', { clock, keepAliveMs: 30_000 });
    const peer = opened(await RawTcpPeer.connect(place.bound.port));
    await becomes(() => rig.stack.connections, 1);
    clock.advance(30_000);

    await peer.until('\r\n\r\n');
  });

  it('answers 400 and closes when it cannot tell where the next message starts', async () => {
    const { place } = await listening('TCP');
    const peer = opened(await RawTcpPeer.connect(place.bound.port));
    peer.send(requestText('SIP/2.0/TCP 127.0.0.1;branch=z9hG4bK1').replace('Content-Length: 0\r\n', ''));

    await peer.until('SIP/2.0 400 Bad Content-Length: is required on a stream');
    await peer.untilClosed();
  });

  it('uses one connection for all requests to a place, and the same one back', async () => {
    const [near, far] = [await listening('TCP'), await listening('TCP')];
    const results = await Promise.all(
      Array.from({ length: 5 }, () => near.rig.send(requestTo(uriOf(far.place))).result()),
    );
    const { source } = far.rig.arrived[0] ?? {};
    const back = far.rig.send(requestTo(`sip:a@127.0.0.1:${source?.remote.port};transport=tcp`));

    expect(results).toEqual([200, 200, 200, 200, 200]);
    expect(await back.result()).toBe(200);
    expect([near.rig.stack.connections, far.rig.stack.connections]).toEqual([1, 1]);
    expect(near.rig.arrived).toHaveLength(1);
  });

  it('reaches a peer over the connection that it has declared to be its alias (RFC 5923)', async () => {
    const { rig, place } = await listening('TCP');
    const peer = opened(await RawTcpPeer.connect(place.bound.port));
    peer.send(requestText('SIP/2.0/TCP 127.0.0.1:5999;branch=z9hG4bK1;alias'));
    await peer.until('200 OK');
    rig.send(requestTo('sip:raw@127.0.0.1:5999;transport=tcp', 'MESSAGE'));

    await peer.until('MESSAGE sip:raw@127.0.0.1:5999');
    expect(rig.stack.connections).toBe(1);
  });

  it('refuses an alias that belongs to another connection', async () => {
    const { rig, place } = await listening('TCP');
    const [owner, thief] = [
      opened(await RawTcpPeer.connect(place.bound.port)),
      opened(await RawTcpPeer.connect(place.bound.port)),
    ];
    owner.send(requestText('SIP/2.0/TCP 127.0.0.1;branch=z9hG4bK1', { callId: '1' }));
    await owner.until('200 OK');
    thief.send(requestText(`SIP/2.0/TCP 127.0.0.1:${owner.port};branch=z9hG4bK2;alias`, { callId: '2' }));
    await thief.until('200 OK');
    rig.send(requestTo(`sip:raw@127.0.0.1:${owner.port};transport=tcp`, 'MESSAGE'));

    await owner.until('MESSAGE sip:raw');
    expect(thief.received).not.toContain('MESSAGE');
  });

  it('cuts off a peer that does not read', async () => {
    const { rig, place } = await listening('TCP', { limits: { maxQueueBytes: 20_000 } });
    rig.answer = ({ transaction }) => transaction.reply(200, { body: Buffer.alloc(60_000, 'x') });
    const peer = opened(await RawTcpPeer.connect(place.bound.port));
    peer.socket.pause();
    const request = (index: number): string =>
      requestText(`SIP/2.0/TCP 127.0.0.1;branch=z9hG4bK${index}`, { callId: `c${index}` });
    for (let index = 0; index < 500; index += 1) peer.send(request(index));

    await becomes(() => [rig.closed.length, rig.stack.connections], [1, 0]);
  });

  it('closes a connection that has been silent for too long', async () => {
    const clock = new ManualClock();
    const { rig, place } = await listening('TCP', { clock, limits: { idleMs: 60_000 } });
    const peer = opened(await RawTcpPeer.connect(place.bound.port));
    await becomes(() => rig.stack.connections, 1);
    clock.advance(59_000);
    peer.send(requestText('SIP/2.0/TCP 127.0.0.1;branch=z9hG4bK1'));
    await peer.until('200 OK');
    clock.advance(59_000);
    expect(rig.stack.connections).toBe(1);
    clock.advance(2000);

    await peer.untilClosed();
    expect(rig.closed).toHaveLength(1);
  });

  it('takes no more connections than it may', async () => {
    const { rig, place } = await listening('TCP', { limits: { maxConnections: 1 } });
    const first = opened(await RawTcpPeer.connect(place.bound.port));
    await becomes(() => rig.stack.connections, 1);
    const second = opened(await RawTcpPeer.connect(place.bound.port));

    await second.untilClosed();
    first.send(requestText('SIP/2.0/TCP 127.0.0.1;branch=z9hG4bK1'));
    await first.until('200 OK');
  });

  it('rejects pending requests when the connection is over', async () => {
    const [near, far] = [await listening('TCP'), await listening('TCP')];
    far.rig.answer = ({ source }) => source.close();
    const sending = near.rig.send(requestTo(uriOf(far.place)));

    expect(await sending.result()).toBe('connection is closed');
    expect(near.rig.closed).toHaveLength(1);
  });
});

describe('large requests', () => {
  const large = (uri: string) => requestTo(uri, 'MESSAGE', 'x'.repeat(1300));

  it('go over TCP although UDP was asked for', async () => {
    const [near, far] = [await listening('UDP'), await listeningTwice()];

    expect(await near.rig.send(large(uriOf(far.place))).result()).toBe(200);
    expect(far.rig.arrived[0]?.source.transport).toBe('TCP');
  });

  it('go over UDP when TCP is refused, or when configured', async () => {
    const [near, far] = [await listening('UDP'), await listening('UDP')];
    const stubborn = await listening('UDP', { switchToTcp: false });

    expect(await near.rig.send(large(uriOf(far.place))).result()).toBe(200);
    expect(await stubborn.rig.send(large(uriOf(far.place))).result()).toBe(200);
    expect(far.rig.arrived.map(({ source }) => source.transport)).toEqual(['UDP', 'UDP']);
  });
});

describe('several places for one name', () => {
  it('are tried one after the other: dead, unavailable, well', async () => {
    const [busy, well] = [await listening('TCP'), await listening('TCP')];
    busy.rig.answer = ({ transaction }) => transaction.reply(503);
    const dead = await listening('TCP');
    dead.rig.close();
    const ports = [dead, busy, well].map(({ place }) => place.bound.port);
    const none = () => Promise.resolve({ records: [], ttlSeconds: 60 });
    const near = aRig({
      dns: {
        naptr: none,
        srv: (name) =>
          Promise.resolve({
            records: name.startsWith('_sip._tcp')
              ? ports.map((port, priority) => ({ name: 'host.example.com', port, priority, weight: 0 }))
              : [],
            ttlSeconds: 60,
          }),
        a: () => Promise.resolve({ records: ['127.0.0.1'], ttlSeconds: 60 }),
        aaaa: none,
      },
    });
    const sending = near.send(requestTo('sip:bob@example.com'));

    expect(await sending.result()).toBe(200);
    expect(sending.statuses).toEqual([200]);
    expect([busy, well].map(({ rig }) => rig.arrived.length)).toEqual([1, 1]);
    expect(well.rig.arrived[0]?.transaction.request.headers.count('Via')).toBe(1);
  });
});

describe('TLS', () => {
  it('uses new certificates for new connections and keeps the old connections', async () => {
    const rig = aRig();
    const tls = rig.writeCertificate(certificate, privateKey);
    const place = await rig.stack.listen({ protocol: 'TLS', bind: { host: '127.0.0.1', port: 0 }, tls });
    const old = await tlsPeer(place.bound.port);
    rig.writeCertificate(otherCertificate, otherPrivateKey);
    place.reload();
    const young = await tlsPeer(place.bound.port);
    old.socket.write(requestText('SIP/2.0/TLS 127.0.0.1;branch=z9hG4bK1'));

    expect([old.name, young.name]).toEqual(['patchbay test', 'patchbay test 2']);
    await becomes(() => old.received.includes('200 OK'), true);
    expect(rig.stack.connections).toBe(2);
  });

  it('keeps the certificate that it has when the new one cannot be read', async () => {
    const rig = aRig();
    const tls = rig.writeCertificate(certificate, privateKey);
    const place = await rig.stack.listen({ protocol: 'TLS', bind: { host: '127.0.0.1', port: 0 }, tls });
    rig.writeCertificate('rubbish', 'rubbish');

    expect(() => place.reload()).toThrow();
    expect((await tlsPeer(place.bound.port)).name).toBe('patchbay test');
  });

  it('does not speak to a server that cannot prove who it is', async () => {
    const far = aRig();
    const place = await far.listen('TLS');
    const near = aRig({ outboundTls: {} });

    expect(await near.send(requestTo(uriOf(place))).result()).toContain('self-signed certificate');
  });

  async function tlsPeer(port: number): Promise<{ socket: TLSSocket; name: string; received: string }> {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
    opened({ close: () => socket.destroy() });
    await once(socket, 'secureConnect');
    const peer = { socket, name: String(socket.getPeerCertificate().subject.CN), received: '' };
    socket.on('data', (chunk: Buffer) => (peer.received += chunk.toString()));
    return peer;
  }
});

describe('a websocket', () => {
  async function aSocket(rig: StackRig): Promise<WebSocket> {
    const http = createServer();
    const upgrades = new WebSocketServer({
      server: http,
      handleProtocols: (offered) => offered.has(sipSubprotocol) && sipSubprotocol,
    });
    upgrades.on('connection', (socket, { socket: { remoteAddress = '', remotePort = 0 } }) => {
      const remote = { host: remoteAddress, port: remotePort };
      rig.stack.addWebSocket(socket, { remote, isSecure: false, sentBy: { host: 'pbx.invalid', port: undefined } });
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const socket = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/ws`, sipSubprotocol);
    opened({ close: () => (socket.terminate(), upgrades.close(), http.close()) });
    await once(socket, 'open');
    return socket;
  }

  it('carries a request in, and one out over the same socket (RFC 7118)', async () => {
    const rig = aRig();
    const socket = await aSocket(rig);
    const received: string[] = [];
    socket.on('message', (data: Buffer) => received.push(data.toString()));
    socket.send('\r\n\r\n');
    socket.send(requestText('SIP/2.0/WS df7jal23ls0d.invalid;branch=z9hG4bK56', { method: 'REGISTER' }));
    await becomes(() => received.length, 1);
    const [{ source } = {}] = rig.arrived;
    rig.send(requestTo('sip:alice@df7jal23ls0d.invalid;transport=ws', 'MESSAGE', 'hi'), source);
    await becomes(() => received.length, 2);

    expect(received[0]).toMatch(
      /^SIP\/2\.0 200 OK\r\nVia: SIP\/2\.0\/WS df7jal23ls0d\.invalid;branch=z9hG4bK56;received=127\.0\.0\.1\r\n/,
    );
    expect(received[1]).toMatch(
      /^MESSAGE sip:alice@df7jal23ls0d.invalid;transport=ws SIP\/2.0\r\nVia: SIP\/2.0\/WS pbx.invalid;/,
    );
  });

  it('is over for the stack when it is over', async () => {
    const rig = aRig();
    const socket = await aSocket(rig);
    await becomes(() => rig.stack.connections, 1);
    socket.close();

    await becomes(() => [rig.stack.connections, rig.closed.length], [0, 1]);
  });
});
