import { setTimeout } from 'node:timers/promises';
import type { MediaCommand, MediaLink, MediaStatistics } from '../../src/media/protocol';
import type { CompiledMedia } from './media-compiled';
import { sceneOfBridges } from './media-scene';
import type { BridgeScene } from './media-scene';

export interface RealTimeScene extends BridgeScene {
  readonly media: CompiledMedia;
  readonly seconds: number;
}

/** Reports, one a second, before anything counts: hot code is compiled only when it has run for a while. */
const settling = 2;

/** Legs opened in one go; a pause between lets their files be read in different ticks, as in real life. */
const opened = 50;

/** Shares of what the cost allows: where the search begins, where it ends at the latest, and its steps. */
const [lowest, highest, step] = [0.5, 1.5, 0.1];

/**
 * The most legs with which a media thread and its clock miss no tick; 0 when there is no such number. It goes up until
 * a tick is missed, and what was good last has to be good twice more, or the step below it has to: one good run may be luck.
 */
export async function maxInRealTime(byCost: number, scene: RealTimeScene): Promise<number> {
  const legsAt = (share: number): number => Math.floor((byCost * share) / scene.size) * scene.size;
  const isGood = async (share: number): Promise<boolean> => (await missedInRealTime(legsAt(share), scene)) === 0;
  let share = lowest;
  while (share <= highest && (await isGood(share))) share += step;
  for (share -= step; legsAt(share) > 0; share -= step)
    if ((await isGood(share)) && (await isGood(share))) return legsAt(share);
  return 0;
}

/** Ticks that a media thread of its own misses with this many legs. */
async function missedInRealTime(legs: number, scene: RealTimeScene): Promise<number> {
  const media = scene.media.startMediaThread();
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

/** The last of this many reports, which come once a second; a thread that is too slow sends them later. */
function reports(media: MediaLink, count: number): Promise<MediaStatistics> {
  return new Promise((resolve, reject) => {
    let left = count;
    const stopLosses = media.onLost((reason) => reject(new Error(`the media thread was lost: ${reason}`)));
    const stop = media.on({
      statistics: ({ statistics }) => {
        left -= 1;
        if (left > 0) return;
        stop();
        stopLosses();
        resolve(statistics);
      },
    });
  });
}
