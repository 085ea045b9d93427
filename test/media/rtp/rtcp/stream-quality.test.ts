import { Series } from '../../../../src/media/rtp/rtcp/series';
import { StreamQuality } from '../../../../src/media/rtp/rtcp/stream-quality';

describe('a series of values', () => {
  it('is all zero before the first one', () => {
    expect(new Series().figures).toEqual({ latest: 0, highest: 0, lowest: 0, mean: 0, deviation: 0 });
  });

  it('keeps the figures of all of them', () => {
    const series = new Series();
    for (const value of [2, 4, 4, 4, 5, 5, 7, 9]) series.add(value);

    const { mean, deviation, ...rest } = series.figures;
    expect(rest).toEqual({ latest: 9, highest: 9, lowest: 2 });
    expect([mean, deviation]).toEqual([expect.closeTo(5), expect.closeTo(2)]);
  });
});

describe('the quality of a stream', () => {
  const score = (report: { jitter?: number; shareLost?: number; roundTrip?: number }): number => {
    const quality = new StreamQuality();
    quality.add({ jitter: 0, lostSoFar: 0, shareLost: 0, roundTrip: undefined, ...report });
    return quality.figures.score.latest;
  };

  it('is perfect where nothing is lost and nothing takes time', () => {
    expect(score({})).toBe(100);
  });

  it('suffers from loss, delay and jitter, down to nothing', () => {
    expect(score({ shareLost: 0.04 })).toBe(90);
    expect(score({ roundTrip: 600 })).toBe(81);
    expect(score({ jitter: 100 })).toBe(91);
    expect(score({ shareLost: 1, roundTrip: 5000 })).toBe(0);
  });

  it('counts what is lost from report to report, and packets that came twice as none', () => {
    const quality = new StreamQuality();
    for (const lostSoFar of [3, 5, 4]) quality.add({ jitter: 0, lostSoFar, shareLost: 0, roundTrip: undefined });

    expect(quality.lost).toBe(4);
    expect(quality.figures.loss).toMatchObject({ latest: 0, highest: 3, lowest: 0 });
  });
});
