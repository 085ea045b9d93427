import { randomBytes } from 'node:crypto';
import { SrtpReceiver } from '../../../../src/media/srtp/srtp-receiver';
import { SrtpSender } from '../../../../src/media/srtp/srtp-sender';
import { until } from '../../../support/calls/call-events';
import type { PlacedCall } from '../../../support/calls/phone-call';
import { PhoneCall, sdpAt } from '../../../support/calls/phone-call';
import type { RtpPeer } from '../../../support/media/rtp-peer';
import { SipRig } from '../../../support/sip/sip-rig';

const account = (name: string, options: string): string => `
[${name}](phone)
auth = ${name}
aors = ${name}
${options}
[${name}](address)
[${name}](secret)
username = ${name}
password = ${name}
`;

let rig: SipRig;
beforeAll(async () => {
  const pjsip = [
    account('secret', 'media_encryption = sdes'),
    account('maybe', 'media_encryption = sdes\nmedia_encryption_optimistic = yes'),
    account('feedback', 'use_avpf = yes'),
    account('both', 'use_avpf = yes\nmedia_encryption = sdes'),
    account('short', 'media_encryption = sdes\nsrtp_tag_32 = yes'),
  ].join('');
  rig = await SipRig.start({ pjsip });
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

const longSuite = 'AES_CM_128_HMAC_SHA1_80';

interface Offered {
  readonly key?: Buffer;
  readonly suite?: string;
  readonly profile?: string;
}

/** A description with a key. */
function securedAt(port: number, { key, suite = longSuite, profile = 'RTP/SAVP' }: Offered): string {
  const line = key === undefined ? '' : `a=crypto:1 ${suite} inline:${key.toString('base64')}\r\n`;
  return sdpAt(port).replace('RTP/AVP', profile).replace('a=sendrecv', `${line}a=sendrecv`);
}

/** The key that the server protects its packets with. */
function serverKey(sdp: string): Buffer {
  return Buffer.from(/^a=crypto:\d+ \S+ inline:(\S+)/m.exec(sdp)?.[1] ?? '', 'base64');
}

function packet(sequence: number): Buffer {
  const header = Buffer.from([0x80, 0, sequence >> 8, sequence & 0xff, 0, 0, 0, 0, 0, 0, 0xca, 0xfe]);
  header.writeUInt32BE(sequence * 160, 4);
  return Buffer.concat([header, Buffer.alloc(160, 0x2a)]);
}

/** Speaks under a key until the echo, which is protected by the server's key, comes back. */
async function echoed(
  audio: RtpPeer,
  to: number,
  keys: { send: Buffer; receive: Buffer; tag?: number },
): Promise<void> {
  const { send, receive, tag = 10 } = keys;
  const [sender, receiver] = [new SrtpSender(send, tag), new SrtpReceiver(receive, tag)];
  const known = audio.heard.length;
  for (let sequence = 1; ; sequence += 1) {
    audio.sendBytes(to, Buffer.from(sender.protect(packet(sequence))));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const opened = audio.heard.slice(known).map(({ bytes }) => receiver.open(Buffer.from(bytes)));
    if (opened.some((clear) => clear?.subarray(12).includes(0x2a))) return;
  }
}

async function placed(name: string, call: PlacedCall): Promise<PhoneCall> {
  return PhoneCall.place(await rig.phone(name), 'echo', call);
}

describe('a call of a phone that demands encryption', () => {
  it.each([
    [longSuite, 10],
    ['AES_CM_128_HMAC_SHA1_32', 4],
  ])('carries audio protected by %s', async (suite, tag) => {
    const [audio, send] = [await rig.audio(), randomBytes(30)];
    const call = await placed('secret', { sdp: securedAt(audio.port, { key: send, suite }) });

    const answer = (await call.answered()).body.toString();

    expect(answer).toMatch(new RegExp(`^m=audio \\d+ RTP/SAVP 0 8 101\r$`, 'm'));
    expect(answer).toMatch(new RegExp(`^a=crypto:1 ${suite} inline:\\S{40}\r$`, 'm'));
    await echoed(audio, call.serverAudio, { send, receive: serverKey(answer), tag });
    await call.bye();
  });

  it('is refused with 488 without encryption, or with a way that is not known', async () => {
    const offers = [
      sdpAt(40_000),
      securedAt(40_000, {}),
      securedAt(40_000, { key: randomBytes(30), suite: 'F8_128_HMAC_SHA1_80' }),
      securedAt(40_000, { key: randomBytes(16) }),
    ];
    for (const sdp of offers) expect((await (await placed('secret', { sdp })).refused()).status).toBe(488);
  });

  it('gets new keys with a new offer, and keeps them with an old one', async () => {
    const [audio, first, second] = [await rig.audio(), randomBytes(30), randomBytes(30)];
    const call = await placed('secret', { sdp: securedAt(audio.port, { key: first }) });
    const before = serverKey((await call.answered()).body.toString());

    const same = serverKey((await call.offer(securedAt(audio.port, { key: first }))).body.toString());
    expect(same).toEqual(before);
    await echoed(audio, call.serverAudio, { send: first, receive: same });
    const other = serverKey((await call.offer(securedAt(audio.port, { key: second }))).body.toString());

    expect(other).not.toEqual(before);
    await echoed(audio, call.serverAudio, { send: second, receive: other });
    await call.bye();
  });
});

const profileOf = (description: string): string | undefined => /^m=audio \d+ (\S+)/m.exec(description)?.[1];

describe('an offer with feedback', () => {
  it('is answered with the same profile and protected audio', async () => {
    const [audio, send] = [await rig.audio(), randomBytes(30)];
    const sdp = securedAt(audio.port, { key: send, profile: 'RTP/SAVPF' });
    const call = await placed('secret', { sdp });

    const answer = (await call.answered()).body.toString();

    expect(profileOf(answer)).toBe('RTP/SAVPF');
    await echoed(audio, call.serverAudio, { send, receive: serverKey(answer) });
    const again = (await call.offer(sdp)).body.toString();
    expect([profileOf(again), serverKey(again)]).toEqual(['RTP/SAVPF', serverKey(answer)]);
    await call.bye();
  });

  it('and without encryption is taken where encryption is not demanded', async () => {
    const sdp = sdpAt(40_000).replace('RTP/AVP', 'RTP/AVPF');

    const call = await placed('alice', { sdp });

    expect(profileOf((await call.answered()).body.toString())).toBe('RTP/AVPF');
    await call.bye();
  });

  it.each([
    ['secret', 'RTP/AVPF', false],
    ['secret', 'RTP/SAVPF', false],
    ['maybe', 'RTP/SAVPF', false],
    ['alice', 'RTP/SAVPF', true],
    ['alice', 'RTP/SAVP', true],
    ['alice', 'UDP/TLS/RTP/SAVPF', false],
  ])(
    'of %s as %s is refused instead of being taken without protection (with a key: %s)',
    async (name, profile, hasKey) => {
      const sdp = securedAt(40_000, { profile, ...(hasKey && { key: randomBytes(30) }) });

      expect((await (await placed(name, { sdp })).refused()).status).toBe(488);
    },
  );
});

describe('a call to a phone', () => {
  async function called(name: string): Promise<PhoneCall> {
    const phone = await rig.registered(name);
    await rig.open('hello');
    await rig.rest.post(`/channels?endpoint=PJSIP/${name}&app=hello&channelId=${name}1`);
    return PhoneCall.receive(phone);
  }

  it.each([
    ['secret', 'RTP/SAVP', ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32']],
    ['short', 'RTP/SAVP', ['AES_CM_128_HMAC_SHA1_32', 'AES_CM_128_HMAC_SHA1_80']],
    ['maybe', 'RTP/AVP', ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32']],
  ])('%s offers %s with keys', async (name, profile, suites) => {
    const offer = (await called(name)).request.body.toString();

    expect(offer).toMatch(new RegExp(`^m=audio \\d+ ${profile} `, 'm'));
    expect([...offer.matchAll(/^a=crypto:\d (\S+)/gm)].map(([, suite]) => suite)).toEqual(suites);
  });

  it('with use_avpf is offered feedback, and carries audio', async () => {
    const audio = await rig.audio();
    const phone = await rig.registered('feedback');
    await rig.rest.post('/channels?endpoint=PJSIP/feedback&context=default&extension=echo&priority=1');
    const call = await PhoneCall.receive(phone);

    call.respond(200, { sdp: sdpAt(audio.port).replace('RTP/AVP', 'RTP/AVPF') });

    expect(profileOf(call.request.body.toString())).toBe('RTP/AVPF');
    const echo = audio.until(1, ({ payload }) => payload.includes(0x2a));
    await audio.speak(call.serverAudio, 50, () => Buffer.alloc(160, 0x2a));
    await echo;
    await call.bye();
  });

  it('with use_avpf and keys carries protected audio', async () => {
    const [audio, send] = [await rig.audio(), randomBytes(30)];
    const phone = await rig.registered('both');
    await rig.rest.post('/channels?endpoint=PJSIP/both&context=default&extension=echo&priority=1');
    const call = await PhoneCall.receive(phone);
    const offer = call.request.body.toString();

    call.respond(200, { sdp: securedAt(audio.port, { key: send, profile: 'RTP/SAVPF' }) });

    expect(profileOf(offer)).toBe('RTP/SAVPF');
    await echoed(audio, call.serverAudio, { send, receive: serverKey(offer) });
    await call.bye();
  });

  it('that answers an offer of feedback without it is heard all the same', async () => {
    const app = await rig.open('hello');
    const phone = await rig.registered('feedback');
    await rig.rest.post('/channels?endpoint=PJSIP/feedback&app=hello&channelId=f1');

    (await PhoneCall.receive(phone)).respond(200, { sdp: sdpAt(40_000) });

    await until(app, 'StasisStart f1');
  });

  it('ends when it answers without the keys that are demanded', async () => {
    const call = await called('secret');

    call.respond(200, { sdp: sdpAt(40_000).replace('RTP/AVP', 'RTP/SAVP') });

    await call.serverSends('BYE');
  });

  it('goes without encryption where that is only welcome', async () => {
    const app = await rig.open('hello');
    const phone = await rig.registered('maybe');
    await rig.rest.post('/channels?endpoint=PJSIP/maybe&app=hello&channelId=m1');
    const call = await PhoneCall.receive(phone);

    call.respond(200, { sdp: sdpAt(40_000) });

    await until(app, 'StasisStart m1');
    const { body } = await rig.rest.get('/channels/m1/variable?variable=CHANNEL(rtp,secure)');
    expect(body).toEqual({ value: '0' });
  });
});
