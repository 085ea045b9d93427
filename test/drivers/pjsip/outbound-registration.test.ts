import { afterFailure } from '../../../src/drivers/pjsip/registration/registration-retry';
import { SipResponse } from '../../../src/sip/message/message';
import { eventually } from '../../support/eventually';
import { phoneConf, SipRig, udpTransport } from './sip-rig';

let [server, rig]: SipRig[] = [];
afterEach(async () => {
  await rig?.close();
  await server?.close();
});

const registration = (port: number, more = ''): string => `${udpTransport}[trunk]
type = registration
server_uri = sip:127.0.0.1:${port}
client_uri = sip:trunk@127.0.0.1
contact_user = 4711
outbound_auth = trunk
max_random_initial_delay = 0
${more}
[trunk]
type = auth
username = trunk
password = trunk
`;

const stateOf = (one: SipRig | undefined) => one?.service.registrations.states.get('trunk');
const contactsOf = (one: SipRig | undefined) => one?.service.contacts.of('trunk').map(({ uri }) => uri);

describe('a registration with a server', () => {
  it('is made with credentials, refreshed in time, and ended when the service stops', async () => {
    server = await new SipRig(udpTransport + phoneConf('trunk')).start();
    rig = await new SipRig(registration(server.port(), 'expiration = 120\n')).start();

    rig.clock.advance(20);
    await eventually(
      () => stateOf(rig) === 'Registered',
      () => 'not registered',
    );
    expect(contactsOf(server)).toEqual([`sip:4711@127.0.0.1:${rig.port()}`]);
    const [first] = server.service.contacts.of('trunk');

    server.clock.advance(110_000);
    rig.clock.advance(110_000);
    await eventually(
      () => (server?.service.contacts.of('trunk')[0]?.expiresAt ?? 0) > (first?.expiresAt ?? 0),
      () => 'not refreshed',
    );

    await rig.service.stop();
    expect(contactsOf(server)).toEqual([]);
  });

  it('is given up when the password is wrong, unless it is to be tried again', async () => {
    server = await new SipRig(udpTransport + phoneConf('trunk')).start();
    const wrong = (more = '') =>
      registration(server?.port() ?? 0, more).replace('password = trunk', 'password = wrong');
    rig = await new SipRig(wrong()).start();
    rig.clock.advance(20);
    await eventually(
      () => stateOf(rig) === 'Rejected',
      () => 'not rejected',
    );
    await rig.close();

    rig = await new SipRig(wrong('auth_rejection_permanent = no\nretry_interval = 10\n')).start();
    rig.clock.advance(20);
    await eventually(
      () => rig?.lines.some((line) => line.includes('tried again')) === true,
      () => 'no second attempt',
    );
    expect(stateOf(rig)).toBe('Unregistered');
  });

  it('with a line lets requests of the server belong to its endpoint, whatever their From says', async () => {
    server = await new SipRig(udpTransport + phoneConf('trunk')).start();
    const endpoint = '[provider]\ntype = endpoint\n';
    rig = await new SipRig(`${registration(server.port(), 'line = yes\nendpoint = provider\n')}${endpoint}`).start();
    rig.clock.advance(20);
    await eventually(
      () => stateOf(rig) === 'Registered',
      () => 'not registered',
    );
    const [contact = ''] = contactsOf(server) ?? [];
    expect(contact).toMatch(/;line=[0-9a-f]{16}$/);

    const seen: string[] = [];
    rig.service.intake.handle('MESSAGE', ({ endpoint: from, transaction }) => {
      seen.push(from.id);
      transaction.reply(200);
    });
    const stranger = await rig.phone('stranger');
    const asked = (uri: string) => stranger.ask(stranger.request('MESSAGE', { uri }));
    expect((await asked(contact)).status).toBe(200);
    expect((await asked(contact.replace(/line=.*/, 'line=0000000000000000'))).status).toBe(401);
    expect(seen).toEqual(['provider']);
  });

  it('waits as long as the server wants', async () => {
    server = await new SipRig(udpTransport + phoneConf('trunk', { aor: 'minimum_expiration = 600\n' })).start();
    rig = await new SipRig(registration(server.port(), 'expiration = 60\n')).start();

    rig.clock.advance(20);
    await eventually(
      () => stateOf(rig) === 'Registered',
      () => 'not registered',
    );

    expect(server.service.contacts.of('trunk')[0]?.expiresAt).toBe(600_000);
  });
});

describe('after a failed registration', () => {
  const config = {
    retryInterval: 60_000,
    forbiddenRetryInterval: 0,
    fatalRetryInterval: 0,
    isRejectionPermanent: true,
    maxRetries: 3,
  };
  const after = (status: number, more: Partial<typeof config> = {}, failures = 1) =>
    afterFailure({ response: new SipResponse({ status }) }, { config: { ...config, ...more }, failures });
  const retry = (milliseconds: number) => ({ outcome: 'retry', milliseconds });
  const giveUp = { outcome: 'give-up' };

  it.each([
    ['503 is temporary', after(503), retry(60_000)],
    ['a timeout is temporary', after(408), retry(60_000)],
    ['403 is final', after(403), giveUp],
    ['403 may be tried again', after(403, { forbiddenRetryInterval: 5000 }), retry(5000)],
    ['404 is final', after(404), giveUp],
    ['404 may be tried again', after(404, { fatalRetryInterval: 9000 }), retry(9000)],
    ['wrong credentials are final', after(401), giveUp],
    ['wrong credentials may be tried again', after(401, { isRejectionPermanent: false }), retry(60_000)],
    ['the last retry fails', after(503, {}, 4), giveUp],
  ])('%s', (_, outcome, expected) => {
    expect(outcome).toEqual(expected);
  });
});
