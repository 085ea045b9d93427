import fc from 'fast-check';
import { Reception } from '../../../../src/media/rtp/rtcp/reception';
import { ntpTime, roundTrip, shortTime } from '../../../../src/media/rtp/rtcp/rtcp';
import type { ReportBlock, RtcpReport } from '../../../../src/media/rtp/rtcp/rtcp';
import { readRtcp } from '../../../../src/media/rtp/rtcp/rtcp-reader';
import { writeRtcp } from '../../../../src/media/rtp/rtcp/rtcp-writer';
import { isRtcp } from '../../../../src/media/rtp/rtp-packet';
import { cases } from '../../../support/effort';

const block: ReportBlock = {
  ssrc: 0xcafe,
  fractionLost: 64,
  lost: -3,
  highestSequence: 0x1ffff,
  jitter: 17,
  lastReport: 0xb44db705,
  delay: 0x00054000,
};
const sender = { seconds: 0xb44db705, fraction: 0x20000000, timestamp: 0xffffffff, packets: 5, octets: 800 };

describe('reports', () => {
  it.each<[string, RtcpReport]>([
    ['who only receives', { ssrc: 1, blocks: [block], left: [] }],
    ['who hears nobody', { ssrc: 1, blocks: [], left: [] }],
    ['who sends', { ssrc: 0xffffffff, sender, blocks: [], cname: 'a@b', left: [] }],
    ['who sends and receives', { ssrc: 1, sender, blocks: [block, { ...block, ssrc: 2 }], cname: 'é', left: [] }],
    ['who leaves', { ssrc: 1, blocks: [], cname: '', left: [1] }],
  ])('of one %s are read as they were written', (_, report) => {
    const bytes = writeRtcp(report);

    expect(readRtcp(bytes)).toEqual(report);
    expect(isRtcp(bytes)).toBe(true);
    expect(bytes.length % 4).toBe(0);
  });

  it('look like this', () => {
    expect([...writeRtcp({ ssrc: 1, blocks: [], cname: 'ab', left: [1] })]).toEqual([
      ...[0x80, 201, 0, 1, 0, 0, 0, 1],
      ...[0x81, 202, 0, 3, 0, 0, 0, 1, 1, 2, 97, 98, 0, 0, 0, 0],
      ...[0x81, 203, 0, 1, 0, 0, 0, 1],
    ]);
  });

  it.each([0, 1, 2, 3, 4, 5, 300])('keep to multiples of four with a name of %d letters', (length) => {
    const read = readRtcp(writeRtcp({ ssrc: 1, blocks: [], cname: 'x'.repeat(length), left: [] }));

    expect(read?.cname).toBe('x'.repeat(Math.min(length, 255)));
  });

  it('tell no more losses than fit', () => {
    const lostIn = (lost: number) =>
      readRtcp(writeRtcp({ ssrc: 1, blocks: [{ ...block, lost }], left: [] }))?.blocks[0]?.lost;

    expect([0x900000, -0x900000, 0x7fffff].map(lostIn)).toEqual([0x7fffff, -0x800000, 0x7fffff]);
  });

  it('may have unknown parts, and padding at the end', () => {
    const unknown = [0x80, 207, 0, 1, 1, 2, 3, 4];
    const padded = [0xa1, 203, 0, 2, 0, 0, 0, 9, 0, 0, 0, 4];
    const bytes = Uint8Array.of(...writeRtcp({ ssrc: 1, blocks: [], left: [] }), ...unknown, ...padded);

    expect(readRtcp(bytes)).toEqual({ ssrc: 1, blocks: [], left: [9] });
  });

  it.each([
    ['are empty', []],
    ['are cut', [0x80, 201, 0]],
    ['have another version', [0x40, 201, 0, 1, 0, 0, 0, 1]],
    ['are RTP', [0x80, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['claim to be longer', [0x80, 201, 0, 2, 0, 0, 0, 1]],
    ['claim blocks they do not have', [0x81, 201, 0, 1, 0, 0, 0, 1]],
    ['have no room for their sender', [0x80, 200, 0, 1, 0, 0, 0, 1]],
    ['have no room for who tells', [0x80, 201, 0, 0]],
    ['claim more to leave than there are', [0x82, 203, 0, 1, 0, 0, 0, 1]],
    ['are padded with nothing', [0xa0, 201, 0, 1, 0, 0, 0, 0]],
    ['are padded with more than there is', [0xa0, 201, 0, 1, 0, 0, 0, 9]],
    ['are padded before the end', [0xa0, 201, 0, 2, 0, 0, 0, 1, 0, 0, 0, 4, 0x80, 201, 0, 1, 0, 0, 0, 1]],
    ['tell of nobody', [0x80, 207, 0, 0]],
  ])('are refused when they %s', (_, bytes) => {
    expect(readRtcp(Uint8Array.from(bytes))).toBeUndefined();
  });

  it('survive names that lie about their length', () => {
    const report = [0x80, 201, 0, 1, 0, 0, 0, 1];

    expect(readRtcp(Uint8Array.of(...report, 0x81, 202, 0, 2, 0, 0, 0, 1, 1, 200, 65, 66))?.cname).toBeUndefined();
  });

  it('may be any bytes at all without harm', () => {
    const good = writeRtcp({ ssrc: 1, sender, blocks: [block], cname: 'name', left: [1] });
    const changes = fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 8 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), changes, fc.nat(good.length), (bytes, changed, kept) => {
        readRtcp(bytes);
        const damaged = Uint8Array.from(good);
        for (const [at, value] of changed) damaged[at] = value;
        readRtcp(damaged.subarray(0, kept));
      }),
      { numRuns: cases({ few: 400, many: 2000 }) },
    );
  });
});

