import type { RtpMedia } from '../../../src/media/protocol-rtp';
import { amplitudeAt, bridge, leg, samplesOf, sine, tone } from '../engine-rig';
import type { CameIn, Telephone } from './rtp-leg-rig';
import { delivered, RtpLegRig } from './rtp-leg-rig';
import { codecOf } from './rtp-rig';

const aLaw = { type: 8, format: 'alaw', clockRate: 8000 };
const codec = codecOf('ulaw');
const voice = sine({ rate: 8000, frequency: 500, duration: 4000, amplitude: 8000 });

/** The piece of a voice with this number. */
const piece = (index: number): Uint8Array => codec.encode(voice.slice(index * 160, (index + 1) * 160)).slice();

let rig: RtpLegRig;
let one: Telephone;
let other: Telephone;
let port: number;
beforeEach(async () => {
  rig = new RtpLegRig();
  [one, other] = [await rig.telephone(), await rig.telephone()];
});
afterEach(() => rig.close());

async function call(more: Partial<RtpMedia> = {}): Promise<void> {
  port = await rig.connect('a', one);
  await rig.connect('b', other, more);
  rig.join('bridge', 'a', 'b');
  await rig.ticks(1);
}

/** One side says this many pieces, a tick behind each. */
async function speak(count: number, from = 0): Promise<void> {
  for (let index = from; index < from + count; index += 1) {
    await one.say(port, piece(index));
    await rig.ticks(1);
  }
}

const inARow = (packets: readonly CameIn[]): boolean =>
  packets.slice(1).every(({ sequence }, index) => ((sequence - (packets[index]?.sequence ?? 0)) & 0xffff) === 1);

/** What the other telephone hears, packet after packet. */
const samplesHeard = (): Int16Array =>
  Int16Array.from(other.taken().flatMap(({ payload }) => [...codec.decode(Uint8Array.from(payload))]));

describe('two RTP legs of one format without other listeners', () => {
  it('get the packets of each other as they come, without waiting for a tick', async () => {
    await call();
    await one.say(port, piece(7), { marker: true });
    await delivered();

    expect(other.taken()).toMatchObject([{ payloadType: 0, marker: true, payload: [...piece(7)] }]);
    expect(one.taken()).toEqual([]);
  });

  it('see what got lost or was overtaken, and when each packet was spoken', async () => {
    await call();
    for (const number of [1, 2, 4, 3, 7])
      await one.say(port, piece(number), { sequence: number, timestamp: 160 * number });

    const heard = other.taken();
    const [{ sequence, timestamp } = { sequence: 0, timestamp: 0 }] = heard;
    expect(heard.map((packet) => (packet.sequence - sequence) & 0xffff)).toEqual([0, 1, 3, 2, 6]);
    expect(heard.map((packet) => (packet.timestamp - timestamp) >>> 0)).toEqual([0, 160, 480, 320, 960]);
  });

  it('get no packet twice, none of an unknown sender, and only what was negotiated', async () => {
    await call();
    const stranger = await rig.telephone();
    await one.say(port, piece(1), { sequence: 1 });
    await one.say(port, piece(1), { sequence: 1 });
    for (let count = 0; count < 8; count += 1) await stranger.say(port, piece(2));
    await one.say(port, piece(3), { sequence: 2, payloadType: 18 });

    expect(other.taken().map(({ payload }) => payload)).toEqual([[...piece(1)]]);
  });

  it('hear of keys by the engine, and get audio without a gap before and behind', async () => {
    await call();
    await speak(2);
    for (const end of [0, 0x80])
      await one.say(port, Uint8Array.of(5, end | 10, 1, 64), { payloadType: 101, timestamp: 9e5 });
    await speak(2, 2);

    const heard = other.taken();
    expect(rig.all('digit-signalled')).toMatchObject([{ leg: 'a', digit: '5' }]);
    expect(heard.map(({ payload }) => payload)).toEqual([0, 1, 2, 3].map((index) => [...piece(index)]));
    expect(inARow(heard)).toBe(true);
  });

  it('are told digits between the packets, which are numbered in a row', async () => {
    await call();
    await speak(3);
    rig.send({ do: 'send-digit', leg: 'b', digit: '7', duration: 60 });
    await speak(12, 3);

    const heard = other.taken();
    expect(heard.filter(({ payloadType }) => payloadType === 101).length).toBeGreaterThan(3);
    expect(inARow(heard)).toBe(true);
  });

  it('still tell of their first sound, and count what they send and receive', async () => {
    await call();
    await one.say(port, codec.encode(new Int16Array(160)));
    rig.pass(20);
    expect(rig.all('first-audio')).toEqual([]);
    await speak(4);
    rig.send({ do: 'report-rtp', leg: 'a' }, { do: 'report-rtp', leg: 'b' });
    rig.pass(20);

    expect(rig.all('first-audio')).toEqual([{ tell: 'first-audio', leg: 'a' }]);
    expect(rig.all('rtp-statistics').map(({ statistics }) => statistics)).toMatchObject([
      { received: { packets: 5, octets: 800, ssrc: 0xcafe }, local: { lost: 0 } },
      { sent: { packets: 5, octets: 800 } },
    ]);
  });

  it('are decoded and encoded where their formats differ', async () => {
    await call({ send: { audio: aLaw, events: undefined }, receive: { audio: [aLaw], events: [] } });
    await speak(8);

    const heard = other.taken();
    expect(heard.length).toBeGreaterThan(4);
    expect(heard.every(({ payloadType }) => payloadType === 8)).toBe(true);
  });
});

