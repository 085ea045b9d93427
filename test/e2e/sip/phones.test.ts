import { RunningServer } from '../../support/server/running-server';
import { SipPhone } from '../../support/sip/sip-phone';
import { AppSocket } from '../../support/sockets/socket-peer';
import { Rest } from '../../support/sockets/socket-rest';
import { within } from '../../support/eventually';

const phones =
  '[general]\nbind = 127.0.0.1:0\n[alice]\npassword = alice\ncallerid = Alice <1001>\n[bob]\npassword = bob\n';
const sorcery = `[res_pjsip]
endpoint = config,pjsip.conf,criteria=type=endpoint
endpoint = memory
auth = config,pjsip.conf,criteria=type=auth
auth = memory
aor = config,pjsip.conf,criteria=type=aor
aor = astdb,ps_aors
`;

let server: RunningServer;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(files: Readonly<Record<string, string>> = {}, folder?: string): Promise<Rest> {
  server = await RunningServer.start({ 'phones.conf': phones, 'sorcery.conf': sorcery, ...files }, folder);
  closers.push(() => server.close());
  return new Rest(server.origin, 'asterisk:asterisk');
}

function portOf(protocol: string): number {
  const found = server.phones.find((each) => each.protocol === protocol);
  if (found === undefined) throw new Error(`nothing listens on ${protocol}`);
  return found.port;
}

async function phone(name: string, password = name): Promise<SipPhone> {
  const made = await SipPhone.overUdp(name, password, portOf('udp'));
  closers.push(() => made.close());
  return made;
}

async function listen(query: string): Promise<AppSocket> {
  const socket = await AppSocket.open(server.origin, query, { user: 'asterisk:asterisk' });
  closers.push(() => socket.close());
  return socket;
}

/** What the registrar says when it is asked. */
async function contactsOf(asking: SipPhone): Promise<readonly string[]> {
  const { headers } = await asking.askWithCredentials(() => asking.request('REGISTER'));
  return headers.rawAll('Contact').map((each) => each.replace(/;expires=\d+$/, ''));
}

const next = async (socket: AppSocket): Promise<Readonly<Record<string, unknown>>> =>
  within(socket.next(), () => 'no event');

describe('a phone of phones.conf', () => {
  it('registers, and all subscribers are told', async () => {
    const rest = await start();
    const [one, all] = [await listen('app=one'), await listen('app=all&subscribeAll=true')];
    await rest.post('/applications/one/subscription?eventSource=endpoint:PJSIP/alice');
    expect((await rest.get('/endpoints/PJSIP/alice')).body).toEqual({
      technology: 'PJSIP',
      resource: 'alice',
      state: 'offline',
      channel_ids: [],
    });

    const alice = await phone('alice');
    // Asked for with every registration; without an answer, the endpoint stays offline.
    expect((await alice.register()).status).toBe(200);

    const endpoint = { technology: 'PJSIP', resource: 'alice', state: 'online', channel_ids: [] };
    const contact = { uri: `sip:alice@127.0.0.1:${alice.port}`, aor: 'alice' };
    expect(await next(one)).toMatchObject({
      type: 'ContactStatusChange',
      endpoint: { ...endpoint, state: 'offline' },
      contact_info: { ...contact, contact_status: 'NonQualified', roundtrip_usec: '0' },
    });
    expect(await next(one)).toMatchObject({ type: 'EndpointStateChange', endpoint });
    expect(await next(one)).toMatchObject({ type: 'PeerStatusChange', endpoint, peer: { peer_status: 'Reachable' } });
    expect(await next(one)).toMatchObject({
      type: 'ContactStatusChange',
      endpoint,
      contact_info: {
        ...contact,
        contact_status: 'Reachable',
        roundtrip_usec: expect.stringMatching(/^[1-9]\d*$/) as string,
      },
    });
    const heard = [await next(all), await next(all), await next(all), await next(all)];
    const types = heard.map(({ type }) => type);
    expect(types.filter((type) => type === 'ContactStatusChange')).toHaveLength(2);
    expect(types).toEqual(expect.arrayContaining(['DeviceStateChanged', 'PeerStatusChange']));
    expect((await rest.get('/deviceStates/PJSIP%2Falice')).body).toEqual({ name: 'PJSIP/alice', state: 'NOT_INUSE' });
    expect((await rest.get('/deviceStates/PJSIP%2Fbob')).body).toEqual({ name: 'PJSIP/bob', state: 'UNAVAILABLE' });
  });

  it('stays registered when the server starts again', async () => {
    await start();
    const alice = await phone('alice');
    await alice.register();
    const { folder } = server;
    await server.stop();

    const rest = await start({}, folder);

    expect((await rest.get('/endpoints/PJSIP/alice')).status).toBe(200);
    expect(await contactsOf(await phone('alice'))).toEqual([`<sip:alice@127.0.0.1:${alice.port}>`]);
  });

  it('registers over TCP and over a websocket', async () => {
    const rest = await start({ 'pjsip.conf': '[sockets]\ntype = transport\nprotocol = ws\n' });
    const overTcp = await SipPhone.overTcp('alice', 'alice', portOf('tcp'));
    const overSocket = await SipPhone.overWebSocket('bob', 'bob', `${server.origin.replace('http', 'ws')}/ws`);
    closers.push(
      () => overTcp.close(),
      () => overSocket.close(),
    );

    expect([(await overTcp.register()).status, (await overSocket.register()).status]).toEqual([200, 200]);

    const { body } = await rest.get('/endpoints');
    expect(body).toMatchObject([{ resource: 'alice' }, { resource: 'bob' }]);
    expect(await contactsOf(overSocket)).toEqual(['<sip:bob@127.0.0.1:0;transport=ws>']);
  });
});