describe('the time of a round trip', () => {
  it('is what is left when the stay at the other side is taken off', () => {
    const sentAt = Date.UTC(2030, 1, 2, 3, 4, 5, 678);
    const lastReport = shortTime(ntpTime(sentAt));

    const taken = roundTrip({ ...block, lastReport, delay: 2 * 0x10000 }, sentAt + 2150);

    expect(taken).toBeCloseTo(150, 0);
  });

  it('is not known when there was no report, or the answer is a lie', () => {
    const sentAt = Date.UTC(2030, 1, 2);
    const lastReport = shortTime(ntpTime(sentAt));

    expect(roundTrip({ ...block, lastReport: 0 }, sentAt)).toBeUndefined();
    expect(roundTrip({ ...block, lastReport, delay: 60 * 0x10000 }, sentAt + 100)).toBeUndefined();
    expect(roundTrip({ ...block, lastReport, delay: 0 }, sentAt - 10)).toBe(0);
  });

  it('counts from the year 1900', () => {
    expect(ntpTime(500)).toEqual({ seconds: 2_208_988_800, fraction: 0x80000000 });
  });
});

describe('what is told of a reception', () => {
  function aReception(...sequences: readonly number[]): Reception {
    const reception = new Reception(8000, () => undefined);
    for (const sequence of sequences) reception.place(sequence & 0xffff);
    return reception;
  }

  it('is nothing before a packet came', () => {
    expect(aReception().report()).toBeUndefined();
  });

  it('is the part that was lost since the report before', () => {
    const reception = aReception(1, 2, 4);
    expect(reception.report()).toMatchObject({ fractionLost: 64, lost: 1, highestSequence: 4 });

    for (const sequence of [5, 6, 7, 8]) reception.place(sequence);
    expect(reception.report()).toMatchObject({ fractionLost: 0, lost: 1, highestSequence: 8 });
    expect(reception.report()).toMatchObject({ fractionLost: 0, lost: 1 });
  });

  it('is less than nothing lost when packets came twice', () => {
    expect(aReception(1, 1, 2).report()).toMatchObject({ fractionLost: 0, lost: -1 });
  });

  it('counts how often sequence numbers started over', () => {
    expect(aReception(65_534, 65_535, 65_536, 65_537).report()).toMatchObject({ lost: 0, highestSequence: 0x10001 });
  });

  it('takes what was overtaken by the very first packet for part of the stream', () => {
    expect(aReception(0, 65_535, 1).report()).toMatchObject({ lost: 0, highestSequence: 1 });
  });

  it('is about one stream only, while counters go on', () => {
    const reception = aReception(1, 3);
    reception.restart();
    reception.place(40_000);

    expect(reception.report()).toMatchObject({ lost: 0, highestSequence: 40_000 });
    expect(reception.counters).toMatchObject({ received: 3, lost: 1 });
  });

  it('has a jitter that follows the changes of transit', () => {
    const reception = aReception(1);
    for (let number = 0; number < 400; number += 1)
      reception.time((0xffff_f000 + 160 * number) >>> 0, 20 * number + (number % 2 === 0 ? 5 : 0));

    expect(reception.counters.jitter).toBeCloseTo(5, 1);
    expect(reception.report()?.jitter).toBe(39);
  });
});