describe('two RTP legs that get another listener', () => {
  it('are recorded, and go on without a gap or a jump in what they hear', async () => {
    await call();
    await speak(20);
    const before = other.packets.length;
    const recording = rig.record(bridge('bridge'));
    await speak(40, 20);
    rig.send({ do: 'stop-record', record: recording.record });
    await rig.link.settled();

    expect(amplitudeAt(samplesOf(recording.path).subarray(1600, 4800), 500)).toBeGreaterThan(6000);
    const packets = [...other.packets];
    expect(packets.length - before).toBeGreaterThanOrEqual(39);
    packets.slice(1).forEach((packet, index) => {
      const last = packets[index] ?? packet;
      expect((packet.sequence - last.sequence) & 0xffff).toBe(1);
      expect((packet.timestamp - last.timestamp) >>> 0).toBeLessThanOrEqual(320);
    });
    // A voice of 500 Hz moves by at most 3200 from one sample to the next; a click moves by more.
    const heard = samplesHeard();
    const jumps = heard.slice(1).map((sample, index) => Math.abs(sample - (heard[index] ?? 0)));
    expect(Math.max(...jumps)).toBeLessThan(6000);
    expect(heard.subarray(0, -1).filter((sample, index) => sample === 0 && heard[index + 1] === 0)).toHaveLength(0);
  });

  it.each([
    ['a tone that is played to one of them', (): void => void rig.play(leg('b'), tone(1000))],
    ['muting', (): void => rig.send({ do: 'mute-leg', leg: 'a', muted: 'in' })],
    ['a tap', (): void => rig.send({ do: 'open-tap', leg: 't', spied: 'a', spy: 'both', whisper: 'none' })],
    ['a detector', (): void => rig.send({ do: 'detect-talk', leg: 'a', silence: 100, threshold: 256 })],
    ['gain', (): void => rig.send({ do: 'gain-leg', leg: 'b', decibels: { in: 0, out: -6 } })],
    ['a meter', (): void => rig.send({ do: 'meter-leg', leg: 'b', on: true })],
    ['a third member', (): void => rig.join('bridge', 'far')],
  ])('are heard in the usual way because of %s', async (_what, begin) => {
    await call();
    rig.pair('far', 'far-far');
    await speak(3);
    begin();
    await rig.ticks(1);
    other.taken();
    await one.say(port, piece(3));
    await delivered();

    expect(other.taken()).toEqual([]);
  });

  it('relay packets again without other listeners, in a moment of silence', async () => {
    await call();
    rig.send({ do: 'meter-leg', leg: 'a', on: true });
    await speak(10);
    rig.send({ do: 'meter-leg', leg: 'a', on: false });
    await speak(5, 10);
    other.taken();
    await one.say(port, piece(1));
    expect(other.taken()).toEqual([]);

    for (let count = 0; count < 6; count += 1) {
      await one.say(port, codec.encode(new Int16Array(160)));
      await rig.ticks(1);
    }
    other.taken();
    await one.say(port, piece(2));

    expect(other.taken().map(({ payload }) => payload)).toEqual([[...piece(2)]]);
  });
});
