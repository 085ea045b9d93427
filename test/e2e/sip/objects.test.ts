import { makeResponse } from '../../../src/sip/message/make-response';
import type { SipRequest } from '../../../src/sip/message/message';
import { PhoneCall, sdpAt } from '../../support/calls/phone-call';
import { RunningServer } from '../../support/server/running-server';
import { SipPhone } from '../../support/sip/sip-phone';
import type { RestAnswer } from '../../support/sockets/socket-rest';
import { Rest } from '../../support/sockets/socket-rest';

const user = (name: string, ...lines: readonly string[]): string =>
  [`[${name}]`, 'type = user', `password = ${name}`, ...lines, ''].join('\n');
const inMemory = (...types: readonly string[]): string => types.map((type) => `${type} = memory\n`).join('');

const files = {
  'ari.conf': [
    '[general]\nenabled = yes\n',
    user('asterisk'),
    user('keeper', 'resources = server'),
    user('operator', 'resources = server,channels,endpoints'),
  ].join('\n'),
  'sorcery.conf': [
    `[res_pjsip]\n${inMemory('endpoint', 'aor', 'auth')}`,
    `[res_pjsip_acl]\n${inMemory('acl')}`,
    `[res_pjsip_endpoint_identifier_ip]\n${inMemory('identify')}`,
    `[res_pjsip_outbound_registration]\n${inMemory('registration')}`,
  ].join('\n'),
  'pjsip.conf': `
[udp]
type = transport
protocol = udp
bind = 127.0.0.1:0
[carrier]
type = auth
username = us
password = carrier-secret
[global]
type = global
endpoint_identifier_order = username,ip
`,
  'extensions.conf': '[general]\n[default]\nexten => 600,1,Answer(,i)\n same => n,Echo()\n',
  'rtp.conf': '[general]\nrtpstart = 20000\nrtpend = 29999\n',
};

let server: RunningServer;
let admin: Rest;
const phones: SipPhone[] = [];
beforeEach(async () => {
  server = await RunningServer.start(files);
  admin = as('asterisk');
});
afterEach(async () => {
  for (const phone of phones.splice(0)) phone.close();
  await server.close();
});

const as = (name: string): Rest => new Rest(server.origin, `${name}:${name}`);

async function phone(name: string, password = name): Promise<SipPhone> {
  const made = await SipPhone.overUdp(name, password, server.phones[0]?.port ?? 0);
  phones.push(made);
  return made;
}

const classes: Readonly<Record<string, string>> = {
  acl: 'res_pjsip_acl',
  identify: 'res_pjsip_endpoint_identifier_ip',
  registration: 'res_pjsip_outbound_registration',
};
const pathOf = (type: string, id: string): string =>
  `/asterisk/config/dynamic/${classes[type] ?? 'res_pjsip'}/${type}/${id}`;

type Values = Readonly<Record<string, string>>;
const put = (rest: Rest, [type, id]: readonly [string, string], values: Values): Promise<RestAnswer> =>
  rest.put(pathOf(type, id), { fields: Object.entries(values).map(([attribute, value]) => ({ attribute, value })) });

/** The values that a field of an object is shown with. */
async function shown(type: string, id: string, field: string): Promise<readonly string[]> {
  const { body } = await admin.get(pathOf(type, id));
  return (body as readonly { attribute: string; value: string }[]).flatMap(({ attribute, value }) =>
    attribute === field ? [value] : [],
  );
}

async function makePhone(name: string): Promise<void> {
  await put(admin, ['auth', name], { username: name, password: name });
  await put(admin, ['aor', name], { max_contacts: '2' });
  await put(admin, ['endpoint', name], { aors: name, auth: name, context: 'default', allow: 'ulaw' });
}

