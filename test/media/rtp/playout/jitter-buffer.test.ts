import fc from 'fast-check';
import { JitterBuffer } from '../../../../src/media/rtp/playout/jitter-buffer';
import { frameSize } from '../../../../src/media/samples/media-frames';
import { ringSize } from '../../../../src/media/rtp/playout/packet-ring';
import { BufferRig, codecOf, packet, upTo } from '../rtp-rig';
import { cases } from '../../../support/effort';

describe('the jitter buffer', () => {
  it('lets the first packet wait for the second, and then gives one in every tick', () => {
    const rig = new BufferRig();

    rig.play(...upTo(10));

    expect(rig.taken).toEqual(['silent', ...Array.from({ length: 9 }, () => 'audio')]);
    expect(rig.heard).toEqual(upTo(9));
  });

  it('is silent before anything came', () => {
    expect(new BufferRig().tick(5)).toBe('silent');
  });

  it('puts packets in order, the first ones too', () => {
    const rig = new BufferRig();
    for (const pair of [
      [2, 1],
      [4, 3],
      [6, 5],
    ]) {
      for (const number of pair) rig.arrive(number);
      rig.tick(2);
    }
    rig.tick(2);

    expect(rig.heard).toEqual(upTo(6));
    expect(rig.buffer.counters).toMatchObject({ received: 6, lost: 0, late: 0, duplicated: 0 });
  });

  it('plays copies once', () => {
    const rig = new BufferRig();
    rig.play(1, 2, 3);
    rig.arrive(3);
    rig.arrive(1);
    rig.tick(2);

    expect(rig.heard).toEqual([1, 2, 3]);
    expect(rig.buffer.counters).toMatchObject({ duplicated: 2, late: 0 });
  });

  it('makes up for a packet that is missing while others are there', () => {
    const rig = new BufferRig();
    rig.play(1, 2, 3, 4);
    rig.tick();
    rig.play(6, 7, 8, 9);

    expect(rig.taken.slice(1)).toEqual(['audio', 'audio', 'audio', 'audio', 'concealed', 'audio', 'audio', 'audio']);
    expect(rig.heard).toEqual([1, 2, 3, 4, 6, 7, 8]);
    expect(rig.buffer.counters).toMatchObject({ received: 8, lost: 1 });
  });

  it('drops what comes after its turn, and lets packets wait longer from then on', () => {
    const rig = new BufferRig();
    rig.play(1, 2, 3, 4);
    rig.tick();
    rig.play(6, 7);
    const wait = rig.buffer.wait;
    rig.arrive(5);
    rig.play(8, 9, 10, 11);

    expect(rig.heard).not.toContain(5);
    expect(rig.buffer.wait).toBe(wait + 1);
    expect(rig.buffer.depth).toBe(40);
    expect(rig.buffer.counters).toMatchObject({ late: 1, lost: 0 });
  });

  it('never lets packets wait for more than ten frames because of late ones', () => {
    const rig = new BufferRig();
    rig.play(...upTo(4));
    for (let number = 6; number < 600; number += 20) {
      rig.play(...upTo(19, number));
      rig.arrive(number - 1);
    }

    expect(rig.buffer.wait).toBe(10);
    expect(rig.buffer.depth).toBeLessThanOrEqual(200);
  });

  it('stands still when nothing comes, and goes on where it stopped', () => {
    const rig = new BufferRig();
    rig.play(1, 2);
    rig.tick(3);
    for (const number of [3, 4, 5]) rig.arrive(number);
    rig.tick(3);

    expect(rig.heard).toEqual(upTo(5));
    expect(rig.taken).toEqual(['silent', 'audio', 'audio', 'concealed', 'concealed', 'audio', 'audio', 'audio']);
  });

  it('counts the time it stood still for the packets that turn out to be lost', () => {
    const rig = new BufferRig();
    rig.play(1, 2, 3);
    rig.tick(2);
    rig.play(6, 7, 8);

    // 4 and 5 took two ticks in all, though nobody knew of them in the first.
    expect(rig.taken.slice(4)).toEqual(['concealed', 'concealed', 'audio', 'audio']);
    expect(rig.heard).toEqual([1, 2, 3, 6, 7]);
  });

  it('falls silent in a long pause, and lets packets wait anew behind it', () => {
    const rig = new BufferRig();
    rig.play(...upTo(5));
    rig.tick(50);
    expect(rig.taken.at(-1)).toBe('silent');

    rig.play(6, 7, 8);

    expect(rig.taken.slice(-3)).toEqual(['silent', 'audio', 'audio']);
    expect(rig.buffer.depth).toBe(20);
  });

  it('lets a talk spurt wait that finds nothing waiting', () => {
    const rig = new BufferRig();
    rig.play(1, 2, 3);
    rig.tick(2);
    rig.arrive(4, { marker: true });
    rig.tick();
    rig.play(5, 6);

    expect(rig.heard).toEqual([1, 2, 3, 4, 5]);
    expect(rig.buffer.depth).toBe(20);
  });

  it('begins anew with another source', () => {
    const rig = new BufferRig();
    rig.play(1, 2, 3);
    for (const number of [70, 71, 72]) {
      rig.arrive(number, { ssrc: 2, sequence: (50_000 + number) & 0xffff });
      rig.tick();
    }

    expect(rig.heard).toEqual([1, 2, 70, 71]);
    expect(rig.buffer.counters).toMatchObject({ received: 6, lost: 0 });
  });

  it('begins anew when sequence numbers jump, but not for a single stray packet', () => {
    const rig = new BufferRig();
    rig.play(1, 2, 3);
    rig.arrive(99, { sequence: 40_000 });
    rig.play(4, 5, 6);
    expect(rig.heard).toEqual([1, 2, 3, 4, 5]);

    for (const number of [60, 61, 62, 63]) {
      rig.arrive(number, { sequence: 30_000 + number });
      rig.tick();
    }
    expect(rig.heard.slice(5)).toEqual([6, 61, 62]);
  });

  it('leaps over a gap that is longer than it can hold', () => {
    const rig = new BufferRig();
    rig.play(1, 2, 3);
    rig.play(...upTo(4, 1000));

    expect(rig.heard.slice(-3)).toEqual([1000, 1001, 1002]);
    expect(rig.buffer.counters.lost).toBe(996);
  });

  it('plays on when only timestamps jump', () => {
    const rig = new BufferRig();
    rig.play(1, 2, 3);
    rig.arrive(4, { timestamp: 9 });
    rig.tick();
    rig.arrive(5, { timestamp: 4_000_000_000 });
    rig.tick();

    expect(rig.heard).toEqual([1, 2, 3, 4]);
    expect(rig.buffer.counters.jitter).toBeLessThan(20);
  });

  it('does not take a packet without audio for a lost one', () => {
    const rig = new BufferRig();
    rig.play(1, 2, 3);
    rig.arriveOther(4);
    rig.play(5, 6);

    expect(rig.heard).toEqual([1, 2, 3, 5]);
    expect(rig.taken).not.toContain('concealed');
    expect(rig.buffer.counters).toMatchObject({ received: 6, lost: 0 });
  });

  it('does not go on with a voice when something else is sent instead', () => {
    const rig = new BufferRig();
    rig.play(1, 2, 3);
    for (let number = 4; number < 300; number += 1) {
      rig.arriveOther(number);
      rig.tick();
    }
    rig.play(300, 301, 302);

    expect(rig.taken).not.toContain('concealed');
    expect(rig.heard).toEqual([1, 2, 3, 300, 301]);
  });
});

