import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { SipMessage, SipRequest } from '../../../src/sip/message/message';
import { PhoneCall, sdpAt } from '../../support/calls/phone-call';
import { SipRig } from '../../support/sip/sip-rig';
import type { SipPhone } from '../../support/sip/sip-phone';
import { nextRequest } from '../../support/sip/sip-watcher';
import { within } from '../../support/eventually';

const phones = `
[tcp]
type = transport
protocol = tcp
bind = 127.0.0.1:0
[mallory](phone)
auth = mallory
aors = mallory
message_context = messages
[mallory](address)
[mallory](secret)
username = mallory
password = mallory
`;
/** Answers a text with what the dialplan has seen of it. */
const dialplan = `
exten => told,1,Answer(,i)
 same => n,SendText(hello phone)
 same => n,Wait(600)
[messages]
exten => echo,1,Set(FIRST=\${IF($["\${SEEN}" = ""]?new:used)})
 same => n,Set(SEEN=1)
 same => n,Set(MESSAGE_DATA(X-Seen)=\${FIRST} \${MESSAGE_DATA(X-Test)})
 same => n,Set(MESSAGE(body)=\${MESSAGE(body)} from \${CHANNEL(name)})
 same => n,MessageSend(pjsip:mallory,sip:echo@example.com,sip:team@example.com)
 same => n,Set(GLOBAL(STATUS)=\${MESSAGE_SEND_STATUS})
 same => n,Hangup()
exten => h,1,Set(GLOBAL(STATUS)=hung up)
`;

let rig: SipRig;
beforeAll(async () => {
  rig = await SipRig.start({ pjsip: phones, extensions: dialplan });
});
afterEach(async () => {
  // An application lives as long as it has a subscription.
  await rig.rest.delete(toAlice);
  await rig.rest.delete(toBob);
  await rig.clear();
});
afterAll(() => rig.close());

/** The phone sends a text, and gets this status for it. */
async function text(
  phone: SipPhone,
  body: string,
  {
    type = 'text/plain',
    to = 'anyone',
    headers = {},
  }: { type?: string; to?: string; headers?: Record<string, string> } = {},
): Promise<{ readonly status: number; readonly message: SipMessage }> {
  const message = await phone.askWithCredentials(() => {
    const made = phone.request('MESSAGE', {
      uri: `sip:${to}@127.0.0.1:${rig.port}`,
      headers: { ...headers, 'Content-Type': type },
    });
    made.body = Buffer.from(body);
    return made;
  });
  return { status: message.status, message };
}

/** The MESSAGE that a phone gets, which it answers. */
const received = (phone: SipPhone, status = 200): Promise<SipRequest> =>
  nextRequest(phone, { method: 'MESSAGE', status });

const toAlice = '/applications/one/subscription?eventSource=endpoint:PJSIP/alice';
const toBob = '/applications/bobs/subscription?eventSource=endpoint:PJSIP/bob';

describe('a text from a phone', () => {
  it('is not found while neither an application nor the dialplan takes it', async () => {
    expect((await text(await rig.registered('alice'), 'lost')).status).toBe(404);
  });

  it('goes to the applications that are subscribed to the phone that sent it', async () => {
    const [alice, one, bobs] = [await rig.registered('alice'), await rig.open('one'), await rig.open('bobs')];
    await rig.rest.post(toAlice);
    await rig.rest.post(toBob);

    expect((await text(alice, 'grüße ☎', { to: 'bob', headers: { 'X-Test': 'x', Subject: 'tea' } })).status).toBe(202);

    expect(await one.next()).toMatchObject({
      type: 'TextMessageReceived',
      endpoint: { technology: 'PJSIP', resource: 'alice', state: 'online' },
      message: {
        from: '<sip:alice@127.0.0.1>',
        to: 'pjsip:bob@127.0.0.1',
        body: 'grüße ☎',
        variables: {
          PJSIP_RECVADDR: `127.0.0.1:${alice.port}`,
          PJSIP_TRANSPORT: 'udp',
          PJSIP_ENDPOINT: 'Alice A',
          'X-Test': 'x',
          Subject: 'tea',
          'Content-Type': 'text/plain',
          'Content-Length': '11',
        },
      },
    });
    expect(await bobs.sofar()).toEqual([]);
  });

  it('shows the credentials of the phone to no application', async () => {
    const [alice, one] = [await rig.registered('alice'), await rig.open('one&subscribeAll=true')];

    await text(alice, 'hello');

    const { message } = (await one.next()) as { message?: { variables: Record<string, string> } };
    expect(Object.keys(message?.variables ?? {})).toEqual(expect.arrayContaining(['Via', 'From', 'CSeq']));
    expect(message?.variables).toMatchObject({
      From: expect.stringMatching(/^<sip:alice@127\.0\.0\.1>;tag=\w+$/) as string,
      To: expect.stringMatching(/^<sip:\w+@127\.0\.0\.1>$/) as string,
    });
    expect(JSON.stringify(message)).not.toMatch(/authorization|digest/i);
  });

  it.each(['application/json', 'text/html'])(
    'of the type %s is refused, and the phone is told what is taken',
    async (type) => {
      const [alice] = [await rig.registered('alice'), await rig.open('one&subscribeAll=true')];

      const { status, message } = await text(alice, '{}', { type });

      expect(status).toBe(415);
      expect(message.headers.raw('Accept')).toBe('text/plain');
    },
  );
});

