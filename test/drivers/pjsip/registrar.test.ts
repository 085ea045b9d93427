import { MemoryPersistence } from '../../../src/storage/memory-persistence';
import { phoneConf, sipConfig, SipRig, tcpTransport, udpTransport } from './sip-rig';

let rig: SipRig;
afterEach(() => rig.close());

const start = async (conf: string, options?: ConstructorParameters<typeof SipRig>[1]): Promise<SipRig> => {
  rig = new SipRig(conf, options);
  return rig.start();
};

describe('the registrar', () => {
  it('takes a registration, and tells of it as existing servers do', async () => {
    await start(udpTransport + phoneConf('alice'));
    const alice = await rig.phone('alice');

    const response = await alice.register();

    expect(response.status).toBe(200);
    expect(response.headers.raw('Contact')).toBe(`<sip:alice@127.0.0.1:${alice.port}>;expires=300`);
    expect(rig.told).toEqual([
      'endpoint alice online',
      'peer alice Reachable',
      `contact sip:alice@127.0.0.1:${alice.port} NonQualified online`,
    ]);
    expect(rig.devices).toEqual(['PJSIP/alice NOT_INUSE']);
    expect(rig.endpoints.get('PJSIP', 'alice')).toMatchObject({ state: 'online' });
  });

  it('tells nothing of a refresh, and everything of an end', async () => {
    await start(udpTransport + phoneConf('alice'));
    const alice = await rig.phone('alice');
    await alice.register();
    rig.forget();

    await alice.register();
    expect(rig.told).toEqual([]);

    const response = await alice.register({ Expires: '0' });
    expect([response.status, response.headers.raw('Contact')]).toEqual([200, undefined]);
    expect(rig.told).toEqual([
      'endpoint alice offline',
      'peer alice Unreachable',
      `contact sip:alice@127.0.0.1:${alice.port} Removed offline`,
    ]);
    expect(rig.devices).toEqual(['PJSIP/alice UNAVAILABLE']);
  });

  it('lets a new contact take the place of an old one without a moment in between', async () => {
    await start(udpTransport + phoneConf('alice'));
    const [first, second] = [await rig.phone('alice'), await rig.phone('alice')];
    await first.register();
    rig.forget();

    await second.register();

    expect(rig.told).toEqual([
      `contact sip:alice@127.0.0.1:${second.port} NonQualified online`,
      `contact sip:alice@127.0.0.1:${first.port} Removed online`,
    ]);
  });

  it('keeps several contacts up to the number that is allowed, and refuses more', async () => {
    await start(udpTransport + phoneConf('alice', { aor: 'max_contacts = 2\nremove_existing = no\n' }));
    const phones = [await rig.phone('alice'), await rig.phone('alice'), await rig.phone('alice')];

    const statuses = [];
    for (const phone of phones) statuses.push((await phone.register()).status);

    expect(statuses).toEqual([200, 200, 403]);
    expect(rig.service.contacts.of('alice')).toHaveLength(2);
    const [one] = phones;
    const fetched = await one?.askWithCredentials(() => one.request('REGISTER'));
    expect(fetched?.headers.rawAll('Contact')).toHaveLength(2);
  });

  it('removes what has expired at the next sweep, and does not use it before', async () => {
    await start(udpTransport + phoneConf('alice', { aor: 'minimum_expiration = 2\n' }));
    const alice = await rig.phone('alice');
    await alice.register({ Expires: '3' });
    rig.forget();

    rig.clock.advance(4000);
    expect([rig.told, rig.service.contacts.usable('alice')]).toEqual([[], []]);
    rig.clock.advance(26_000);

    expect(rig.told).toEqual([
      'endpoint alice offline',
      'peer alice Unreachable',
      `contact sip:alice@127.0.0.1:${alice.port} Removed offline`,
    ]);
    expect(rig.service.contacts.size).toBe(0);
  });

  it.each([
    ['5', 60],
    ['100000', 7200],
    ['90', 90],
  ])('grants for Expires: %s a time within the limits', async (asked, granted) => {
    await start(udpTransport + phoneConf('alice'));
    const alice = await rig.phone('alice');

    const response = await alice.register({ Expires: asked });

    expect(response.headers.raw('Contact')).toContain(`;expires=${granted}`);
    expect(response.headers.raw('Expires')).toBe(String(granted));
  });

  it('removes all contacts for *', async () => {
    await start(udpTransport + phoneConf('alice', { aor: 'max_contacts = 2\n' }));
    const alice = await rig.phone('alice');
    await alice.register();
    const star = (expires: string) =>
      alice.askWithCredentials(() => alice.request('REGISTER', { headers: { Contact: '*', Expires: expires } }));

    expect((await star('60')).status).toBe(400);
    expect((await star('0')).status).toBe(200);
    expect(rig.service.contacts.of('alice')).toEqual([]);
  });

  it('reaches a phone behind NAT where its packets come from, and shows it the address that it wrote', async () => {
    await start(udpTransport + phoneConf('alice', { endpoint: 'rewrite_contact = yes\n' }));
    const alice = await rig.phone('alice');

    const response = await alice.register({ Contact: '<sip:alice@192.168.77.1:5060>' });

    expect(response.headers.raw('Contact')).toBe('<sip:alice@192.168.77.1:5060>;expires=300');
    expect(rig.service.contacts.of('alice')).toMatchObject([{ uri: `sip:alice@127.0.0.1:${alice.port}` }]);
  });

  it('keeps the way through proxies where the address of record allows it', async () => {
    await start(udpTransport + phoneConf('alice', { aor: 'support_path = yes\n' }) + phoneConf('bob'));
    const [alice, bob] = [await rig.phone('alice'), await rig.phone('bob')];
    const path = { Path: '<sip:edge@192.0.2.1;lr>' };

    const response = await alice.register(path);
    const refused = await bob.register(path);

    expect([response.status, response.headers.raw('Path')]).toEqual([200, path.Path]);
    expect(rig.service.contacts.of('alice')).toMatchObject([{ path: [path.Path] }]);
    expect([refused.status, refused.headers.raw('Unsupported')]).toEqual([420, 'path']);
  });

  it('ends a contact with the connection that it came over', async () => {
    await start(tcpTransport + phoneConf('alice'));
    const alice = await rig.tcpPhone('alice');
    await alice.register();
    rig.forget();

    alice.close();

    expect(await rig.toldAtLeast(3)).toEqual([
      'endpoint alice offline',
      'peer alice Unreachable',
      `contact sip:alice@127.0.0.1:${alice.port};transport=tcp Removed offline`,
    ]);
  });

  it('remembers contacts across a restart, except those over connections', async () => {
    const store = new MemoryPersistence();
    const conf = udpTransport + tcpTransport + phoneConf('alice') + phoneConf('bob');
    await start(conf, { store });
    const [alice, bob] = [await rig.phone('alice'), await rig.tcpPhone('bob')];
    await alice.register();
    await bob.register();
    await rig.close();

    await start(conf, { store });

    expect(rig.service.contacts.all()).toMatchObject([{ aor: 'alice', uri: `sip:alice@127.0.0.1:${alice.port}` }]);
    expect(rig.endpoints.get('PJSIP', 'alice')).toMatchObject({ state: 'online' });
  });

  it('keeps registrations when the configuration is read again, and lets go of what is gone', async () => {
    await start(udpTransport + phoneConf('alice') + phoneConf('bob'));
    const [alice, bob] = [await rig.phone('alice'), await rig.phone('bob')];
    await alice.register();
    await bob.register();
    rig.forget();

    await rig.service.reconfigure(sipConfig(udpTransport.replace(':0', `:${rig.port()}`) + phoneConf('alice')));

    expect(rig.service.contacts.all().map(({ aor }) => aor)).toEqual(['alice']);
    expect(rig.endpoints.get('PJSIP', 'bob')).toBeUndefined();
    expect((await alice.register()).status).toBe(200);
  });

  it('refuses addresses that the rules for contacts keep out', async () => {
    await start(
      udpTransport + phoneConf('alice', { endpoint: 'contact_deny = 0.0.0.0/0\ncontact_permit = 192.0.2.0/24\n' }),
    );
    const alice = await rig.phone('alice');

    expect((await alice.register()).status).toBe(403);
    expect((await alice.register({ Contact: '<sip:alice@192.0.2.9>' })).status).toBe(200);
  });

  it('refuses what cannot be registered', async () => {
    const erin = '[erin]\ntype = endpoint\n';
    await start(`${udpTransport}${phoneConf('alice')}${erin}`);
    const [alice, other] = [await rig.phone('alice'), await rig.phone('erin')];

    expect((await other.register()).status).toBe(403);
    expect((await alice.register({ Contact: '<tel:123>' })).status).toBe(400);
    const elsewhere = () => {
      const request = alice.request('REGISTER', { headers: { Contact: alice.contact } });
      request.headers.setRaw('To', '<sip:bob@127.0.0.1>');
      return request;
    };
    expect((await alice.askWithCredentials(elsewhere)).status).toBe(404);
    expect(rig.told).toEqual([]);
  });

  it('has contacts that are written in the configuration', async () => {
    const conf = '[trunk]\ntype = endpoint\naors = trunk\n[trunk]\ntype = aor\ncontact = sip:192.0.2.1\n';
    await start(udpTransport + conf);

    expect(rig.endpoints.get('PJSIP', 'trunk')).toMatchObject({ state: 'online' });
    await rig.service.reconfigure(sipConfig(udpTransport + conf.replace('contact = sip:192.0.2.1\n', '')));
    expect(rig.endpoints.get('PJSIP', 'trunk')).toMatchObject({ state: 'offline' });
  });
});