describe('the jitter buffer and clocks', () => {
  it('gives up a frame now and then when the sender is faster', () => {
    const rig = new BufferRig();
    let number = 0;
    for (let tick = 0; tick < 5000; tick += 1) {
      rig.play((number += 1));
      if (tick % 400 === 0) rig.arrive((number += 1));
    }

    expect(rig.buffer.depth).toBeLessThanOrEqual(60);
    expect(rig.taken.slice(1)).not.toContain('silent');
    expect(rig.heard).toHaveLength(4999);
  });

  it('stands still now and then when the sender is slower', () => {
    const rig = new BufferRig();
    let number = 0;
    for (let tick = 0; tick < 5000; tick += 1) {
      if (tick % 400 !== 0) rig.arrive((number += 1));
      rig.tick();
    }

    expect(rig.heard).toEqual(upTo(rig.heard.length));
    expect(rig.heard.length).toBeGreaterThan(4980);
  });

  it('gives up at once what is more than it may hold', () => {
    const rig = new BufferRig();
    for (const number of upTo(30)) rig.arrive(number);
    rig.tick(2);

    expect(rig.buffer.depth).toBe(20);
    expect(rig.heard).toEqual([29]);
  });

  it('measures no jitter in an even stream, and some in an uneven one', () => {
    const even = new BufferRig();
    even.play(...upTo(100));
    expect(even.buffer.counters.jitter).toBe(0);

    const uneven = new BufferRig();
    for (let number = 1; number < 200; number += 2) {
      uneven.tick(2);
      uneven.arrive(number);
      uneven.arrive(number + 1);
    }
    expect(uneven.buffer.counters.jitter).toBeGreaterThan(15);
    expect(uneven.buffer.counters.jitter).toBeLessThan(25);
  });
});