describe('a text to a phone', () => {
  it('is sent with the sender and the header fields that were asked for', async () => {
    const alice = await rig.registered('alice');

    const { status } = await rig.rest.call(
      'PUT',
      '/endpoints/sendMessage?to=pjsip:alice&from=sip:shop@example.com&body=hi',
      {
        body: { variables: { 'X-Ticket': '42', Via: 'forged', PJSIP_TRANSPORT: 'udp' } },
      },
    );
    const request = await received(alice);

    expect(status).toBe(202);
    expect(request.uriText).toBe(`sip:alice@127.0.0.1:${alice.port}`);
    expect(request.headers.raw('From')).toMatch(/^<sip:shop@example.com>;tag=/);
    expect(request.headers.raw('To')).toBe('<sip:alice@127.0.0.1>');
    expect(request.headers.raw('Content-Type')).toBe('text/plain');
    expect(request.headers.raw('X-Ticket')).toBe('42');
    expect(request.headers.count('Via')).toBe(1);
    expect(request.headers.has('PJSIP_TRANSPORT')).toBe(false);
    expect(request.body.toString()).toBe('hi');
  });

  it('may have another type, and a refusal of the phone stays with the server', async () => {
    const alice = await rig.registered('alice');

    const { status, body } = await rig.rest.call('PUT', '/endpoints/PJSIP/alice/sendMessage?from=mailto:x@y', {
      body: { variables: { 'Content-Type': 'application/json' }, body: '{"a":1}' },
    });
    expect({ status, body }).toMatchObject({ status: 202 });
    const request = await received(alice, 488);

    expect(request.headers.raw('From')).toMatch(/^<sip:alice@127.0.0.1>;tag=/);
    expect(request.headers.raw('Content-Type')).toBe('application/json');
    expect(request.body.toString()).toBe('{"a":1}');
  });

  it.each([
    ['PJSIP:alice', 404],
    ['alice', 404],
    ['pjsip:nobody', 404],
    ['pjsip:carol', 404],
    ['', 400],
  ])('to %j is answered %d', async (to, status) => {
    await rig.registered('alice');

    expect((await rig.rest.call('PUT', `/endpoints/sendMessage?to=${to}&from=sip:x@y&body=hi`)).status).toBe(status);
  });

  it.each([
    [{ 'X Y': '1' }, "variable 'X Y' cannot be the name of a header field"],
    [{ 'X-Y': 'a\r\nVia: b' }, "variable 'X-Y' has a line break or another control character"],
    [{ 'Content-Type': 'json' }, "Content-Type must be <type>/<subtype>, got 'json'"],
  ])('cannot have the header fields %j', async (variables, message) => {
    await rig.registered('alice');

    const { status, body } = await rig.rest.call('PUT', '/endpoints/PJSIP/alice/sendMessage?from=sip:x@y&body=hi', {
      body: { variables },
    });

    expect([status, body]).toMatchObject([400, { message }]);
  });

  it('goes over TCP when it fits into no datagram', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const alice = await rig.phone('alice');
    await alice.register({ Contact: `<sip:alice@127.0.0.1:${port}>` });
    const body = 'long '.repeat(20_000);

    const sent = await rig.rest.call('PUT', '/endpoints/PJSIP/alice/sendMessage?from=sip:x@y', { body: { body } });
    expect(sent).toMatchObject({ status: 202 });

    const [socket] = (await within(once(server, 'connection'), () => 'no connection')) as [Socket];
    let heard = '';
    for await (const chunk of socket) {
      heard += String(chunk);
      if (heard.endsWith(body)) break;
    }
    expect(heard).toMatch(/^MESSAGE sip:alice@127.0.0.1:\d+ SIP\/2.0\r\nVia: SIP\/2.0\/TCP/);
    server.close();
  });
});

