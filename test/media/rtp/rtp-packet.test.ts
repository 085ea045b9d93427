import fc from 'fast-check';
import { isRtcp, readRtp, RtpPacket, writeRtpHeader } from '../../../src/media/rtp/rtp-packet';
import { datagram } from './rtp-rig';
import { cases } from '../../support/effort';

const header = { payloadType: 8, marker: true, sequence: 0xfffe, timestamp: 0xfffffff0, ssrc: 0xdeadbeef };

/** A packet with the given first byte, and behind the fixed header these bytes. */
function withBits(first: number, ...rest: readonly number[]): Uint8Array {
  const bytes = datagram(header, Uint8Array.from(rest));
  bytes[0] = first;
  return bytes;
}

const payloadOf = (bytes: Uint8Array): readonly number[] | undefined => {
  const packet = readRtp(bytes);
  return packet === undefined ? undefined : [...packet.payload];
};

describe('a packet of RTP', () => {
  it('has a header of twelve bytes', () => {
    const bytes = new Uint8Array(12);

    writeRtpHeader(bytes, header);

    expect([...bytes]).toEqual([0x80, 0x88, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xf0, 0xde, 0xad, 0xbe, 0xef]);
  });

  it('is read as it was written', () => {
    expect(readRtp(datagram(header, Uint8Array.of(1, 2, 3)))).toMatchObject({ ...header, length: 3 });
  });

  it('shows its payload without copying it', () => {
    const bytes = datagram(header, Uint8Array.of(1, 2, 3));

    const payload = readRtp(bytes)?.payload;
    bytes[12] = 9;

    expect(payload).toEqual(Uint8Array.of(9, 2, 3));
  });

  it('can be read into one that is used again', () => {
    const into = new RtpPacket();

    expect(readRtp(datagram({ sequence: 7 }), into)).toBe(into);
    expect(into.sequence).toBe(7);
  });

  it.each([
    ['contributing sources', withBits(0x82, 0, 0, 0, 1, 0, 0, 0, 2, 77), [77]],
    ['an extension', withBits(0x90, 0xbe, 0xde, 0, 1, 1, 2, 3, 4, 77), [77]],
    ['an empty extension', withBits(0x90, 0xbe, 0xde, 0, 0, 77), [77]],
    ['padding', withBits(0xa0, 77, 0, 0, 3), [77]],
    ['nothing but padding', withBits(0xa0, 0, 2), []],
    ['all of them', withBits(0xb1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3, 4, 77, 1), [77]],
    ['no payload', datagram(header), []],
  ])('may have %s', (_, bytes, payload) => {
    expect(payloadOf(bytes)).toEqual(payload);
  });

  it.each([
    ['is too short', datagram(header).subarray(0, 11)],
    ['is empty', new Uint8Array(0)],
    ['has another version', withBits(0x40, 1)],
    ['claims sources it does not have', withBits(0x82, 0, 0, 0, 1)],
    ['claims an extension it does not have', withBits(0x90, 0, 0)],
    ['claims a longer extension than there is', withBits(0x90, 0, 0, 0xff, 0xff, 1, 2, 3, 4)],
    ['claims more padding than payload', withBits(0xa0, 1, 2, 4)],
    ['claims padding of no length', withBits(0xa0, 1, 2, 0)],
    ['lets padding reach into its extension', withBits(0xb0, 0, 0, 0, 1, 1, 2, 3, 1 + 1)],
  ])('is none when it %s', (_, bytes) => {
    expect(readRtp(bytes)).toBeUndefined();
  });

  it('is not mistaken for RTCP on the same port', () => {
    const report = withBits(0x80);
    report[1] = 200;

    expect(isRtcp(report)).toBe(true);
    expect(readRtp(report)).toBeUndefined();
    expect(isRtcp(datagram(header))).toBe(false);
  });

  it('may be any bytes at all without harm, and its payload is part of them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.integer({ min: 0x80, max: 0xbf }), (bytes, first) => {
        if (bytes.length > 0) bytes[0] = first;
        const packet = readRtp(bytes);
        return packet === undefined || (packet.start >= 12 && packet.start <= packet.end && packet.end <= bytes.length);
      }),
      { numRuns: cases({ few: 400, many: 2000 }) },
    );
  });
});
