import { makeCodec } from '../../../src/media/codecs/make-codec';
import { goertzel } from '../../../src/media/samples/levels';
import { AudioCalls } from '../../support/media/audio-calls';
import { until } from '../../support/calls/call-events';
import { within } from '../../support/eventually';
import { CallRig } from '../../support/calls/call-rig';
import { RtpPeer } from '../../support/media/rtp-peer';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { refusal } from '../../support/sockets/socket-rest';

const dialplan = `
exten => far,1,Answer(,i)
 same => n,Stasis(hello,far)
exten => rings,1,Ringing()
 same => n,Stasis(hello,rings)
 same => n,Answer(,i)
 same => n,Stasis(hello,answered)
exten => busy-tone,1,Busy(600)
exten => digits,1,SendDTMF(5)
 same => n,Stasis(hello,digits)
`;

/** Technologies that carry audio and digits, and no other signals. */
describe('a channel whose technology has no signals', () => {
  let rig: CallRig;
  let app: AppSocket;
  let peer: RtpPeer;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan, { 'rtp.conf': '[general]\nrtpstart = 20000\nrtpend = 29999\n' });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    peer = await RtpPeer.open();
    const query = `app=hello&external_host=127.0.0.1:${peer.port}&format=ulaw&channelId=x1`;
    await rig.rest.post(`/channels/externalMedia?${query}`);
    await until(app, 'StasisStart x1');
  });
  afterEach(async () => {
    await rig.clear();
    peer.close();
  });
  afterAll(() => rig.close());

  /** The amplitude of a frequency in the last fifth of a second of what the peer has heard. */
  function loudness(frequency: number): number {
    const codec = makeCodec('ulaw');
    const packets = peer.heard.slice(-10).map(({ payload }) => [...(codec?.decode(payload) ?? [])]);
    return goertzel(Int16Array.from(packets.flat()), frequency, 8000);
  }

  async function hears(...frequencies: readonly number[]): Promise<void> {
    for (let count = 10; !frequencies.every((frequency) => loudness(frequency) > 1000); count += 10)
      await within(
        peer.until(count, () => true),
        () => `nothing of ${frequencies.join(', ')} hertz is heard`,
      );
  }

  async function hearsNothing(): Promise<void> {
    for (;;) {
      const metrics = await (await fetch(`${rig.server.origin}/metrics`)).text();
      if (metrics.includes('patchbay_media_plays 0\n')) return;
    }
  }

  /** Sends the channel to an extension, where it comes back from into the application. */
  async function visit(extension: string, channel = 'x1'): Promise<void> {
    expect(await rig.status('post', `/channels/${channel}/continue?context=default&extension=${extension}`)).toBe(204);
    await until(app, `StasisStart ${channel} ${extension}`);
  }

  it('hears the tone of ringing until that is stopped', async () => {
    expect(await rig.status('post', '/channels/x1/ring')).toBe(204);
    await hears(440, 480);

    expect(await rig.status('delete', '/channels/x1/ring')).toBe(204);
    await hearsNothing();
  });

  it('hears the tone of ringing from the dialplan, too, until it answers', async () => {
    await visit('rings');
    await hears(440, 480);

    expect(await rig.status('post', '/channels/x1/continue')).toBe(204);
    await until(app, 'StasisStart x1 answered');
    await hearsNothing();
  });

  it('hears that a line is busy', async () => {
    expect(await rig.status('post', '/channels/x1/continue?context=default&extension=busy-tone')).toBe(204);

    await hears(480, 620);
  });

  it('is sent digits from the dialplan in its own way', async () => {
    await visit('digits');

    const [packet] = await within(
      peer.until(1, ({ payloadType }) => payloadType === 101),
      () => 'no digit came',
    );
    expect(packet?.payload[0]).toBe(5);
  });

  it.each([
    ['progress', 'post'],
    ['hold', 'post'],
    ['hold', 'delete'],
  ] as const)('cannot be told of %s by %s, and the answer says so', async (operation, method) => {
    const { status, body } = await rig.rest[method](`/channels/x1/${operation}`);

    expect([status, body]).toEqual([409, expect.objectContaining(refusal('conflict', 'UnicastRTP')) as unknown]);
  });

  it('is reported as being held where holding is intercepted', async () => {
    await rig.rest.post('/channels/x1/variable?variable=HOLD_INTERCEPT(set)&value=');

    expect(await rig.status('post', '/channels/x1/hold')).toBe(204);
    await until(app, 'ChannelHold x1');
    expect(await rig.status('delete', '/channels/x1/hold')).toBe(204);
    await until(app, 'ChannelUnhold x1');
  });

  it('is neither sent elsewhere nor told of a transfer', async () => {
    const redirect = await rig.rest.post('/channels/x1/redirect?endpoint=UnicastRTP/127.0.0.1:9');
    const progress = await rig.rest.post('/channels/x1/transfer_progress?states=channel_answered');

    expect([redirect.status, progress.status]).toEqual([422, 409]);
    expect(redirect.body).toMatchObject(refusal('unprocessable', 'UnicastRTP'));
    expect(progress.body).toMatchObject(refusal('conflict', 'x1', 'transfer'));
  });

  it.each([
    ['an application', () => rig.rest.post('/channels/spy/dtmf?dtmf=5&duration=300')],
    ['the dialplan', () => visit('digits', 'spy')],
  ])('speaks digits of %s that it cannot signal: what a snooping channel whispers is heard', async (_whom, press) => {
    await new AudioCalls(rig, app).call('c1');
    await rig.rest.post('/channels/c1%3B2/variable?variable=CHANNEL(digitdetect)&value=on');
    await rig.rest.post('/channels/c1/snoop/spy?whisper=out&app=hello');
    await until(app, 'StasisStart spy');
    const listener = await rig.open('listener');
    await rig.rest.post('/applications/listener/subscription?eventSource=channel:c1;2');

    await press();

    for (;;) {
      const message = await within(listener.next(), () => 'the digit is not heard');
      if (message.type !== 'ChannelDtmfReceived') continue;
      expect(message).toMatchObject({ digit: '5', channel: { id: 'c1;2' } });
      return;
    }
  });
});
