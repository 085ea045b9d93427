import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Channel, RTPstat } from '../../../generated/models';
import { makeCodec } from '../../../src/media/codecs/make-codec';
import { shortTime } from '../../../src/media/rtp/rtcp/rtcp';
import { readRtcp } from '../../../src/media/rtp/rtcp/rtcp-reader';
import { writeRtcp } from '../../../src/media/rtp/rtcp/rtcp-writer';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { purity } from '../../support/media/purity';
import { RtpPeer } from '../../support/media/rtp-peer';
import type { AppSocket } from '../../support/sockets/socket-peer';

type Shown = Channel & { readonly channelvars: Readonly<Record<string, string>> };

const rtpConf = '[general]\nrtpstart = 20000\nrtpend = 29999\n';

describe('media from outside by RTP', () => {
  let rig: CallRig;
  let app: AppSocket;
  let peer: RtpPeer;
  beforeAll(async () => {
    rig = await CallRig.start('', { 'rtp.conf': rtpConf });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    peer = await RtpPeer.open();
  });
  afterEach(async () => {
    await rig.clear();
    peer.close();
  });
  afterAll(() => rig.close());

  /** Gives the port at which the server hears the peer. */
  async function connect(id: string, format = 'ulaw'): Promise<number> {
    const { status, body } = await ask(id, format);
    expect(status).toBe(200);
    await until(app, `StasisStart ${id}`);
    return Number((body as Shown).channelvars['UNICASTRTP_LOCAL_PORT']);
  }

  function ask(id: string, format: string, more = ''): ReturnType<CallRig['rest']['post']> {
    const query = `app=hello&external_host=127.0.0.1:${peer.port}&format=${format}&channelId=${id}${more}`;
    return rig.rest.post(`/channels/externalMedia?${query}`);
  }

  const isAudio = ({ payloadType }: { payloadType: number }): boolean => payloadType !== 101;

  it('is a channel that has answered, and tells where it can be reached', async () => {
    const port = await connect('x1');

    expect(port % 2).toBe(0);
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect((await rig.rest.get('/channels/x1')).body).toMatchObject({
      name: expect.stringMatching(/^UnicastRTP\/127\.0\.0\.1:\d+-[0-9a-f]{8}$/) as unknown,
      state: 'Up',
    });
    const variable = '/channels/x1/variable?variable=UNICASTRTP_LOCAL_ADDRESS';
    expect((await rig.rest.get(variable)).body).toEqual({ value: '127.0.0.1' });
  });

  it('has all its variables in the answer to the request', async () => {
    const { body } = await ask('x1', 'ulaw');

    const port = expect.stringMatching(/^\d+$/) as unknown;
    expect((body as Shown).channelvars).toEqual({
      UNICASTRTP_LOCAL_ADDRESS: '127.0.0.1',
      UNICASTRTP_LOCAL_PORT: port,
    });
  });

  it('appends the options of the transport to its dial string', async () => {
    expect((await ask('x1', 'ulaw', '&transport_data=e(asterisk)c(alaw)g')).status).toBe(200);

    const dial = await app.next();
    expect(dial).toMatchObject({
      type: 'Dial',
      dialstring: `127.0.0.1:${peer.port}/c(ulaw)e(asterisk)c(alaw)g`,
    });
    await until(app, 'StasisStart x1');
    await rig.rest.post('/channels/x1/play?media=tone:1000');
    const [packet] = await peer.until(1, isAudio);
    expect(packet?.payloadType).toBe(8);
  });

  it('refuses options of the transport that it does not know', async () => {
    const { status, body } = await ask('x1', 'ulaw', '&transport_data=zz');

    expect(status).toBe(400);
    expect(body).toMatchObject({ message: expect.stringContaining("transport_data 'zz'") as unknown });
    expect(await rig.status('get', '/channels/x1')).toBe(404);
  });

  it.each([
    { format: 'ulaw', payloadType: 0, rate: 8000, step: 160 },
    { format: 'alaw', payloadType: 8, rate: 8000, step: 160 },
    { format: 'g722', payloadType: 9, rate: 16_000, step: 160 },
  ])('carries what is played in packets of $format', async ({ format, payloadType, rate, step }) => {
    await connect('x1', format);
    await rig.rest.post('/channels/x1/play?media=tone:1000');

    const packets = await peer.until(20, isAudio);
    const codec = makeCodec(format);
    const frames = packets.slice(0, 20).map(({ payload }) => [...(codec?.decode(payload) ?? [])]);
    const heard = Int16Array.from(frames.slice(5).flat());

    expect(packets.every((packet) => packet.payloadType === payloadType)).toBe(true);
    expect(packets.map(({ marker }) => marker).indexOf(true)).toBe(0);
    expect(packets.filter(({ marker }) => marker)).toHaveLength(1);
    packets.slice(1).forEach((packet, index) => {
      const before = packets[index] ?? packet;
      expect((packet.sequence - before.sequence) & 0xffff).toBe(1);
      expect((packet.timestamp - before.timestamp) >>> 0).toBe(step);
      expect(packet.ssrc).toBe(before.ssrc);
    });
    expect(purity(heard, 1000, rate)).toBeGreaterThan(0.95);
  });

  it('is heard by who shares a bridge with it, and hears them', async () => {
    const port = await connect('x1');
    const other = await RtpPeer.open();
    const query = `app=hello&external_host=127.0.0.1:${other.port}&format=alaw&channelId=x2`;
    await rig.rest.post(`/channels/externalMedia?${query}`);
    await until(app, 'StasisStart x2');
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=x1,x2');

    const codec = makeCodec('ulaw');
    const sine = (index: number): Uint8Array =>
      codec?.encode(
        Int16Array.from({ length: 160 }, (_, at) => 8000 * Math.sin((2 * Math.PI * 500 * (index * 160 + at)) / 8000)),
      ) ?? new Uint8Array();
    await peer.speak(port, 40, sine);
    const packets = await other.until(25, isAudio);
    other.close();

    const alaw = makeCodec('alaw');
    const heard = Int16Array.from(
      packets.slice(5, 25).flatMap(({ payload }) => [...(alaw?.decode(payload) ?? new Int16Array())]),
    );
    expect(purity(heard, 500, 8000)).toBeGreaterThan(0.9);
    // Nobody speaks to the peer, and it does not hear itself.
    expect(peer.heard.filter(isAudio)).toHaveLength(0);
  });

  it('is heard and hears before it is dialled: audio does not wait for an answer', async () => {
    const port = await connect('x1');
    const other = await RtpPeer.open();
    const endpoint = encodeURIComponent(`UnicastRTP/127.0.0.1:${other.port}/c(ulaw)`);
    await rig.rest.post(`/channels/create?endpoint=${endpoint}&app=hello&channelId=x2`);
    await until(app, 'StasisStart x2');
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=x1,x2');
    const payload = Uint8Array.from({ length: 160 }, (_, index) => 16 + (index % 64));
    await peer.speak(port, 10, () => payload);
    const packets = await other.until(5, isAudio);
    other.close();

    expect((await rig.rest.get('/channels/x2')).body).toMatchObject({ state: 'Down' });
    // Nobody listens, so that the bytes are those that were sent.
    expect(packets[0]?.payload.equals(payload)).toBe(true);
  });

  it('hears keys that are pressed, each once and with the time that it was down', async () => {
    const port = await connect('x1');
    peer.press(port, 5, 6);
    peer.press(port, 11, 10);

    const digits = [];
    while (digits.length < 2) {
      const { type, digit, duration_ms: duration } = await app.next();
      if (type === 'ChannelDtmfReceived') digits.push([digit, duration]);
    }
    expect(digits).toEqual([
      ['5', 120],
      ['#', 200],
    ]);
  });

  it('sends digits as events, and ends each three times', async () => {
    await connect('x1');
    expect(await rig.status('post', '/channels/x1/dtmf?dtmf=7&duration=100')).toBe(204);

    const packets = await peer.until(7, ({ payloadType }) => payloadType === 101);
    expect(packets.every(({ payload }) => payload[0] === 7)).toBe(true);
    expect(new Set(packets.map(({ timestamp }) => timestamp)).size).toBe(1);
    const ends = packets.filter(({ payload }) => ((payload[1] ?? 0) & 0x80) !== 0);
    expect(ends.map(({ payload }) => payload.readUInt16BE(2))).toEqual([800, 800, 800]);
  });

  it('carries RTP, of which nothing is shown', async () => {
    await connect('x1');
    await rig.call('c1', app);

    expect(await rig.status('get', '/channels/x1/rtp_statistics')).toBe(404);
    expect(await rig.status('get', '/channels/c1/rtp_statistics')).toBe(403);
  });

  it('ends with its channel, and its port is free again', async () => {
    const port = await connect('x1');
    await rig.rest.delete('/channels/x1');
    await until(app, 'ChannelDestroyed x1 16');
    await rig.clear();

    const next = await RtpPeer.open(port);
    expect(next.port).toBe(port);
    next.close();
  });

  it.each([
    ['a format that no packets can carry', 'external_host=127.0.0.1:4000&format=g729', 400],
    ['a host that does not exist', 'external_host=nobody.invalid:4000&format=ulaw', 400],
    ['an id that is taken', 'external_host=127.0.0.1:4000&format=ulaw&channelId=x1', 409],
  ])('is refused for %s, and nothing is left of it', async (_what, query, status) => {
    await connect('x1');
    expect(await rig.status('post', `/channels/externalMedia?app=hello&${query}`)).toBe(status);
    expect((await rig.rest.get('/channels')).body).toHaveLength(1);
  });

  describe('called by an endpoint with the option g', () => {
    const statistics = async (): Promise<RTPstat> =>
      (await rig.rest.get('/channels/x1/rtp_statistics')).body as RTPstat;

    /** Gives the port at which the server hears the peer. */
    async function originate(options: string): Promise<number> {
      const query = new URLSearchParams({ endpoint: `UnicastRTP/127.0.0.1:${peer.port}/${options}`, app: 'hello' });
      expect((await rig.rest.post(`/channels/x1?${query.toString()}`)).status).toBe(200);
      await until(app, 'StasisStart x1');
      const { body } = await rig.rest.get('/channels/x1/variable?variable=UNICASTRTP_LOCAL_PORT');
      return Number((body as { readonly value: string }).value);
    }

    /** A socket at the port behind that of the peer, who is another one when that is taken. */
    async function reportsBeside(): Promise<Socket> {
      for (;;) {
        const reports = createSocket('udp4');
        const listening = once(reports, 'listening');
        reports.bind(peer.port + 1, '127.0.0.1');
        try {
          await listening;
          return reports;
        } catch {
          reports.close();
          peer.close();
          peer = await RtpPeer.open();
        }
      }
    }

    it('shows what was sent and received', async () => {
      const port = await originate('c(ulaw)g');
      await rig.rest.post('/channels/x1/play?media=tone:440');
      await peer.until(10, isAudio);
      for (let sent = 0; sent < 5; sent += 1) peer.send(port, new Uint8Array(160), { payloadType: 0, marker: false });

      let seen = await statistics();
      while (seen.rxcount < 5) seen = await statistics();
      expect(seen).toMatchObject({
        channel_uniqueid: 'x1',
        rxcount: 5,
        rxoctetcount: 800,
        rxploss: 0,
        remote_ssrc: 0xcafe,
        txploss: 0,
        rtt: 0,
        local_ssrc: peer.heard[0]?.ssrc,
      });
      expect(seen.txcount).toBeGreaterThanOrEqual(10);
      expect(seen.txoctetcount).toBe(seen.txcount * 160);
    });

    it('shows what the far end reports of it', async () => {
      const port = await originate('gc(ulaw)');
      await rig.rest.post('/channels/x1/play?media=tone:440');
      const [{ ssrc } = { ssrc: 0 }] = await peer.until(1, isAudio);
      const reports = createSocket('udp4');
      for (const [lost, jitter] of [
        [2, 80],
        [6, 240],
      ] as const) {
        const block = { ssrc, fractionLost: 64, lost, highestSequence: 100, jitter, lastReport: 0, delay: 0 };
        reports.send(writeRtcp({ ssrc: 0xcafe, blocks: [block], left: [] }), port + 1, '127.0.0.1');
      }

      let seen = await statistics();
      while (seen.txploss < 6) seen = await statistics();
      reports.close();
      expect(seen).toMatchObject({
        txploss: 6,
        txjitter: 0.03,
        remote_minjitter: 0.01,
        remote_maxjitter: 0.03,
        remote_normdevjitter: 0.02,
        remote_minrxploss: 2,
        remote_maxrxploss: 4,
        remote_normdevrxploss: 3,
        remote_stdevrxploss: 1,
      });
      expect(seen.txmes).toBeLessThan(50);
    });

    it('shows all figures, with those of reports in both directions', async () => {
      const reports = await reportsBeside();
      const port = await originate('gc(ulaw)');
      await rig.rest.post('/channels/x1/play?media=tone:440');
      // The server reports every five seconds; the peer answers, as telephones do, and by that the way there is measured.
      reports.on('message', (bytes: Buffer) => {
        const { ssrc = 0, sender } = readRtcp(bytes) ?? {};
        if (sender === undefined) return;
        const reception = { fractionLost: 0, lost: 1, highestSequence: 9, jitter: 40 };
        const block = { ...reception, ssrc, lastReport: shortTime(sender), delay: 0 };
        reports.send(writeRtcp({ ssrc: 0xcafe, blocks: [block], left: [] }), port + 1, '127.0.0.1');
      });
      await peer.speak(port, 20, () => new Uint8Array(160));

      let seen = await statistics();
      while (seen.txploss < 1) seen = await statistics();
      reports.close();
      expect(Object.keys(seen)).toHaveLength(42);
      expect(seen).toMatchObject({ txjitter: 0.005, txploss: 1, remote_maxjitter: 0.005, remote_ssrc: 0xcafe });
      expect(Object.values(seen).filter((value) => typeof value === 'number' && !Number.isFinite(value))).toEqual([]);
      // What the server has measured itself by the time of its first report.
      expect([seen.local_maxjitter, seen.rxmes, seen.txmes].every((value) => (value ?? -1) >= 0)).toBe(true);
      expect(seen.rtt).toBe(seen.maxrtt);
    });

    it('has no statistics without it, and no engine but one', async () => {
      await originate('e(asterisk)c(ulaw)');
      expect(await rig.status('get', '/channels/x1/rtp_statistics')).toBe(404);

      const { status, body } = await rig.rest.post('/channels?endpoint=UnicastRTP/127.0.0.1:9/e(other)&app=hello');
      expect(status).toBe(400);
      expect(body).toMatchObject({ message: expect.stringContaining("'other'") as unknown });
    });
  });
});
