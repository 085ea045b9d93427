import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { WorkerMessage } from '../../src/media/thread/media-worker';

// The media thread, and ways to bring it down: a leg that is closed, alone or of a channel with the right name.
createRequire(__filename)('../../src/media/thread/media-worker');

const endings: Readonly<Record<string, () => void>> = {
  'stands-still': () => {
    for (;;);
  },
  crashes: () => {
    throw new Error('a fault that nobody expected');
  },
  exits: () => process.exit(3),
};

parentPort?.on('message', (message: WorkerMessage) => {
  if (message === 'close') return;
  for (const command of message) if (command.do === 'close-leg') endings[command.leg.replace(/#.*/, '')]?.();
});
