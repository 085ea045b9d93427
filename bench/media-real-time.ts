import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startMediaThread } from '../src/media/media-thread';
import type { MediaCommand, MediaLink, MediaStatistics } from '../src/media/protocol';
import { sceneOfBridges } from './media-scene';

interface Scene {
  readonly size: number;
  readonly file: string;
  readonly seconds: number;
}

const program = {
  file: join(__dirname, '../src/media/media-worker.ts'),
  execArgv: ['--require', require.resolve('tsx/cjs')],
};

/** Reports, one a second, before anything counts: hot code is compiled only when it has run for a while. */
const settling = 2;

/** Legs opened in one go; a pause between lets their files be read in different ticks, as in real life. */
const opened = 50;

/** Ticks that a media thread of its own misses with so many legs. */
export async function missedInRealTime(legs: number, scene: Scene): Promise<number> {
  const media = startMediaThread({ program });
  // The thread does not keep the process alive, and nothing else here does.
  const awake = setInterval(() => undefined, 1000);
  try {
    await open(media, sceneOfBridges(legs, scene));
    const before = await reports(media, settling);
    for (let second = 0; second < scene.seconds; second += 1) {
      const { plays, missed } = await reports(media, 1);
      if (plays !== legs) throw new Error(`only ${plays} of ${legs} files are being played`);
      if (missed > before.missed) return missed - before.missed;
    }
    return 0;
  } finally {
    clearInterval(awake);
    await media.close();
  }
}

async function open(media: MediaLink, legs: readonly (readonly MediaCommand[])[]): Promise<void> {
  for (const [index, commands] of legs.entries()) {
    for (const command of commands) media.send(command);
    if (index % opened === 0) await setTimeout(20);
  }
}

/** The last of so many reports, which come once a second; a thread that is too slow sends them later. */
function reports(media: MediaLink, count: number): Promise<MediaStatistics> {
  return new Promise((resolve, reject) => {
    let left = count;
    const stopLosses = media.onLost((reason) => reject(new Error(`the media thread was lost: ${reason}`)));
    const stop = media.onNotice((notice) => {
      if (notice.tell !== 'statistics') return;
      left -= 1;
      if (left > 0) return;
      stop();
      stopLosses();
      resolve(notice.statistics);
    });
  });
}
