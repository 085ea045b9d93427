import fc from 'fast-check';
import { TelephoneEventReader } from '../../../../src/media/rtp/telephone-event/telephone-event-reader';
import { TelephoneEventWriter } from '../../../../src/media/rtp/telephone-event/telephone-event-writer';
import { cases } from '../../../support/effort';

interface Sent {
  readonly payload: Uint8Array;
  readonly timestamp: number;
  readonly marker: boolean;
}

/** An event of which this many milliseconds are over. */
function event(code: number, milliseconds: number, more: { at?: number; end?: boolean; marker?: boolean } = {}): Sent {
  const units = milliseconds * 8;
  const flags = more.end === true ? 0x8a : 0x0a;
  return {
    payload: Uint8Array.of(code, flags, units >> 8, units & 0xff),
    timestamp: more.at ?? 1000,
    marker: more.marker ?? false,
  };
}

class ReaderRig {
  readonly told: string[] = [];
  readonly reader: TelephoneEventReader;

  constructor(private readonly clockRate?: number) {
    const listener = {
      began: (digit: string) => this.told.push(`${digit} down`),
      ended: (digit: string, duration: number) => this.told.push(`${digit} up after ${duration}`),
    };
    this.reader = new TelephoneEventReader(listener);
  }

  read(...events: readonly Sent[]): readonly string[] {
    for (const each of events) this.reader.read(each, this.clockRate);
    return this.told;
  }

  tick(times: number): readonly string[] {
    for (let i = 0; i < times; i += 1) this.reader.tick();
    return this.told;
  }
}

const whole = [
  event(5, 20, { marker: true }),
  event(5, 40),
  event(5, 60),
  event(5, 80, { end: true }),
  event(5, 80, { end: true }),
  event(5, 80, { end: true }),
];

