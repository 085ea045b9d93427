import fc from 'fast-check';
import { MessageReader } from '../../../src/media/tcp-audio/message-reader';
import { audioMessage, digitMessage, uuidMessage } from '../../../src/media/tcp-audio/message-writer';

/** What a reader finds in pieces of bytes. */
function read(pieces: readonly Uint8Array[]) {
  const found: string[] = [];
  const reader = new MessageReader({
    onAudio: (payload, rate) => found.push(`${rate} ${Buffer.from(payload).toString('hex')}`),
    onHangUp: () => found.push('hang up'),
    onBroken: (reason) => found.push(`broken: ${reason}`),
  });
  for (const piece of pieces) reader.receive(piece);
  return { found, isMidway: reader.isMidway };
}

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

/** The same bytes in pieces that end at these places. */
function cut(whole: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (whole.length + 1)))].sort((one, other) => one - other);
  return [...ends, whole.length].map((end, index) => whole.subarray(ends[index - 1] ?? 0, end));
}

describe('messages of an audio socket', () => {
  it('are found with their rate, the last one before a hangup included', () => {
    expect(read([bytes('10 0004 01020304  12 0002 0506  00 0000')]).found).toEqual([
      '8000 01020304',
      '16000 0506',
      'hang up',
    ]);
  });

  it.each([
    [0x10, 8000],
    [0x11, 12_000],
    [0x12, 16_000],
    [0x13, 24_000],
    [0x14, 32_000],
    [0x15, 44_100],
    [0x16, 48_000],
    [0x17, 96_000],
    [0x18, 192_000],
  ])('of the kind %i carry %i samples a second', (kind, rate) => {
    expect(read([Buffer.from([kind, 0, 2, 7, 8])]).found).toEqual([`${rate} 0708`]);
  });

  it.each(['01 0010', '03 0001 31', '0f 0001 00', '19 0001 00', 'ff 0001 01', '10 0000'])(
    'that may not come end it, and nothing behind them counts: %s',
    (hex) => {
      expect(read([bytes(`${hex} 10 0002 0102`)]).found).toEqual([expect.stringContaining('broken') as string]);
    },
  );

  it('say when their rest is still to come', () => {
    const whole = bytes('10 0004 01020304');
    expect([0, 1, 3, 6, 7].map((end) => read([whole.subarray(0, end)]).isMidway)).toEqual([
      ...[false, true, true, true, false],
    ]);
  });

  it('may be as long as their length can say', () => {
    const whole = Buffer.concat([bytes('10 ffff'), Buffer.alloc(65_535, 7)]);
    expect(read(cut(whole, [1, 2, 500, 40_000])).found).toEqual([`8000 ${'07'.repeat(65_535)}`]);
  });

  it('are the same in whatever pieces they come', () => {
    const audio = fc.tuple(fc.integer({ min: 0x10, max: 0x18 }), fc.uint8Array({ minLength: 1, maxLength: 700 }));
    fc.assert(
      fc.property(fc.array(audio, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 30 }), (messages, places) => {
        const stream = Buffer.concat(
          messages.map(([kind, payload]) => Buffer.from([kind, payload.length >> 8, payload.length, ...payload])),
        );
        const atOnce = read([stream]);

        expect(read(cut(stream, places))).toEqual(atOnce);
        expect(atOnce.found).toHaveLength(messages.length);
        expect(atOnce.isMidway).toBe(false);
      }),
    );
  });

  it('of hostile bytes are read or end it, in whatever pieces, and never fail', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.array(fc.nat(), { maxLength: 10 }), (stream, places) => {
        const { found } = read(cut(stream, places));

        expect(found).toEqual(read([stream]).found);
        const last = found.findIndex((line) => line.startsWith('broken') || line === 'hang up');
        expect(last === -1 || last === found.length - 1).toBe(true);
      }),
    );
  });

  it('are written as they are read', () => {
    expect(Buffer.from(audioMessage(0x12, Int16Array.of(1, -2, 32_767))).toString('hex')).toBe('1200060100feffff7f');
    expect(Buffer.from(digitMessage('#')).toString('hex')).toBe('03000123');
    expect(Buffer.from(uuidMessage('40325ec2-5efd-4bd3-805f-53576e581d13')).toString('hex')).toBe(
      '01001040325ec25efd4bd3805f53576e581d13',
    );
  });
});
