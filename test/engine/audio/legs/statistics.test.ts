import { MediaRig } from '../media-rig';

const statistics = { ticks: 50, missed: 3, legs: 4, plays: 2, records: 1, lastTick: 80, longestTick: 900 };

describe('what the audio side says of itself', () => {
  it('is nothing before its first report', () => {
    expect(new MediaRig().core.statistics()).toBeUndefined();
  });

  it('is its last report', () => {
    const { media, core } = new MediaRig();
    media.tell({ tell: 'statistics', statistics });
    media.tell({ tell: 'statistics', statistics: { ...statistics, ticks: 100, missed: 5 } });

    expect(core.statistics()).toEqual({ ...statistics, ticks: 100, missed: 5 });
  });
});
