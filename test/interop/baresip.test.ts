import { until } from '../support/calls/call-events';
import { certificate, privateKey } from '../support/client/client-certificate';
import { eventually, within } from '../support/eventually';
import { Baresip } from '../support/interop/baresip';
import { ForeignPrograms, withPrograms } from '../support/interop/programs';
import { bestPurity } from '../support/media/purity';
import { SipRig } from '../support/sip/sip-rig';
import type { AppSocket, Message } from '../support/sockets/socket-peer';

const pjsip = `
[tcp]
type = transport
protocol = tcp
bind = 127.0.0.1:0
[tls]
type = transport
protocol = tls
bind = 127.0.0.1:0
cert_file = server.pem
priv_key_file = server.key
[secret-alice](phone)
auth = secret-alice
aors = secret-alice
media_encryption = sdes
[secret-alice](address)
[secret-alice](secret)
username = secret-alice
password = secret-alice
`;

let rig: SipRig;
let app: AppSocket;
let programs: ForeignPrograms;
const phones = new Map<string, Baresip>();
beforeAll(async () => {
  rig = await SipRig.start({ pjsip, files: { 'server.pem': certificate, 'server.key': privateKey } });
});
beforeEach(async () => {
  programs = new ForeignPrograms();
  app = await rig.open('hello');
});
afterEach(async () => {
  await rig.clear();
  // What they have registered would be found by the next test.
  for (const [name, phone] of phones) {
    await phone.stop();
    await becomes(name, 'offline');
  }
  phones.clear();
  await programs.close();
});
afterAll(() => rig.close());

const portOf = (transport: string): number =>
  rig.calls.server.phones.find(({ protocol }) => protocol === transport)?.port ?? 0;

interface PhoneOptions {
  readonly params?: string;
  readonly tone?: number;
  readonly transport?: string;
}

/** A phone that has registered. */
async function baresip(
  name: string,
  { params = '', tone = 440, transport = 'udp' }: PhoneOptions = {},
): Promise<Baresip> {
  const account = `${name}@127.0.0.1:${portOf(transport)};transport=${transport}`;
  const phone = await Baresip.start(programs, { account, password: name, params: `;regint=120${params}`, tone });
  phones.set(name, phone);
  await becomes(name, 'online');
  return phone;
}

async function state(name: string): Promise<unknown> {
  return ((await rig.rest.get(`/endpoints/PJSIP/${name}`)).body as { readonly state: unknown }).state;
}

async function becomes(name: string, wanted: string): Promise<void> {
  await eventually(
    async () => (await state(name)) === wanted,
    () => `${name} has not become ${wanted}`,
  );
}

async function next(type: string): Promise<Message> {
  for (;;) {
    const message = await within(
      app.next(),
      () => `there was no ${type}: ${[...phones.values()].map((each) => each.report()).join()}`,
    );
    if (message.type === type) return message;
  }
}

const channelIn = (message: Message): string => (message['channel'] as { readonly id: string }).id;

/** Records a second of what the far end of a channel says, and gives its samples. */
async function recorded(id: string, name: string): Promise<Int16Array> {
  await rig.rest.post(`/channels/${id}/record?name=${name}&format=wav&maxDurationSeconds=1`);
  await next('RecordingFinished');
  const authorization = `Basic ${Buffer.from('asterisk:asterisk').toString('base64')}`;
  const url = `${rig.calls.server.origin}/ari/recordings/stored/${name}/file`;
  const file = await (await fetch(url, { headers: { authorization } })).arrayBuffer();
  return new Int16Array(file.slice(44));
}

/** Waits until the server has sent this many packets to the far end of a channel. */
async function speaksFor(packets: number, id: string): Promise<void> {
  const sent = async (): Promise<number> =>
    ((await rig.rest.get(`/channels/${id}/rtp_statistics`)).body as { readonly txcount: number }).txcount;
  await eventually(
    async () => (await sent()) >= packets,
    () => `too few packets were sent to ${id}`,
  );
}

