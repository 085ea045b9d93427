import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { connect as connectTls, createServer } from 'node:tls';
import { until } from '../../support/calls/call-events';
import { certificate, otherCertificate, otherPrivateKey, privateKey } from '../../support/client/client-certificate';
import { freePort } from '../../support/server/http-process';
import { PhoneCall, sdpAt } from '../../support/calls/phone-call';
import { SipPhone } from '../../support/sip/sip-phone';
import { SipRig } from '../../support/sip/sip-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));
const itWithIpv6 = hasIpv6 ? it : it.skip;

const files = {
  'server.pem': certificate,
  'server.key': privateKey,
  'clients.pem': otherCertificate,
};
const tls = (more = ''): string => `
[tls]
type = transport
protocol = tls
bind = 127.0.0.1:0
cert_file = server.pem
priv_key_file = server.key
${more}`;

let rig: SipRig | undefined;
let app: AppSocket;
const closers: (() => void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await rig?.close();
  rig = undefined;
});

async function start(pjsip: string): Promise<SipRig> {
  const started = (rig = await SipRig.start({ pjsip, files }));
  app = await started.open('hello');
  return started;
}

function placeOf(wanted: string, at = '127.0.0.1'): { readonly host: string; readonly port: number } {
  const found = rig?.calls.server.phones.find(({ protocol, host }) => protocol === wanted && host === at);
  if (found === undefined) throw new Error(`nothing listens for ${wanted} at ${at}`);
  return found;
}

