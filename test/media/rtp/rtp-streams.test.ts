import fc from 'fast-check';
import { payloadsOfFormat } from '../../../src/media/rtp/payload/payload-types';
import { readRtp } from '../../../src/media/rtp/rtp-packet';
import { RtpStreamReader } from '../../../src/media/rtp/rtp-stream-reader';
import { RtpStreamWriter } from '../../../src/media/rtp/rtp-stream-writer';
import { codecOf, datagram } from './rtp-rig';
import { cases } from '../../support/effort';

const frameOf = (byte: number): Uint8Array => new Uint8Array(160).fill(byte);

function aWriter(options: { sequence?: number; timestamp?: number; clockRate?: number } = {}): RtpStreamWriter {
  const { sequence = 10, timestamp = 1000, clockRate = 8000 } = options;
  const payloads = { payloadType: 0, clockRate, events: { type: 101, clockRate: 8000 } };
  return new RtpStreamWriter(payloads, () => ({ ssrc: 77, sequence, timestamp }));
}

/** Sequence number, timestamp, payload type and M for a marker. */
function shown(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return '.';
  const packet = readRtp(bytes);
  return `${packet?.sequence} ${packet?.timestamp} ${packet?.payloadType}${packet?.marker ? 'M' : ''}`;
}

describe('a stream on its way out', () => {
  it('numbers its packets, and marks the first', () => {
    const writer = aWriter();

    expect([1, 2, 3].map((byte) => shown(writer.tick(frameOf(byte))))).toEqual([
      '10 1000 0M',
      '11 1160 0',
      '12 1320 0',
    ]);
    expect(writer.sent).toEqual({ packets: 3, octets: 480 });
  });

  it('carries the frame as it is', () => {
    const bytes = aWriter().tick(frameOf(9));

    expect(readRtp(bytes ?? frameOf(0))).toMatchObject({ ssrc: 77, length: 160 });
    expect(readRtp(bytes ?? frameOf(0))?.payload).toEqual(frameOf(9));
  });

  it('lets timestamps go on in a pause, and marks what follows it', () => {
    const writer = aWriter();
    const ticks = [frameOf(1), undefined, new Uint8Array(0), frameOf(1), frameOf(1)];

    expect(ticks.map((frame) => shown(writer.tick(frame)))).toEqual([
      '10 1000 0M',
      '.',
      '.',
      '11 1480 0M',
      '12 1640 0',
    ]);
  });

  it('tells a digit instead of audio, with the same numbering', () => {
    const writer = aWriter();
    writer.tick(frameOf(1));
    writer.digits.send({ digit: '5', duration: 40, gap: 0 });

    const packets = [1, 2, 3, 4, 5].map((byte) => shown(writer.tick(frameOf(byte))));

    expect(packets).toEqual(['11 1160 101M', '12 1160 101', '13 1160 101', '14 1160 101', '15 1800 0M']);
  });

  it('starts sequence numbers and timestamps over where they end', () => {
    const writer = aWriter({ sequence: 65_535, timestamp: 0xffff_ffff });

    expect([1, 2].map((byte) => shown(writer.tick(frameOf(byte))))).toEqual(['65535 4294967295 0M', '0 159 0']);
  });

  it('counts timestamps in the clock of its format', () => {
    const writer = aWriter({ clockRate: 48_000 });
    writer.tick(frameOf(1));

    expect(writer.timestamp).toBe(1960);
  });
});

class ReaderRig {
  readonly told: string[] = [];
  readonly reader: RtpStreamReader;

  constructor(format = 'ulaw', payloadType = 0) {
    const audio = [{ type: payloadType, format, clockRate: 8000 }];
    this.reader = new RtpStreamReader({
      receive: { audio: [...audio, ...payloadsOfFormat(format)], events: [{ type: 101, clockRate: 8000 }] },
      codecOf,
      digits: {
        began: (digit) => this.told.push(`${digit} down`),
        ended: (digit, duration) => this.told.push(`${digit} up after ${duration}`),
      },
    });
  }