describe('baresip', () => {
  withPrograms(['baresip'], 'registers, and unregisters when it ends', async () => {
    const phone = await baresip('alice');

    await phone.stop();

    await becomes('alice', 'offline');
  });

  withPrograms(['baresip'], 'calls an application; both hear each other', async () => {
    const phone = await baresip('alice');

    phone.command('dial', `sip:answered@127.0.0.1:${rig.port}`);
    const id = channelIn(await next('StasisStart'));
    await phone.until('CALL_ESTABLISHED');

    expect(bestPurity(await recorded(id, 'from-baresip'), 440)).toBeGreaterThan(0.9);
    await rig.rest.post(`/channels/${id}/play/p1?media=tone:1000`);
    await next('PlaybackStarted');
    await speaksFor(150, id);
    phone.command('hangup');
    await until(app, `StasisEnd ${id}`);
    await phone.stop();
    expect(bestPurity(phone.heard()[0] ?? new Int16Array(), 1000)).toBeGreaterThan(0.9);
  });

  withPrograms(['baresip'], 'is called, answers, and hears itself in Echo()', async () => {
    const phone = await baresip('alice', { params: ';answermode=auto', tone: 700 });

    await rig.rest.post('/channels/c1?endpoint=PJSIP/alice&extension=echo&context=default&callerId=Test%20%3C77%3E');
    expect((await phone.until('CALL_ESTABLISHED')).peeruri).toContain('sip:77@');
    await speaksFor(150, 'c1');
    await rig.rest.delete('/channels/c1');
    await phone.until('CALL_CLOSED');
    await phone.stop();

    expect(bestPurity(phone.heard()[0] ?? new Int16Array(), 700)).toBeGreaterThan(0.9);
  });

  withPrograms(['baresip'], 'holds and resumes a call, and presses keys', async () => {
    const phone = await baresip('alice');
    phone.command('dial', `sip:answered@127.0.0.1:${rig.port}`);
    const id = channelIn(await next('StasisStart'));
    await phone.until('CALL_ESTABLISHED');

    phone.command('hold');
    expect(await next('ChannelHold')).toMatchObject({ channel: { id }, musicclass: 'default' });
    phone.command('resume');
    await next('ChannelUnhold');
    phone.command('sndcode', '4#');

    expect([await next('ChannelDtmfReceived'), await next('ChannelDtmfReceived')]).toMatchObject([
      { digit: '4', channel: { id } },
      { digit: '#', channel: { id } },
    ]);
    await rig.rest.delete(`/channels/${id}`);
    await phone.until('CALL_CLOSED');
  });

  withPrograms(['baresip'], 'calls another baresip through Dial(); both hear each other', async () => {
    const alice = await baresip('alice', { tone: 500 });
    const bob = await baresip('bob', { params: ';answermode=auto', tone: 900 });

    alice.command('dial', `sip:dialbob@127.0.0.1:${rig.port}`);
    await alice.until('CALL_ESTABLISHED');
    await bob.until('CALL_ESTABLISHED');
    const [{ id } = { id: '' }] = (await rig.rest.get('/channels')).body as readonly { readonly id: string }[];
    await speaksFor(150, id);
    alice.command('hangup');
    await bob.until('CALL_CLOSED');
    await Promise.all([alice.stop(), bob.stop()]);

    expect(bestPurity(alice.heard()[0] ?? new Int16Array(), 900)).toBeGreaterThan(0.9);
    expect(bestPurity(bob.heard()[0] ?? new Int16Array(), 500)).toBeGreaterThan(0.9);
  });

  withPrograms(['baresip'], 'exchanges encrypted audio in calls of both directions', async () => {
    const phone = await baresip('secret-alice', { params: ';answermode=auto;mediaenc=srtp-mand', tone: 600 });

    await rig.rest.post('/channels/c1?endpoint=PJSIP/secret-alice&extension=echo&context=default');
    await phone.until('CALL_ESTABLISHED');
    await speaksFor(100, 'c1');
    await rig.rest.delete('/channels/c1');
    await phone.until('CALL_CLOSED');
    phone.command('dial', `sip:answered@127.0.0.1:${rig.port}`);
    const id = channelIn(await next('StasisStart'));
    await phone.until('CALL_ESTABLISHED');

    expect(bestPurity(await recorded(id, 'encrypted'), 600)).toBeGreaterThan(0.9);
    phone.command('hangup');
    await until(app, `StasisEnd ${id}`);
    await phone.stop();
    expect(bestPurity(phone.heard()[0] ?? new Int16Array(), 600)).toBeGreaterThan(0.9);
  });

  for (const transport of ['tcp', 'tls'])
    withPrograms(['baresip'], `registers over ${transport}, calls and is called over its connection`, async () => {
      const phone = await baresip('alice', { params: ';answermode=auto', transport });

      await rig.rest.post('/channels/c1?endpoint=PJSIP/alice&app=hello');
      await until(app, 'StasisStart c1');
      await rig.rest.delete('/channels/c1');
      await phone.until('CALL_CLOSED');
      phone.command('dial', `sip:answered@127.0.0.1:${portOf(transport)}`);
      const id = channelIn(await next('StasisStart'));
      await phone.until('CALL_ESTABLISHED');

      expect(bestPurity(await recorded(id, `over-${transport}`), 440)).toBeGreaterThan(0.9);
      phone.command('hangup');
      await until(app, `StasisEnd ${id}`);
    });
});
