import type { RtpMedia } from '../../../src/media/protocol-rtp';
import { bridge, leg, tone } from '../engine-rig';
import type { CameIn, Telephone } from './rtp-leg-rig';
import { RtpLegRig } from './rtp-leg-rig';
import { codecOf } from './rtp-rig';

const muLaw = { type: 0, format: 'ulaw', clockRate: 8000 };
const aLaw = { type: 8, format: 'alaw', clockRate: 8000 };
const wide = { type: 118, format: 'slin16', clockRate: 16_000 };

/** 20 ms of one loudness. */
const spoken = (format: string, level: number): Uint8Array =>
  codecOf(format).encode(new Int16Array(codecOf(format).rate / 50).fill(level));

/** A receiver report without anything received. */
const emptyReport = Uint8Array.of(0x80, 201, 0, 1, 0, 0, 0xca, 0xfe);

const steps = (packets: readonly CameIn[], of: 'sequence' | 'timestamp'): number[] =>
  packets.slice(1).map((packet, index) => (packet[of] - (packets[index]?.[of] ?? 0)) >>> 0);

let rig: RtpLegRig;
let phone: Telephone;
beforeEach(async () => {
  rig = new RtpLegRig();
  phone = await rig.telephone();
});
afterEach(() => rig.close());

describe('a leg by RTP that is negotiated', () => {
  it('has its port before anything is known of the far end, and sends nothing until it is', async () => {
    const port = await rig.reserve('a');
    rig.play(leg('a'), tone(440));
    await rig.ticks(5);
    expect([port % 2, phone.taken()]).toEqual([0, []]);

    rig.configure('a', { remote: phone.place });
    await rig.ticks(3);

    expect(phone.taken()).toHaveLength(3);
  });

  it('goes on as the same stream when it is sent elsewhere, in another format of the same clock', async () => {
    const next = await rig.telephone();
    await rig.connect('a', phone);
    rig.play(leg('a'), tone(440));
    await rig.ticks(5);
    rig.configure('a', { remote: next.place, send: { audio: { ...aLaw, type: 97 }, events: undefined } });
    await rig.ticks(5);

    const [before, after] = [phone.taken(), next.taken()];
    expect([before.length, after.length]).toEqual([5, 5]);
    expect(new Set([...before, ...after].map(({ ssrc }) => ssrc)).size).toBe(1);
    expect(steps([...before, ...after], 'sequence').every((step) => step === 1)).toBe(true);
    expect(steps([...before, ...after], 'timestamp').every((step) => step === 160)).toBe(true);
    expect(after.map(({ payloadType, marker }) => [payloadType, marker])).toEqual(Array(5).fill([97, false]));
  });

  it('is another source when its clock is another one', async () => {
    await rig.connect('a', phone);
    rig.play(leg('a'), tone(440));
    await rig.ticks(3);
    rig.configure('a', {
      remote: phone.place,
      rate: 16_000,
      send: { audio: wide, events: undefined },
      receive: { audio: [wide], events: [] },
    });
    await rig.ticks(3);

    const packets = phone.taken();
    expect(new Set(packets.map(({ ssrc }) => ssrc)).size).toBe(2);
    expect(packets.map(({ payload }) => payload.length)).toEqual([160, 160, 160, 640, 640, 640]);
    expect(steps(packets.slice(3), 'timestamp')).toEqual([320, 320]);
  });

  it('hears any of the formats that may come, whatever it sends', async () => {
    const port = await rig.connect('a', phone, { receive: { audio: [muLaw, aLaw, wide], events: [] } });
    rig.join('b', 'a');
    const recording = rig.record(bridge('b'));
    for (const [{ type, format }, level] of [
      [aLaw, 1000],
      [muLaw, 4000],
      [wide, 8000],
    ] as const)
      for (let count = 0; count < 12; count += 1) {
        await phone.say(port, spoken(format, level), { payloadType: type });
        rig.pass(20);
      }
    const [heard = new Int16Array()] = await rig.stopAll([recording]);

    for (const level of [1000, 4000, 8000])
      expect(heard.filter((sample) => Math.abs(sample - level) < level / 20).length).toBeGreaterThan(8 * 160);
  });

  it('tells and hears digits by the numbers and clocks of each direction', async () => {
    const port = await rig.connect('a', phone, {
      send: { audio: muLaw, events: { type: 105, clockRate: 16_000 } },
      receive: { audio: [muLaw], events: [{ type: 99, clockRate: 48_000 }] },
    });
    rig.send({ do: 'send-digit', leg: 'a', digit: '5', duration: 100 });
    await rig.ticks(10);
    const told = phone.taken().filter(({ payloadType }) => payloadType === 105);
    expect(told.at(-1)?.payload).toEqual([5, 0x8a, (16 * 100) >> 8, (16 * 100) & 0xff]);

    const duration = 48 * 60;
    for (const end of [0, 0x80])
      await phone.say(port, Uint8Array.of(7, end | 10, duration >> 8, duration & 0xff), {
        payloadType: 99,
        timestamp: 9000,
        marker: end === 0,
      });
    rig.pass(20);

    expect(rig.all('digit-signalled')).toEqual([{ tell: 'digit-signalled', leg: 'a', digit: '7', duration: 60 }]);
  });

  it.each<[RtpMedia['direction'], boolean, boolean]>([
    ['sendrecv', true, true],
    ['sendonly', true, false],
    ['recvonly', false, true],
    ['inactive', false, false],
  ])('that is %s sends: %s, and hears: %s', async (direction, sends, hears) => {
    const port = await rig.connect('a', phone, { direction });
    rig.play(leg('a'), tone(440));
    rig.join('b', 'a');
    const recording = rig.record(bridge('b'));
    for (let count = 0; count < 8; count += 1) {
      await phone.say(port, spoken('ulaw', 4000));
      rig.pass(20);
      await rig.ticks(0);
    }
    await rig.ticks(1);
    const [heard = new Int16Array()] = await rig.stopAll([recording]);

    expect([phone.taken().length > 0, heard.some((sample) => sample !== 0)]).toEqual([sends, hears]);
  });

  it('goes on where it would be without the pause when it may send again', async () => {
    await rig.connect('a', phone);
    rig.play(leg('a'), tone(440));
    await rig.ticks(2);
    rig.configure('a', { remote: phone.place, direction: 'recvonly' });
    await rig.ticks(10);
    rig.configure('a', { remote: phone.place });
    await rig.ticks(2);

    const packets = phone.taken();
    expect(steps(packets, 'sequence')).toEqual([1, 1, 1]);
    expect(steps(packets, 'timestamp')).toEqual([160, 11 * 160, 160]);
    expect(packets.map(({ marker }) => marker)).toEqual([true, false, true, false]);
  });

  it.each([
    [10, 80, 8],
    [30, 240, 2],
    [40, 320, 2],
    [60, 480, 1],
  ])('sends packets of %d ms', async (packetTime, samples, count) => {
    await rig.connect('a', phone, { packetTime });
    rig.play(leg('a'), tone(440));
    await rig.ticks(4);

    const packets = phone.taken();
    expect(packets.map(({ payload }) => payload.length)).toEqual(Array(count).fill(samples));
    expect(steps(packets, 'timestamp').every((step) => step === samples)).toBe(true);
  });

  it('reports over the port of the packets where both share it', async () => {
    const port = await rig.connect('a', phone, { rtcp: { kind: 'mux' } });
    await phone.say(port, spoken('ulaw', 100));
    await rig.ticks(251);

    expect(phone.reports[0]?.[1]).toBe(201);
    rig.send({ do: 'close-leg', leg: 'a' });
    await rig.ticks(2);
    expect(phone.reports).toHaveLength(2);
  });

  it('reports to another place where one is named', async () => {
    const other = await rig.telephone();
    const port = await rig.connect('a', phone, { rtcp: { kind: 'place', place: other.place } });
    await phone.say(port, spoken('ulaw', 100));
    await rig.ticks(251);

    expect(other.reports).toHaveLength(1);
  });

  it('is refused when there is no codec for what was agreed upon, and its ports are free again', async () => {
    await rig.connect('a', phone, { send: { audio: { ...muLaw, format: 'gsm' }, events: undefined } });
    rig.pass(20);

    expect(rig.all('leg-failed')).toMatchObject([{ leg: 'a', reason: expect.stringContaining('gsm') as unknown }]);
    expect(rig.statistics).toMatchObject({ legs: 0 });
  });
});

