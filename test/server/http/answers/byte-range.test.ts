import fc from 'fast-check';
import { rangeOf } from '../../../../src/server/http/answers/byte-range';

describe('a Range header', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=3-3', { start: 3, end: 3 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=4-99', { start: 4, end: 9 }],
    ['bytes=0-99999999999999999999999', { start: 0, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['Bytes= 0-3 ', { start: 0, end: 3 }],
  ])('asks for a part: %s', (header, range) => {
    expect(rangeOf(header, 10)).toEqual(range);
  });

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=99999999999999999999999-', 'bytes=-0'])(
    'asks for what is not there: %s',
    (header) => {
      expect(rangeOf(header, 10)).toBe('unsatisfiable');
    },
  );

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=1-2,4-5',
    'lines=1-2',
    'bytes=+1-2',
  ])('that cannot be followed is passed over: %s', (header) => {
    expect(rangeOf(header, 10)).toBe('whole');
  });

  it('is unsatisfiable for an empty file', () => {
    expect([rangeOf('bytes=0-', 0), rangeOf('bytes=-1', 0), rangeOf(undefined, 0)]).toEqual([
      'unsatisfiable',
      'unsatisfiable',
      'whole',
    ]);
  });

  it('never reaches beyond the body, whatever it says', () => {
    const text = fc.oneof(
      fc.string(),
      fc.tuple(fc.bigInt(), fc.bigInt()).map(([a, b]) => `bytes=${a}-${b}`),
    );
    fc.assert(
      fc.property(text, fc.nat(1000), (header, length) => {
        const range = rangeOf(header, length);
        if (typeof range === 'string') return;
        expect(range.start >= 0 && range.start <= range.end && range.end < length).toBe(true);
      }),
    );
  });
});