  /** A datagram comes; false when it is none of this stream. */
  receive(bytes: Uint8Array, arrivedAt: number): boolean {
    const packet = readRtp(bytes);
    if (packet === undefined) return false;
    const use = this.reader.useOf(packet);
    if (use === undefined) this.reader.refuse(packet);
    else this.reader.receive(packet, use, arrivedAt);
    return use !== undefined;
  }
}

describe('a stream on its way in', () => {
  it('is what was sent, a little later', () => {
    const codec = codecOf('ulaw');
    const [rig, writer] = [new ReaderRig(), aWriter()];
    const heard = Array.from({ length: 10 }, (_, tick) => {
      const bytes = writer.tick(codec.encode(new Int16Array(160).fill(1000 * tick)));
      rig.receive(bytes ?? frameOf(0), 20 * tick);
      return rig.reader.tick()?.[80];
    });

    const sent = [...codec.decode(codec.encode(Int16Array.from({ length: 9 }, (_, tick) => 1000 * tick)))];
    expect(heard).toEqual([undefined, ...sent]);
    expect(rig.reader).toMatchObject({ ssrc: 77, counters: { received: 10, lost: 0 } });
  });

  it('tells of digits between the audio, and is silent meanwhile', () => {
    const [rig, writer] = [new ReaderRig(), aWriter()];
    const isHeard: boolean[] = [];
    for (let tick = 0; tick < 30; tick += 1) {
      if (tick === 10) writer.digits.send({ digit: '#', duration: 160, gap: 0 });
      const bytes = writer.tick(frameOf(0x20));
      if (bytes !== undefined) rig.receive(bytes, 20 * tick);
      isHeard.push(rig.reader.tick() !== undefined);
    }

    expect(rig.told).toEqual(['# down', '# up after 160']);
    expect(rig.reader.counters).toMatchObject({ received: 30, lost: 0 });
    expect(isHeard.indexOf(false, 1)).toBe(11);
    expect(isHeard.slice(22)).not.toContain(false);
  });

  it('ends a digit when its sender falls silent, or is another one, or at the end', () => {
    const rig = new ReaderRig();
    const digit = (sequence: number, code: number, ssrc: number) =>
      datagram({ sequence, timestamp: 160 * sequence, ssrc, payloadType: 101 }, Uint8Array.of(code, 10, 0, 160));

    rig.receive(digit(1, 1, 5), 0);
    for (let tick = 0; tick < 20; tick += 1) rig.reader.tick();
    expect(rig.told).toEqual(['1 down', '1 up after 20']);

    rig.receive(digit(9, 2, 5), 0);
    rig.receive(digit(2, 3, 6), 0);
    expect(rig.told.slice(2)).toEqual(['2 down', '2 up after 20', '3 down']);

    rig.reader.end();
    rig.reader.end();
    expect(rig.told.slice(5)).toEqual(['3 up after 20']);
  });

  it('refuses other audio without taking it for lost', () => {
    const rig = new ReaderRig();

    const taken = [0, 8, 0, 13, 31].map((payloadType, index) =>
      rig.receive(datagram({ sequence: index, payloadType }, frameOf(1)), 0),
    );

    expect(taken).toEqual([true, false, true, true, false]);
    expect(rig.reader.counters).toMatchObject({ received: 5, lost: 0 });
    expect(rig.receive(frameOf(1), 0)).toBe(false);
  });

  it('takes its audio under each number that it is known by', () => {
    const rig = new ReaderRig('slin', 11);

    expect(rig.receive(datagram({ payloadType: 10 }, new Uint8Array(320)), 0)).toBe(true);
  });

  it('survives any datagram', () => {
    const some = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .record({ payloadType: fc.constantFrom(0, 8, 13, 101), sequence: fc.nat(50), marker: fc.boolean() })
        .chain((header) => fc.uint8Array({ maxLength: 400 }).map((payload) => datagram(header, payload))),
    );
    fc.assert(
      fc.property(fc.array(some, { maxLength: 40 }), (datagrams) => {
        const rig = new ReaderRig();
        for (const [index, bytes] of datagrams.entries()) {
          rig.receive(bytes, 7 * index);
          if (index % 3 === 0) rig.reader.tick();
        }
        rig.reader.report();
        rig.reader.end();
      }),
      { numRuns: cases({ few: 60, many: 300 }) },
    );
  });
});
