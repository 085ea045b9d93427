import type { MediaNotice } from '../../../src/media/protocol';
import { packNotices, readNotices } from '../../../src/media/thread/packed-notices';
import { legId } from '../../../src/shared/ids';

describe('notices on their way to the main thread', () => {
  it('arrive as they were told, in their order', () => {
    const leg = legId('a84b4c76e66710@192.0.2.7#1');
    const opened = (port: number): MediaNotice => ({
      tell: 'leg-opened',
      leg: legId(`other#${port}`),
      local: { host: '192.0.2.1', port },
    });
    const notices: readonly MediaNotice[] = [
      opened(10_000),
      opened(10_002),
      { tell: 'leg-failed', leg, reason: 'no port is free' },
      { tell: 'rtp-heard-again', leg },
      opened(10_004),
      { tell: 'rtp-statistics', leg, statistics: undefined },
    ];
    const heard: MediaNotice[] = [];

    readNotices(structuredClone(packNotices(notices)), (notice) => heard.push(notice));

    expect(heard).toStrictEqual(notices);
  });
});
