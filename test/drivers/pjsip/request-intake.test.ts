import { wwwAuthenticateHeader } from '../../../src/sip/message/headers/auth-headers';
import { writeMessage } from '../../../src/sip/message/write-message';
import type { IncomingRequest } from '../../../src/drivers/pjsip/request-intake';
import { systemDns } from '../../../src/sip/transport/dns';
import { eventually } from '../../support/eventually';
import type { SipPhone } from '../../support/sip/sip-phone';
import { phoneConf, SipRig, tcpTransport, udpTransport } from './sip-rig';

let rig: SipRig;
afterEach(() => rig.close());

const start = async (conf: string, options?: ConstructorParameters<typeof SipRig>[1]): Promise<SipRig> => {
  rig = new SipRig(conf, options);
  return rig.start();
};

/** Notes who MESSAGE requests are from, and takes them. */
function takeMessages(): string[] {
  const senders: string[] = [];
  rig.service.intake.handle('MESSAGE', ({ endpoint, transaction }: IncomingRequest) => {
    senders.push(endpoint.id);
    transaction.reply(202);
  });
  return senders;
}

describe('a request', () => {
  it('of a method that is handled reaches its handler, with the endpoint that has proved itself', async () => {
    await start(udpTransport + phoneConf('alice'));
    const senders = takeMessages();
    const alice = await rig.phone('alice');

    expect((await alice.ask(alice.request('MESSAGE'))).status).toBe(401);
    expect((await alice.askWithCredentials(() => alice.request('MESSAGE'))).status).toBe(202);
    expect(senders).toEqual(['alice']);
  });

  it('of another method is refused, and told which are understood', async () => {
    await start(udpTransport + phoneConf('alice'));
    const alice = await rig.phone('alice');

    const [known, unknown] = [await alice.ask(alice.request('PUBLISH')), await alice.ask(alice.request('DANCE'))];

    expect([known.status, known.headers.raw('Allow')]).toEqual([405, 'ACK, CANCEL, OPTIONS, REGISTER']);
    expect(unknown.status).toBe(501);
  });

  it('gives an unauthenticated client the same answer whether or not the user exists', async () => {
    await start(udpTransport + phoneConf('alice') + phoneConf('fenced', { endpoint: 'deny = 0.0.0.0/0\n' }));
    const challengeOf = async (name: string) => {
      const phone = await rig.phone(name, 'wrong');
      const first = await phone.ask(phone.request('REGISTER', { headers: { Contact: phone.contact } }));
      const second = await phone.register();
      return [first, second].map(({ status, headers }) => [
        status,
        [...headers].map(([header]) => header),
        headers.raw(wwwAuthenticateHeader.name)?.replace(/nonce="[^"]*"/, ''),
      ]);
    };

    const [known, unknown, fenced] = [
      await challengeOf('alice'),
      await challengeOf('nobody'),
      await challengeOf('fenced'),
    ];

    expect(known).toEqual(unknown);
    expect(fenced).toEqual(unknown);
  });

  it('is not looked at for a while after too many wrong passwords, also with the right one', async () => {
    await start(udpTransport + phoneConf('alice'));
    const guess = (phone: SipPhone) => phone.register();
    const thief = await rig.phone('alice', 'wrong');
    const statuses = [];
    for (let tries = 0; tries < 8; tries += 1) statuses.push((await guess(thief)).status);

    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    const last = await guess(thief);
    expect([last.status, Number(last.headers.raw('Retry-After')) > 0]).toEqual([503, true]);
    expect((await guess(await rig.phone('alice'))).status).toBe(503);
    rig.clock.advance(600_000);
    expect((await guess(await rig.phone('alice'))).status).toBe(200);
    expect(rig.lines.filter((line) => line.startsWith('security'))).not.toEqual([]);
    expect(rig.lines.join('\n')).not.toContain('wrong');
  });

  it('gets an answer that is hardly larger than itself, and only one', async () => {
    await start(udpTransport);
    takeMessages();
    rig.service.intake.handle('INVITE', () => undefined);
    const stranger = await rig.phone('nobody');
    const request = stranger.request('INVITE', { headers: { 'User-Agent': 'a phone of the usual kind' } });

    const response = await stranger.ask(request);
    const sizes = [writeMessage(response).length, writeMessage(request).length] as const;

    expect(response.status).toBe(401);
    expect(sizes[0]).toBeLessThan(sizes[1] * 1.6);
    rig.clock.advance(40_000);
    const again = await stranger.ask(stranger.request('OPTIONS'));
    expect(again.status).toBe(200);
    expect(stranger.received.filter((message) => message.kind === 'response' && message.status === 401)).toHaveLength(
      1,
    );
    expect(rig.service.stack.transactions).toBeLessThanOrEqual(1);
  });

  it('is recognised by its address, by a header field, or as anonymous', async () => {
    const trunks = `[trunk]
type = endpoint
[trunk]
type = identify
endpoint = trunk
match = 127.0.0.1
match_header = X-Trunk: /^main/
[anonymous]
type = endpoint
`;
    await start(udpTransport + phoneConf('alice') + trunks);
    const senders = takeMessages();
    const phone = await rig.phone('4711');

    await phone.ask(phone.request('MESSAGE'));
    expect(senders).toEqual(['trunk']);
    await rig.close();

    await start(udpTransport + phoneConf('alice') + trunks.replace('match = 127.0.0.1', 'match = 192.0.2.1'));
    const others = takeMessages();
    const [second, alice] = [await rig.phone('4711'), await rig.phone('alice')];
    await second.ask(second.request('MESSAGE', { headers: { 'X-Trunk': 'main-1' } }));
    await second.ask(second.request('MESSAGE'));
    await alice.askWithCredentials(() => alice.request('MESSAGE'));

    expect(others).toEqual(['trunk', 'anonymous', 'alice']);
  });

  it('is recognised by the name in its credentials where the order says so', async () => {
    const global = '[global]\ntype = global\nendpoint_identifier_order = auth_username\n';
    await start(udpTransport + global + phoneConf('alice', { endpoint: 'identify_by = auth_username\n' }));
    const senders = takeMessages();
    const alice = await rig.phone('alice');

    await alice.askWithCredentials(() => alice.request('MESSAGE', { user: '1001' }));

    expect(senders).toEqual(['alice']);
  });

  it('from an address that is not permitted is refused at once', async () => {
    await start(`${udpTransport}[fence]\ntype = acl\ndeny = 127.0.0.0/8\n`);
    const phone = await rig.phone('alice');

    expect((await phone.ask(phone.request('OPTIONS'))).status).toBe(403);
  });

  it('is not challenged for a call that cannot be taken at present', async () => {
    await start(udpTransport, { whyNotReady: () => 'draining' });
    const unhandle = rig.service.intake.handle('INVITE', () => undefined);
    const phone = await rig.phone('alice');

    const { status, headers } = await phone.ask(phone.request('INVITE'));

    expect([status, headers.has('Retry-After')]).toEqual([503, true]);
    unhandle();
  });
});