async function connection(options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connectTls({ ...placeOf('tls'), ca: certificate, ...options });
  closers.push(() => socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

async function tlsPhone(name: string, options?: ConnectionOptions): Promise<SipPhone> {
  return SipPhone.overStream(name, name, await connection(options));
}

/** The phone registers, calls, is called back over the same socket, and both calls end. */
async function callsBothWays(phone: SipPhone, { rest }: SipRig): Promise<void> {
  expect((await phone.register()).status).toBe(200);
  const out = await PhoneCall.place(phone, 'echo', { sdp: sdpAt(40_000) });
  await out.answered();
  expect((await out.bye()).status).toBe(200);
  await rest.post(`/channels/in-${phone.name}?endpoint=PJSIP/${phone.name}&app=hello`);
  const call = await PhoneCall.receive(phone);
  call.respond(200, { sdp: sdpAt(40_000) });
  await call.serverSends('ACK');
  await until(app, `StasisStart in-${phone.name}`);
  await rest.delete(`/channels/in-${phone.name}`);
  await call.serverSends('BYE');
}

describe('transports of pjsip.conf', () => {
  it('serve phones over several addresses and protocols at once', async () => {
    const more = '[second]\ntype = transport\nprotocol = udp\nbind = 127.0.0.2:0\n';
    const server = await start(`${more}[tcp]\ntype = transport\nprotocol = tcp\nbind = 127.0.0.1:0\n${tls()}`);
    const phones = [
      await SipPhone.overUdp('alice', 'alice', placeOf('udp').port),
      await SipPhone.overUdpAt('bob', 'bob', placeOf('udp', '127.0.0.2')),
      await SipPhone.overTcp('carol', 'carol', placeOf('tcp').port),
      await tlsPhone('dave'),
    ];
    closers.push(...phones.map((phone) => () => phone.close()));

    for (const phone of phones) await callsBothWays(phone, server);

    const [invite] = phones[1]?.received.filter((each) => each.kind === 'request' && each.method === 'INVITE') ?? [];
    expect(invite?.headers.raw('Via')).toContain(`127.0.0.2:${placeOf('udp', '127.0.0.2').port}`);
  });

  itWithIpv6('serve phones over IPv6, and describe audio there', async () => {
    const server = await start('[six]\ntype = transport\nprotocol = udp\nbind = [::1]:0\n');
    const phone = await SipPhone.overUdpAt('alice', 'alice', placeOf('udp', '::1'));
    closers.push(() => phone.close());

    expect((await phone.register()).status).toBe(200);
    const call = await PhoneCall.place(phone, 'echo', { sdp: sdpAt(40_000, { address: '::1' }) });
    const { headers, body } = await call.answered();

    expect(headers.raw('Contact')).toContain(`sip:[::1]:${placeOf('udp', '::1').port}`);
    expect(body.toString()).toContain('c=IN IP6 ::1');
    expect((await call.bye()).status).toBe(200);
    await server.rest.post('/channels/in?endpoint=PJSIP/alice&app=hello');
    const back = await PhoneCall.receive(phone, [call]);
    back.respond(486);
    await until(app, 'ChannelDestroyed in 17');
  });
});

describe('a reload of res_pjsip', () => {
  const second = (bind: string): string => `[second]\ntype = transport\nprotocol = udp\nbind = ${bind}\n`;
  const reload = (server: SipRig): Promise<{ readonly status: number; readonly body: unknown }> =>
    server.rest.put('/asterisk/modules/res_pjsip');
  const change = (server: SipRig, edit: (text: string) => string): void => {
    const file = join(server.calls.server.folder, 'etc/pjsip.conf');
    server.calls.server.configure('pjsip.conf', edit(readFileSync(file, 'utf8')));
  };

  it('opens new transports and closes those that are gone; calls over others go on', async () => {
    const server = await start('');
    const alice = await server.registered('alice');
    const call = await PhoneCall.place(alice, 'echo', { sdp: sdpAt(40_000) });
    await call.answered();

    const place = { host: '127.0.0.2', port: await freePort() };
    const added = second(`${place.host}:${place.port}`);
    change(server, (text) => `${text}${added}`);
    expect((await reload(server)).status).toBe(204);
    const bob = await SipPhone.overUdpAt('bob', 'bob', place);
    closers.push(() => bob.close());
    expect((await bob.register()).status).toBe(200);

    change(server, (text) => text.replace(added, ''));
    expect((await reload(server)).status).toBe(204);
    // The port is free again.
    const next = await SipPhone.overUdpAt('bob', 'bob', { ...placeOf('udp'), from: place });
    closers.push(() => next.close());
    expect((await call.bye()).status).toBe(200);
  });

  it('fails when a port is in use, names the transport, and what listens goes on', async () => {
    const server = await start('');
    const taken = placeOf('udp');

    change(server, (text) => `${text}${second(`127.0.0.1:${taken.port}`)}`);
    const { status, body } = await reload(server);

    expect([status, JSON.stringify(body)]).toEqual([expect.any(Number), expect.stringContaining("transport 'second'")]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect((await (await server.phone('alice')).register()).status).toBe(200);
  });
});

describe('a TLS transport', () => {
  it('shows its certificate, and offers no version below `method`', async () => {
    await start(tls('method = tlsv1_3\n'));

    expect((await connection()).getProtocol()).toBe('TLSv1.3');
    await expect(connection({ maxVersion: 'TLSv1.2' })).rejects.toThrow();
  });

  it('takes only clients with a certificate that it knows, with verify_client', async () => {
    const server = await start(tls('verify_client = yes\nca_list_file = clients.pem\n'));
    const known = await tlsPhone('alice', { cert: otherCertificate, key: otherPrivateKey });

    await callsBothWays(known, server);

    // With TLS 1.3 a client hears of its refusal only after its own part of the handshake.
    const stranger = connectTls({ ...placeOf('tls'), ca: certificate });
    stranger.on('secureConnect', () => stranger.write('OPTIONS'));
    const [error] = (await once(stranger, 'error')) as [Error];
    expect(error.message).toMatch(/certificate required|ECONNRESET|handshake/i);
  });

  it('changes its certificate at a reload; calls go on', async () => {
    const server = await start(tls());
    const alice = await tlsPhone('alice');
    await alice.register();
    const call = await PhoneCall.place(alice, 'echo', { sdp: sdpAt(40_000) });
    await call.answered();

    server.calls.server.configure('server.pem', otherCertificate);
    server.calls.server.configure('server.key', otherPrivateKey);
    expect((await server.rest.put('/asterisk/modules/res_pjsip')).status).toBe(204);

    const next = await connection({ ca: otherCertificate });
    expect(next.getPeerCertificate().subject.CN).toBe('patchbay test 2');
    expect((await call.bye()).status).toBe(200);
  });

  it('keeps its certificate when the new one cannot be read', async () => {
    const server = await start(tls());

    server.calls.server.configure('server.pem', 'nonsense');
    await server.rest.put('/asterisk/modules/res_pjsip');

    expect((await connection()).getPeerCertificate().subject.CN).toBe('patchbay test');
  });
});

describe('a TLS connection that the server opens', () => {
  /** A phone that is reached by TLS at an address of its own; gives its port. */
  async function listeningPhone(): Promise<{ readonly port: number; readonly phone: Promise<SipPhone> }> {
    const server = createServer({ cert: otherCertificate, key: otherPrivateKey, requestCert: true, ca: certificate });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => server.close());
    const phone = once(server, 'secureConnection').then(([socket]) => {
      closers.push(() => (socket as TLSSocket).destroy());
      return SipPhone.overStream('far', 'far', socket as TLSSocket);
    });
    phone.catch(() => undefined);
    return { port: (server.address() as AddressInfo).port, phone };
  }
  const called = (port: number): string =>
    `endpoint=PJSIP/erin/${encodeURIComponent(`sip:far@127.0.0.1:${port};transport=tls`)}&app=hello`;

  it('has the certificate of the transport, and accepts every server certificate unless verify_server is set', async () => {
    const { rest } = await start(tls());
    const { port, phone } = await listeningPhone();

    await rest.post(`/channels/c1?${called(port)}`);
    const call = await PhoneCall.receive(await phone);
    call.respond(486);

    await until(app, 'ChannelDestroyed c1 17');
  });

  it('accepts servers of ca_list_file, with verify_server', async () => {
    const { rest } = await start(tls('verify_server = yes\nca_list_file = clients.pem\n'));
    const { port, phone } = await listeningPhone();

    await rest.post(`/channels/c1?${called(port)}`);
    const call = await PhoneCall.receive(await phone);
    call.respond(486);

    await until(app, 'ChannelDestroyed c1 17');
  });

  it('is not opened to a server that ca_list_file does not know, with verify_server', async () => {
    const { rest } = await start(tls('verify_server = yes\nca_list_file = server.pem\n'));
    const { port } = await listeningPhone();

    await rest.post(`/channels/c1?${called(port)}`);

    const lines = await until(app, 'ChannelDestroyed c1 34');
    expect(lines.join()).not.toContain('StasisStart');
  });
});