describe('the reader of telephone events', () => {
  it('tells of a digit once when it begins and once when it ends', () => {
    const rig = new ReaderRig();

    expect(rig.read(...whole.slice(0, 3))).toEqual(['5 down']);
    expect(rig.reader.isDown).toBe(true);
    expect(rig.read(...whole.slice(3))).toEqual(['5 down', '5 up after 80']);
    expect(rig.reader.isDown).toBe(false);
  });

  it.each(whole.map((_, index) => index))('knows the digit by its packet %d alone', (index) => {
    const rig = new ReaderRig();

    rig.read(...whole.slice(index, index + 1));
    rig.reader.flush();

    expect(rig.told).toEqual(['5 down', `5 up after ${Math.min(80, 20 * (index + 1))}`]);
  });

  it('counts in the clock it was given', () => {
    const rig = new ReaderRig(48000);

    expect(rig.read(event(1, 600, { end: true }))).toEqual(['1 down', '1 up after 100']);
  });

  it.each([
    [0, '0'],
    [9, '9'],
    [10, '*'],
    [11, '#'],
    [12, 'A'],
    [15, 'D'],
    [16, '!'],
  ])('takes event %d for %s', (code, digit) => {
    expect(new ReaderRig().read(event(code, 50, { end: true }))[0]).toBe(`${digit} down`);
  });

  it.each([17, 32, 89, 255])('passes over event %d', (code) => {
    expect(new ReaderRig().read(event(code, 50, { end: true }))).toEqual([]);
  });

  it('ends a digit whose end got lost when the next one begins', () => {
    const rig = new ReaderRig();

    expect(rig.read(event(1, 40), event(2, 20, { at: 2000 }))).toEqual(['1 down', '1 up after 40', '2 down']);
  });

  it('tells the same digit twice when it was pressed twice', () => {
    const rig = new ReaderRig();

    expect(rig.read(event(1, 40), event(1, 60, { at: 2000, end: true }))).toEqual([
      '1 down',
      '1 up after 40',
      '1 down',
      '1 up after 60',
    ]);
  });

  it('ends a digit of which nothing more is heard', () => {
    const rig = new ReaderRig();
    rig.read(event(1, 40));

    expect(rig.tick(14)).toEqual(['1 down']);
    rig.read(event(1, 60));
    expect(rig.tick(14)).toEqual(['1 down']);
    expect(rig.tick(100)).toEqual(['1 down', '1 up after 60']);
    expect(rig.read(event(1, 80), event(1, 90, { end: true }))).toHaveLength(2);
  });

  it('does not let overtaken packets make a digit shorter, or begin it again', () => {
    const rig = new ReaderRig();

    expect(rig.read(event(1, 60), event(1, 20, { marker: true }), event(1, 80, { end: true }), event(1, 40))).toEqual([
      '1 down',
      '1 up after 80',
    ]);
  });

  it('ignores packets of a digit before this one', () => {
    const rig = new ReaderRig();

    expect(rig.read(event(2, 20, { at: 2000 }), event(1, 80, { at: 1000, end: true }))).toEqual(['2 down']);
  });

  it('takes timestamps that are far back for new ones', () => {
    const rig = new ReaderRig();
    rig.read(event(2, 20, { at: 1_000_000, end: true }));

    expect(rig.read(event(1, 80, { at: 1000 }))).toContain('1 down');
  });

  it('takes any timestamps from another sender', () => {
    const rig = new ReaderRig();
    rig.read(event(2, 20, { at: 2000 }));

    rig.reader.restart();

    expect(rig.read(event(1, 80, { at: 1000 }))).toEqual(['2 down', '2 up after 20', '1 down']);
  });

  it('follows timestamps over their end', () => {
    const rig = new ReaderRig();

    rig.read(event(1, 40, { at: 0xffffff00, end: true }), event(2, 40, { at: 0x400, end: true }));

    expect(rig.read(event(1, 40, { at: 0xffffff00 }))).toEqual(['1 down', '1 up after 40', '2 down', '2 up after 40']);
  });

  it('joins the segments of a long digit', () => {
    const rig = new ReaderRig();
    const first = { payload: Uint8Array.of(1, 10, 0xff, 0xff), timestamp: 1000, marker: false };
    const second = { ...first, timestamp: 1000 + 0xffff };

    rig.read(event(1, 20, { marker: true }), first, second);
    rig.read(event(1, 20, { at: 1000 + 2 * 0xffff }), event(1, 100, { at: 1000 + 2 * 0xffff, end: true }));

    expect(rig.told).toEqual(['1 down', `1 up after ${Math.round((2 * 0xffff) / 8 + 100)}`]);
  });

  it('joins them when the last of a segment got lost, but not over a marker', () => {
    const rig = new ReaderRig();

    rig.read(event(1, 8000), event(1, 20, { at: 1000 + 0xffff }));
    expect(rig.told).toEqual(['1 down']);

    rig.read(event(1, 20, { at: 1000 + 2 * 0xffff, marker: true }));
    expect(rig.told).toEqual(['1 down', `1 up after ${Math.round(0xffff / 8 + 20)}`, '1 down']);
  });

  it('makes nothing of packets that are too short, and looks at no more than the first event', () => {
    const rig = new ReaderRig();

    rig.read({ payload: Uint8Array.of(1, 0x80, 1), timestamp: 1, marker: true });
    expect(rig.told).toEqual([]);

    rig.read({ payload: Uint8Array.of(1, 0x80, 0, 160, 0, 0, 0, 0), timestamp: 1, marker: true });
    expect(rig.told).toEqual(['1 down', '1 up after 20']);
  });

  it('tells each digit exactly once as long as one of its packets comes', () => {
    const digit = fc.record({
      digit: fc.constantFrom(...'0123456789*#ABCD'),
      duration: fc.integer({ min: 1, max: 400 }),
      gap: fc.integer({ min: 0, max: 200 }),
    });
    const losses = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }));
    const start = fc.constantFrom(0, 0xffff_f000, 0x7fff_ff00);
    fc.assert(
      fc.property(fc.array(digit, { minLength: 1, maxLength: 6 }), losses, start, (digits, chance, first) => {
        const rig = new ReaderRig();
        const writer = new TelephoneEventWriter();
        for (const each of digits) writer.send(each);
        const packets = packetsOf(writer, first);
        const kept = atLeastOneOfEach(packets, () => (chance.next().value as number) < 0.3);
        rig.read(...kept);
        rig.reader.flush();
        const downs = rig.told.filter((line) => line.endsWith('down')).map((line) => line.charAt(0));
        expect(downs.join('')).toBe(digits.map((each) => each.digit).join(''));
        expect(rig.told).toHaveLength(2 * digits.length);
      }),
      { numRuns: cases({ few: 60, many: 300 }) },
    );
  });

  it('survives any bytes, and ends as many digits as it began', () => {
    const anything = fc.record({
      payload: fc.uint8Array({ maxLength: 6 }).map((bytes) => bytes.map((byte, at) => (at === 0 ? byte % 20 : byte))),
      timestamp: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 0xffffffff })),
      marker: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anything), (packets) => {
        const rig = new ReaderRig();
        rig.read(...packets);
        rig.reader.flush();
        const counts = ['down', 'up'].map((word) => rig.told.filter((line) => line.includes(word)).length);
        expect(counts[0]).toBe(counts[1]);
      }),
      { numRuns: cases({ few: 100, many: 500 }) },
    );
  });
});

function packetsOf(writer: TelephoneEventWriter, first: number): Sent[] {
  const packets: Sent[] = [];
  for (let tick = 0; !writer.isIdle; tick += 1) {
    const timestamp = (first + 160 * tick) >>> 0;
    if (writer.tick(timestamp))
      packets.push({ payload: writer.payload.slice(), timestamp: writer.timestamp, marker: writer.marker });
  }
  return packets;
}

function atLeastOneOfEach(packets: readonly Sent[], isKept: () => boolean): Sent[] {
  const kept = packets.filter(isKept);
  const seen = new Set(kept.map(({ timestamp }) => timestamp));
  const rescued = packets.filter(({ timestamp }) => !seen.has(timestamp) && seen.add(timestamp));
  return packets.filter((packet) => kept.includes(packet) || rescued.includes(packet));
}