describe('OPTIONS', () => {
  it('is answered without credentials, by whether the server takes calls', async () => {
    const state: { reason?: string } = {};
    await start(udpTransport + tcpTransport, { whyNotReady: () => state.reason });
    const [phone, proxy] = [await rig.phone('nobody'), await rig.tcpPhone('proxy')];

    const ready = await phone.ask(phone.request('OPTIONS'));
    state.reason = 'draining';
    const draining = await proxy.ask(proxy.request('OPTIONS'));

    expect([ready.status, ready.headers.raw('Allow')]).toEqual([200, 'ACK, CANCEL, OPTIONS, REGISTER']);
    expect([draining.status, draining.headers.has('Retry-After')]).toEqual([503, true]);
  });
});

describe('a transport', () => {
  it('whose port is in use says so, with its place in the file', async () => {
    await start(udpTransport);
    const other = new SipRig(`[mine]\ntype = transport\nbind = 127.0.0.1:${rig.port()}\n`);

    await expect(other.start()).rejects.toThrow(
      /pjsip\.conf:1: transport 'mine' cannot listen on udp 127\.0\.0\.1:\d+: the port is in use/,
    );
    await other.close();
  });

  it('tells peers outside of its networks the address that they reach', async () => {
    await start(
      `${udpTransport}external_signaling_address = 203.0.113.5\nexternal_signaling_port = 5080\nlocal_net = 10.0.0.0/8\n`,
    );
    const flowTo = (host: string) => rig.service.transports.udpFlow('udp', { host, port: 5060 })?.sentBy;

    expect(flowTo('198.51.100.7')).toEqual({ host: '203.0.113.5', port: 5080 });
    expect(flowTo('10.1.2.3')).toEqual({ host: '127.0.0.1', port: rig.port() });
    expect(flowTo('127.0.0.1')).toEqual({ host: '127.0.0.1', port: rig.port() });
  });

  it('tells them the address for audio; a name is looked up', async () => {
    const found = (...records: string[]) => Promise.resolve({ records, ttlSeconds: 60 });
    const dns = { ...systemDns, a: () => found('203.0.113.5'), aaaa: () => found() };
    await start(`${udpTransport}external_media_address = pbx.example.org\nlocal_net = 10.0.0.0/8\n`, { dns });
    const addressFor = (host: string) => rig.service.mediaAddress({ listener: 'udp', remote: { host, port: 5060 } });

    await eventually(
      () => addressFor('198.51.100.7') === '203.0.113.5',
      () => `the address is ${addressFor('198.51.100.7')}`,
    );
    expect(addressFor('10.1.2.3')).toBeUndefined();
  });
});