describe('where a leg by RTP sends to', () => {
  const followed = { isStrict: true, probation: 4, isFollowed: true };

  async function heardAt(telephone: Telephone): Promise<number> {
    telephone.taken();
    await rig.ticks(2);
    return telephone.taken().length;
  }

  it('follows where packets really come from, once they have shown to be a stream', async () => {
    const behind = await rig.telephone();
    const port = await rig.connect('a', phone, { sender: followed });
    rig.play(leg('a'), tone(440));
    for (let count = 0; count < 3; count += 1) await behind.say(port, spoken('ulaw', 100));
    expect([await heardAt(phone), await heardAt(behind)]).toEqual([2, 0]);

    await behind.say(port, spoken('ulaw', 100));

    expect([await heardAt(phone), await heardAt(behind)]).toEqual([0, 2]);
  });

  it('follows where reports really come from, although another place was named for them', async () => {
    const [named, behind] = [await rig.telephone(), await rig.telephone()];
    const port = await rig.connect('a', phone, { sender: followed, rtcp: { kind: 'place', place: named.place } });
    await phone.say(port, spoken('ulaw', 100));
    await behind.send(port + 1, emptyReport);
    await rig.ticks(251);

    expect([named.reports.length, behind.reports.length]).toEqual([0, 1]);
  });

  it('sends no reports to the place that was named for them when packets come from elsewhere', async () => {
    const [named, behind] = [await rig.telephone(), await rig.telephone()];
    const rtcp = { kind: 'place', place: named.place } as const;
    const port = await rig.connect('a', phone, { sender: followed, rtcp });
    for (let count = 0; count < 4; count += 1) await behind.say(port, spoken('ulaw', 100));
    rig.configure('a', { remote: phone.place, sender: followed, rtcp });
    await rig.ticks(251);

    expect(named.reports).toEqual([]);
  });

  it('sends reports to the place that was named for them while packets come from where they should', async () => {
    const named = await rig.telephone();
    const rtcp = { kind: 'place', place: named.place } as const;
    const port = await rig.connect('a', phone, { sender: followed, rtcp });
    for (let count = 0; count < 4; count += 1) await phone.say(port, spoken('ulaw', 100));
    rig.configure('a', { remote: phone.place, sender: followed, rtcp });
    await rig.ticks(251);

    expect(named.reports).toHaveLength(1);
  });

  it('stays where it was agreed upon unless it is to follow', async () => {
    const behind = await rig.telephone();
    const port = await rig.connect('a', phone);
    rig.play(leg('a'), tone(440));
    for (let count = 0; count < 8; count += 1) await behind.say(port, spoken('ulaw', 100));

    expect([await heardAt(phone), await heardAt(behind)]).toEqual([2, 0]);
  });

  it('cannot be taken over while its source sends, and follows a new negotiation', async () => {
    const [stranger, moved] = [await rig.telephone(), await rig.telephone()];
    const port = await rig.connect('a', phone, { sender: followed });
    rig.play(leg('a'), tone(440));
    await phone.say(port, spoken('ulaw', 100));
    for (let count = 0; count < 8; count += 1) await stranger.say(port, spoken('ulaw', 100));
    expect([await heardAt(phone), await heardAt(stranger)]).toEqual([2, 0]);

    rig.configure('a', { remote: moved.place, sender: followed });

    expect([await heardAt(phone), await heardAt(moved)]).toEqual([0, 2]);
  });
});

