import { certificate, privateKey } from '../support/client/client-certificate';
import { until } from '../support/calls/call-events';
import { eventually } from '../support/eventually';
import { freePort } from '../support/server/http-process';
import { JsSipPhone, leaveBrowser } from '../support/interop/jssip-phone';
import { SipRig } from '../support/sip/sip-rig';
import type { AppSocket, Message } from '../support/sockets/socket-peer';

const pjsip = `
[ws]
type = transport
protocol = ws
bind = 0.0.0.0

[wss]
type = transport
protocol = wss
bind = 0.0.0.0
`;

let rig: SipRig;
let app: AppSocket;
let secure: string;
const phones: JsSipPhone[] = [];
beforeAll(async () => {
  const port = await freePort();
  secure = `wss://127.0.0.1:${port}/ws`;
  const tls = `tlsenable = yes\ntlsbindaddr = 127.0.0.1:${port}\ntlscertfile = cert.pem\ntlsprivatekey = key.pem\n`;
  const files = {
    'http.conf': `[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n${tls}`,
    'cert.pem': certificate,
    'key.pem': privateKey,
  };
  rig = await SipRig.start({ pjsip, files });
});
beforeEach(async () => {
  app = await rig.open('hello');
});
afterEach(async () => {
  await Promise.all(phones.splice(0).map((phone) => phone.stop()));
  await rig.clear();
});
afterAll(async () => {
  leaveBrowser();
  await rig.close();
});

async function phone(name: string, url = `${rig.calls.server.origin.replace('http', 'ws')}/ws`): Promise<JsSipPhone> {
  const made = await JsSipPhone.start({ url, name, password: name, ca: certificate });
  phones.push(made);
  await made.until('registered');
  return made;
}

async function next(type: string): Promise<Message> {
  for (;;) {
    const message = await app.next();
    if (message.type === type) return message;
  }
}

const idIn = (message: Message): string => (message['channel'] as { readonly id: string }).id;

describe.each(['ws', 'wss'])('JsSIP over %s', (protocol) => {
  const open = (name: string): Promise<JsSipPhone> => phone(name, protocol === 'wss' ? secure : undefined);

  it('registers, and its contact ends with its connection', async () => {
    const alice = await open('alice');
    expect((await rig.rest.get('/endpoints/PJSIP/alice')).body).toMatchObject({ state: 'online' });

    await alice.stop();
    phones.length = 0;

    await eventually(
      async () => ((await rig.rest.get('/endpoints/PJSIP/alice')).body as { state: string }).state === 'offline',
      () => 'alice is still online',
    );
  });

  it('calls an application, is answered, heard, and hangs up', async () => {
    const alice = await open('alice');

    const session = alice.call('sip:answered@127.0.0.1');
    const id = idIn(await next('StasisStart'));
    await alice.until('confirmed');
    await rig.rest.post(`/channels/${id}/play?media=tone:440`);
    await alice.audio.until(5, ({ payloadType }) => payloadType === 0);
    session.terminate();

    await until(app, `StasisEnd ${id}`);
  });

  it('is called over its connection, answers, and is hung up', async () => {
    const alice = await open('alice');

    await rig.rest.post('/channels/c1?endpoint=PJSIP/alice&app=hello&callerId=77');
    const { session } = await alice.until('incoming call');
    if (session === undefined) throw new Error('there is no session');
    alice.answer(session);
    await until(app, 'StasisStart c1');
    await alice.until('confirmed');
    expect(session.remote_identity.uri.user).toBe('77');
    await rig.rest.delete('/channels/c1');

    await alice.until('ended');
  });

  it('holds and resumes a call, and presses keys', async () => {
    const alice = await open('alice');
    const session = alice.call('sip:answered@127.0.0.1');
    const id = idIn(await next('StasisStart'));
    await alice.until('confirmed');

    session.hold();
    expect(idIn(await next('ChannelHold'))).toBe(id);
    await alice.until('hold');
    session.unhold();
    await next('ChannelUnhold');
    session.sendDTMF('5');

    expect(await next('ChannelDtmfReceived')).toMatchObject({ digit: '5', channel: { id } });
    session.terminate();
    await until(app, `StasisEnd ${id}`);
  });

  it('is told that an extension does not exist', async () => {
    const alice = await open('alice');

    alice.call('sip:nowhere@127.0.0.1');

    await alice.until('failed');
  });
});
