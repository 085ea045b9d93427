import { sparkline } from '../../soak/chart';
import { trendOf } from '../../soak/trend';

const noise = { noise: { share: 0.03, more: 1 } };
const line = (length: number, make: (index: number) => number): number[] =>
  Array.from({ length }, (_, index) => make(index));

describe('the trend of a figure', () => {
  it.each([
    ['stays where it is', line(60, () => 40), true],
    ['goes up and down', line(60, (index) => 40 + (index % 5)), true],
    ['has outliers at its end', [...line(57, () => 40), 90, 90, 90], true],
    ['grows at its beginning only', line(60, (index) => Math.min(60, 40 + index)), true],
    ['shrinks', line(60, (index) => 80 - index), true],
    ['grows slowly and steadily', line(60, (index) => 40 + index / 10), false],
    ['grows among noise', line(60, (index) => 40 + index / 5 + (index % 7)), false],
  ])('is that of one that %s', (_, values, isFlat) => {
    expect(trendOf(values, noise)).toMatchObject({ isFlat });
  });

  it('says by how much it grew, and by how much it may', () => {
    const values = line(31, (index) => 100 + index);

    expect(trendOf(values, noise)).toEqual({ gain: 20, permitted: 120 * 0.03 + 1, isFlat: false });
  });

  it('is not flat where a value is missing', () => {
    expect(trendOf([1, 1, NaN, NaN, NaN], noise).isFlat).toBe(false);
  });
});

describe('a line of values', () => {
  it('reaches from the lowest to the highest', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7])).toBe('▁▂▃▄▅▆▇█');
    expect(sparkline([5, 5, 5])).toBe('▁▁▁');
  });

  it('is never wider than its columns, and hides no peak', () => {
    const values = line(600, (index) => Number(index === 301));

    expect(sparkline(values)).toHaveLength(60);
    expect(sparkline(values)).toContain('█');
  });
});