describe('a leg by RTP that is watched', () => {
  const watch = { silence: 1000, silenceOnHold: 3000, keepAlive: undefined };

  it('tells once when nothing comes for too long, and when packets come again', async () => {
    const port = await rig.connect('a', phone, { watch });
    await phone.say(port, spoken('ulaw', 100));
    rig.pass(980);
    expect(rig.all('rtp-silent')).toEqual([]);
    rig.pass(5000);
    expect(rig.all('rtp-silent')).toEqual([{ tell: 'rtp-silent', leg: 'a', milliseconds: 1000 }]);

    await phone.say(port, spoken('ulaw', 100));
    rig.pass(500);
    expect(rig.all('rtp-heard-again')).toEqual([{ tell: 'rtp-heard-again', leg: 'a' }]);
    rig.pass(1000);
    expect(rig.all('rtp-silent')).toHaveLength(2);
  });

  it('waits longer while it is on hold', async () => {
    await rig.connect('a', phone, { watch, direction: 'sendonly' });
    rig.pass(2900);
    expect(rig.all('rtp-silent')).toEqual([]);
    rig.pass(200);
    expect(rig.all('rtp-silent')).toMatchObject([{ milliseconds: 3000 }]);
  });

  it('sends comfort noise when nothing else was sent for long', async () => {
    await rig.connect('a', phone, { watch: { ...watch, keepAlive: 1000 } });
    await rig.ticks(120);

    expect(phone.taken().map(({ payloadType, payload }) => [payloadType, payload])).toEqual([
      [13, [127]],
      [13, [127]],
    ]);
  });
});

describe('a leg that is metered', () => {
  it('tells ten times a second how loud both directions are, until that is over', async () => {
    const port = await rig.connect('a', phone);
    rig.send({ do: 'meter-leg', leg: 'a', on: true });
    for (let count = 0; count < 10; count += 1) {
      await phone.say(port, spoken('ulaw', 8000));
      rig.pass(20);
    }
    const loud = rig.all('leg-level');
    rig.play(leg('a'), tone(440));
    rig.pass(1000);
    const both = rig.all('leg-level').slice(loud.length);
    rig.send({ do: 'meter-leg', leg: 'a', on: false });
    rig.pass(1000);

    // 8000 of 32768 is a quarter: 12 decibels less.
    expect(loud.at(-1)?.in).toBeCloseTo(-12.2, 0);
    expect(loud.at(-1)?.out).toBe(-127);
    expect(both).toHaveLength(10);
    expect(both.at(-1)?.in).toBe(-127);
    expect(both.at(-1)?.out).toBeGreaterThan(-20);
    expect(rig.all('leg-level')).toHaveLength(loud.length + both.length);
  });
});