describe('a text to the dialplan', () => {
  it('runs where the endpoint has its messages, on a channel that stays', async () => {
    const [mallory, all] = [await rig.registered('mallory'), await rig.open('hello&subscribeAll=true')];
    await all.sofar();

    expect((await text(mallory, 'one', { to: 'echo', headers: { 'X-Test': 'x' } })).status).toBe(202);
    const first = await received(mallory);
    expect((await text(mallory, 'two', { to: 'echo' })).status).toBe(202);
    const second = await received(mallory);

    expect(first.body.toString()).toBe('one from Message/ast_msg_queue');
    expect(first.headers.raw('X-Seen')).toBe('new x');
    expect(first.headers.raw('From')).toMatch(/^<sip:echo@example.com>/);
    expect(first.headers.raw('To')).toBe('<sip:team@example.com>');
    // What has come is not sent along.
    expect(first.headers.has('X-Test')).toBe(false);
    expect(second.headers.raw('X-Seen')).toBe('new');
    expect((await rig.rest.get('/asterisk/variable?variable=STATUS')).body).toEqual({ value: 'SUCCESS' });
    const events = await all.sofar();
    expect(events.filter(({ type }) => type === 'ChannelCreated')).toMatchObject([
      { channel: { name: 'Message/ast_msg_queue', state: 'Up', dialplan: { context: 'default', exten: 's' } } },
    ]);
    expect(events.filter(({ type }) => type === 'TextMessageReceived')).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'ChannelDestroyed')).toEqual([]);
  });

  it('gets another channel when that one was hung up', async () => {
    const mallory = await rig.registered('mallory');
    await text(mallory, 'one', { to: 'echo' });
    await received(mallory);
    const [channel] = (await rig.rest.get('/channels')).body as readonly { readonly id: string }[];

    expect((await rig.rest.delete(`/channels/${channel?.id ?? ''}`)).status).toBe(204);
    await text(mallory, 'two', { to: 'echo' });

    expect((await received(mallory)).body.toString()).toBe('two from Message/ast_msg_queue');
  });

  it('is not found where there is no such extension', async () => {
    expect((await text(await rig.registered('mallory'), 'lost', { to: 'nowhere' })).status).toBe(404);
  });
});

describe('a text within a call', () => {
  it('is taken, and there is no event of it', async () => {
    const [alice, app] = [await rig.registered('alice'), await rig.open('hello&subscribeAll=true')];
    const { call } = await rig.answered(alice, app);

    const statuses = [
      (await call.ask('MESSAGE', { 'Content-Type': 'text/plain' }, 'hi')).status,
      (await call.ask('MESSAGE', { 'Content-Type': 'application/json' }, '{}')).status,
    ];

    expect(statuses).toEqual([202, 415]);
    expect((await app.sofar()).filter(({ type }) => type === 'TextMessageReceived')).toEqual([]);
  });

  it('comes from SendText()', async () => {
    const alice = await rig.registered('alice');
    const call = await PhoneCall.place(alice, 'told', { sdp: sdpAt(40_000) });
    await call.answered();

    const request = await received(alice);

    expect(request.headers.raw('Content-Type')).toBe('text/plain;charset=UTF-8');
    expect(request.body.toString()).toBe('hello phone');
    expect(request.headers.raw('To')).toContain(';tag=');
  });
});

describe('the module of messages', () => {
  it('takes texts in both directions along when it is unloaded', async () => {
    const [alice] = [await rig.registered('alice'), await rig.open('one&subscribeAll=true')];
    await rig.rest.call('DELETE', '/asterisk/modules/res_pjsip_messaging.so');

    expect((await text(alice, 'hi')).status).toBe(405);
    expect((await rig.rest.call('PUT', '/endpoints/PJSIP/alice/sendMessage?from=sip:x@y')).status).toBe(404);

    await rig.rest.call('POST', '/asterisk/modules/res_pjsip_messaging.so');
    expect((await text(alice, 'hi')).status).toBe(202);
  });
});