describe('the jitter buffer cuts and joins', () => {
  it.each([10, 20, 30, 40, 60, 120])('packets of %d ms into frames of 20', (milliseconds) => {
    const rig = new BufferRig({ milliseconds });
    let sent = 0;
    for (let tick = 0; tick < 60; tick += 1) {
      while (sent * milliseconds <= tick * 20) rig.arrive((sent += 1));
      rig.tick();
    }

    expect(rig.taken.slice(1)).not.toContain('concealed');
    expect(rig.samples).toEqual(rig.samples.map((_, at) => 1 + Math.floor(at / (milliseconds * 8))));
  });

  it.each([10, 30, 60])('packets of %d ms with one of them lost, keeping its time', (milliseconds) => {
    const rig = new BufferRig({ milliseconds });
    let sent = 0;
    for (let tick = 0; tick < 60; tick += 1) {
      while (sent * milliseconds <= tick * 20) if ((sent += 1) !== 8) rig.arrive(sent);
      rig.tick();
    }

    const ends = [9, 10].map((number) => rig.samples.lastIndexOf(number) + 1);
    expect(ends).toEqual([9 * milliseconds * 8, 10 * milliseconds * 8]);
    expect(rig.buffer.counters.lost).toBe(1);
    expect(rig.taken.slice(1)).not.toContain('silent');
  });

  it('of a codec with a memory, just as if it were one piece', () => {
    const [encoder, whole, codec] = [codecOf('g722'), codecOf('g722'), codecOf('g722')];
    const buffer = new JitterBuffer({ codec, clockRate: 8000 });
    const voice = Int16Array.from({ length: 16 * 600 }, (_, at) => 8000 * Math.sin(at / 7) + 3000 * Math.sin(at / 2.3));
    const bytes = encoder.encode(voice);
    const heard: number[] = [];
    const frame = new Int16Array(frameSize(16000));

    // Packets of 30 ms, every two of them swapped.
    for (let number = 0; number < 20; number += 2) {
      for (const sequence of [number + 1, number])
        buffer.put(
          packet({ sequence, timestamp: 240 * sequence }, bytes.subarray(240 * sequence, 240 * sequence + 240)),
          0,
        );
      for (let tick = 0; tick < 3; tick += 1) if (buffer.take(frame) === 'audio') heard.push(...frame);
    }

    expect(heard.length).toBeGreaterThan(16 * 500);
    expect(heard).toEqual([...whole.decode(bytes).subarray(0, heard.length)]);
  });
});

