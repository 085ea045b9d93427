import { readProcessorTimes, StolenTime, yardstick } from '../../bench/measure/machine';

describe('what is said about the machine of a benchmark', () => {
  it('has a yardstick that takes a while', () => {
    expect(yardstick()).toBeGreaterThan(1);
  });

  it('adds up the times of all processors, and knows the stolen one', () => {
    const text = 'cpu  10 20 30 40 50 60 70 80 90 100\ncpu0 1 2 3 4 5 6 7 8 9 10\n';

    expect(readProcessorTimes(text)).toEqual({ all: 360, stolen: 80 });
  });

  it('knows nothing where the system says nothing', () => {
    expect([readProcessorTimes(''), readProcessorTimes('cpu 1 2 3')]).toEqual([undefined, undefined]);
  });

  it('has a share of stolen time that is one', () => {
    const share = new StolenTime().share() ?? 0;

    expect([share >= 0, share <= 1]).toEqual([true, true]);
  });
});