describe('SIP objects through the interface', () => {
  const path = '/asterisk/config/dynamic/res_pjsip';
  const fields = (values: Readonly<Record<string, string>>) => ({
    fields: Object.entries(values).map(([attribute, value]) => ({ attribute, value })),
  });
  const asMap = (body: unknown): ReadonlyMap<string, string> =>
    new Map((body as { attribute: string; value: string }[]).map(({ attribute, value }) => [attribute, value]));

  it('are made, shown with all their fields, used at once, changed and deleted', async () => {
    const rest = await start();

    const aor = await rest.put(`${path}/aor/frank`, fields({ max_contacts: '2', support_path: 'yes' }));
    expect(aor.status).toBe(200);
    expect(Object.fromEntries(asMap(aor.body))).toEqual({
      minimum_expiration: '60',
      default_expiration: '3600',
      maximum_expiration: '7200',
      max_contacts: '2',
      qualify_timeout: '3.000000',
      qualify_frequency: '0',
      qualify_2xx_only: 'false',
      authenticate_qualify: 'false',
      remove_existing: 'false',
      remove_unavailable: 'false',
      support_path: 'true',
      outbound_proxy: '',
      mailboxes: '',
      voicemail_extension: '',
      contact: '',
    });
    const auth = await rest.put(
      `${path}/auth/frank`,
      fields({ auth_type: 'digest', username: 'frank', password: 'frank' }),
    );
    expect([asMap(auth.body).size, asMap(auth.body).get('password')]).toEqual([12, '********']);
    const made = await rest.put(
      `${path}/endpoint/frank`,
      fields({ aors: 'frank', auth: 'frank', context: 'default', disallow: 'all', allow: 'ulaw' }),
    );
    expect([made.status, asMap(made.body).size, asMap(made.body).get('allow')]).toEqual([200, 138, '(ulaw)']);
    expect((await rest.get('/endpoints/PJSIP/frank')).body).toMatchObject({ state: 'offline' });

    const frank = await phone('frank');
    expect((await frank.register()).status).toBe(200);
    expect((await rest.get('/endpoints/PJSIP/frank')).body).toMatchObject({ state: 'online' });

    await rest.put(`${path}/auth/frank`, fields({ password: 'other' }));
    expect((await frank.register({ Expires: '0' })).status).toBe(401);
    expect((await rest.delete(`${path}/endpoint/frank`)).status).toBe(204);
    expect((await rest.get('/endpoints/PJSIP/frank')).status).toBe(404);
    expect((await rest.delete(`${path}/aor/frank`)).status).toBe(204);
  });

  it('of files are shown and cannot be changed', async () => {
    const rest = await start();

    expect(asMap((await rest.get(`${path}/aor/alice`)).body).get('max_contacts')).toBe('10');
    expect((await rest.put(`${path}/aor/alice`, fields({ max_contacts: '5' }))).status).toBe(403);
    expect((await rest.delete(`${path}/endpoint/alice`)).status).toBe(403);
    expect((await rest.put(`${path}/transport/t2`, fields({ bind: '127.0.0.1' }))).status).toBe(403);
  });

  it.each([
    [{ nosuchfield: '1' }, 'nosuchfield'],
    [{ max_contacts: 'many' }, 'max_contacts'],
  ])('with a mistake are refused: %j', async (values, name) => {
    const rest = await start();

    const { status, body } = await rest.put(`${path}/aor/gina`, fields(values));

    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(name)]);
    expect((await rest.get(`${path}/aor/gina`)).status).toBe(404);
  });
});

describe('reloading res_pjsip', () => {
  it('takes in new phones and keeps registrations', async () => {
    const rest = await start();
    const alice = await phone('alice');
    await alice.register();
    server.configure('phones.conf', `${phones}[carol]\npassword = carol\n`);

    expect((await rest.put('/asterisk/modules/res_pjsip')).status).toBe(204);

    expect((await rest.get('/endpoints/PJSIP/carol')).status).toBe(200);
    expect((await (await phone('carol')).register()).status).toBe(200);
    expect(await contactsOf(alice)).toHaveLength(1);
  });
});

describe('a server whose SIP port is in use', () => {
  it('does not start, and says which transport it is', async () => {
    await start();

    const taken = phones.replace('127.0.0.1:0', `127.0.0.1:${portOf('udp')}`);
    await expect(RunningServer.start({ 'phones.conf': taken })).rejects.toThrow(
      /phones\.conf:1: transport 'phones-udp' cannot listen on udp 127\.0\.0\.1:\d+: the port is in use/,
    );
  });
});