describe('whatever happens to packets on their way', () => {
  const fates = fc.array(
    fc.record({
      isLost: fc.boolean().chain((one) => fc.boolean().map((other) => one && other)),
      delay: fc.integer({ min: 0, max: 1 }),
      copies: fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 120 },
  );
  const start = fc.record({
    sequence: fc.constantFrom(0, 1, 65_530, 65_535, 32_000),
    timestamp: fc.constantFrom(0, 0xffff_ff00, 0x7fff_ff00),
  });

  it('those within reach are heard in order, each once, also where numbers start over', () => {
    fc.assert(
      fc.property(fates, start, (packets, first) => {
        const rig = new BufferRig(first);
        const arrivals = new Map<number, number[]>();
        const arriveAt = (tick: number, number: number) => arrivals.set(tick, [...(arrivals.get(tick) ?? []), number]);
        packets.forEach(({ isLost, delay, copies }, index) => {
          if (isLost) return;
          arriveAt(index + delay, index + 1);
          for (const later of copies) arriveAt(index + delay + later, index + 1);
        });

        for (let tick = 0; tick < packets.length + 12; tick += 1) {
          for (const number of arrivals.get(tick) ?? []) rig.arrive(number);
          rig.tick();
        }

        const sent = upTo(packets.length).filter((number) => packets[number - 1]?.isLost === false);
        expect(rig.heard).toEqual(sent);
        expect(rig.buffer.counters).toMatchObject({ late: 0 });
      }),
      { numRuns: cases({ few: 100, many: 500 }) },
    );
  });

  it('what waits is heard soon, and never out of order, however bad it gets', () => {
    // Not so far apart that they would be taken for another stream.
    const arrival = fc.record({ number: fc.integer({ min: 1, max: 99 }), ticks: fc.integer({ min: 0, max: 3 }) });
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 300 }), start, (arrivals, first) => {
        const rig = new BufferRig(first);
        for (const { number, ticks } of arrivals) {
          rig.arrive(number);
          rig.tick(ticks);
        }
        // Gaps take their time too, up to the longest that is not leapt over; then come the wait and what stretched it.
        rig.tick(ringSize + 40);
        expect(rig.buffer.depth).toBe(0);
        expect(rig.heard).toEqual([...new Set(rig.heard)].sort((one, other) => one - other));
      }),
      { numRuns: cases({ few: 60, many: 300 }) },
    );
  });

  it('packets with arbitrary headers and payloads do no harm', () => {
    const anything = fc.record({
      sequence: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 65_535 })),
      timestamp: fc.integer({ min: 0, max: 0xffffffff }),
      ssrc: fc.integer({ min: 1, max: 2 }),
      marker: fc.boolean(),
      isAudio: fc.boolean(),
      length: fc.constantFrom(0, 1, 3, 160, 320, 1440, 5000, 60_000),
      at: fc.integer({ min: -1e9, max: 1e12 }),
      ticks: fc.integer({ min: 0, max: 3 }),
    });
    const names = fc.constantFrom('ulaw', 'g722', 'slin', 'slin16', 'slin192');
    fc.assert(
      fc.property(names, fc.array(anything, { maxLength: 60 }), (name, packets) => {
        const codec = codecOf(name);
        const buffer = new JitterBuffer({ codec, clockRate: 8000 });
        const frame = new Int16Array(frameSize(codec.rate));
        for (const { isAudio, length, at, ticks, ...header } of packets) {
          const each = packet(header, new Uint8Array(length));
          if (isAudio) buffer.put(each, at);
          else buffer.passOver(each);
          for (let tick = 0; tick < ticks; tick += 1) buffer.take(frame);
        }
        buffer.report();
        for (let tick = 0; tick < 30; tick += 1) buffer.take(frame);
        expect(buffer.depth).toBe(0);
      }),
      { numRuns: cases({ few: 60, many: 300 }) },
    );
  });
});