describe('objects of SIP that are made at run time', () => {
  it('have contacts that were written: calls go there, and the endpoint is online', async () => {
    const lobby = await phone('lobby');
    await makePhone('frank');

    await put(admin, ['aor', 'frank'], { contact: `sip:lobby@127.0.0.1:${lobby.port}` });
    expect(await shown('aor', 'frank', 'contact')).toEqual([`sip:lobby@127.0.0.1:${lobby.port}`]);
    expect((await admin.get('/endpoints/PJSIP/frank')).body).toMatchObject({ state: 'online' });
    await admin.post('/channels?endpoint=PJSIP/frank&extension=600&context=default');
    const call = await PhoneCall.receive(lobby);
    call.respond(486);
    await call.serverSends('ACK');

    await put(admin, ['aor', 'frank'], { contact: '' });
    expect((await admin.get('/endpoints/PJSIP/frank')).body).toMatchObject({ state: 'offline' });
  });

  it('recognise a trunk by its address as soon as an identify says so, and no longer than that', async () => {
    await put(admin, ['endpoint', 'trunk'], { context: 'default', allow: 'ulaw' });
    const stranger = await phone('stranger');
    const refused = await PhoneCall.place(stranger, '600', { sdp: sdpAt(40_000) });
    expect((await refused.refused()).status).toBe(401);

    await put(admin, ['identify', 'trunk'], { endpoint: 'trunk', match: '127.0.0.1' });
    const call = await PhoneCall.place(stranger, '600', { sdp: sdpAt(40_000) });
    await call.answered();
    await call.bye();

    expect((await admin.delete(pathOf('identify', 'trunk'))).status).toBe(204);
    const again = await PhoneCall.place(stranger, '600', { sdp: sdpAt(40_000) });
    expect((await again.refused()).status).toBe(401);
  });

  it('unregister from a server when a registration is deleted, even before it is granted', async () => {
    const carrier = await phone('carrier');
    const registration = (expires: string): Promise<SipRequest> =>
      carrier.until(
        () =>
          carrier.received.find(
            (each): each is SipRequest =>
              each.kind === 'request' && each.method === 'REGISTER' && each.headers.raw('Expires') === expires,
          ),
        () => `no registration for ${expires} seconds came`,
      );

    // Without a line: calls that come in are recognised otherwise.
    const made = await put(admin, ['registration', 'carrier'], {
      server_uri: `sip:127.0.0.1:${carrier.port}`,
      client_uri: `sip:us@127.0.0.1:${carrier.port}`,
      contact_user: 'us',
      expiration: '600',
      max_random_initial_delay: '0',
    });
    expect(made.status).toBe(200);
    const asked = await registration('600');
    expect((await admin.delete(pathOf('registration', 'carrier'))).status).toBe(204);
    carrier.send(makeResponse(asked, 200, { toTag: 'carrier' }));

    const goodbye = await registration('0');
    carrier.send(makeResponse(goodbye, 200, { toTag: 'carrier' }));
    expect((await admin.get(pathOf('registration', 'carrier'))).status).toBe(404);
  });

  it.each(['transport', 'global', 'system'])('are not of the type %s unless sorcery.conf says so', async (type) => {
    expect((await put(admin, [type, 'mine'], {})).status).toBe(403);
  });
});

describe('a limited user', () => {
  it.each(['endpoint', 'aor', 'auth', 'identify', 'registration', 'acl'])(
    'who may not originate calls makes no %s: a phone could call with it',
    async (type) => {
      const { status, body } = await put(as('keeper'), [type, 'mine'], valuesOf(type));

      expect([status, JSON.stringify(body)]).toEqual([
        403,
        expect.stringMatching(/this user may not originate|without limits/),
      ]);
      expect((await admin.get(pathOf(type, 'mine'))).status).toBe(404);
    },
  );

  it('who may originate calls makes and deletes phones', async () => {
    const operator = as('operator');

    for (const type of ['auth', 'aor', 'endpoint'])
      expect([type, (await put(operator, [type, 'gina'], valuesOf(type))).status]).toEqual([type, 200]);
    expect((await (await phone('gina', 'mine-secret')).register()).status).toBe(200);
    expect((await operator.delete(pathOf('endpoint', 'gina'))).status).toBe(204);
  });

  it.each([
    ['registration', { server_uri: 'sip:127.0.0.1:9', client_uri: 'sip:us@127.0.0.1:9', outbound_auth: 'carrier' }],
    ['endpoint', { context: 'default', allow: 'ulaw', outbound_auth: 'carrier' }],
  ])('does not choose where stored credentials are sent: %s', async (type, values) => {
    const { status, body } = await put(as('operator'), [type, 'mine'], values);

    expect([status, JSON.stringify(body)]).toEqual([403, expect.stringContaining('outbound_auth')]);
  });

  it('does not move the contacts of an endpoint that proves itself with stored credentials', async () => {
    await put(admin, ['aor', 'trunk'], { contact: 'sip:127.0.0.1:5999' });
    await put(admin, ['endpoint', 'trunk'], { aors: 'trunk', allow: 'ulaw', outbound_auth: 'carrier' });

    expect((await put(as('operator'), ['aor', 'trunk'], { contact: 'sip:127.0.0.1:6000' })).status).toBe(403);
    expect((await put(as('operator'), ['endpoint', 'trunk'], { outbound_auth: '' })).status).toBe(403);
    expect((await as('operator').delete(pathOf('aor', 'trunk'))).status).toBe(403);
    expect((await put(admin, ['aor', 'trunk'], { contact: 'sip:127.0.0.1:6000' })).status).toBe(200);
  });
});

function valuesOf(type: string): Values {
  const values: Readonly<Record<string, Values>> = {
    auth: { username: 'gina', password: 'mine-secret' },
    aor: { max_contacts: '1' },
    endpoint: { aors: 'gina', auth: 'gina', context: 'default', allow: 'ulaw' },
    identify: { endpoint: 'gina', match: '127.0.0.1' },
    registration: { server_uri: 'sip:127.0.0.1:9', client_uri: 'sip:us@127.0.0.1:9' },
    acl: { permit: '0.0.0.0/0' },
  };
  return values[type] ?? {};
}
