import { parentPort, workerData } from 'node:worker_threads';
import { SteadyClock } from './clock';
import { Heartbeat } from './heartbeat';
import { MediaEngine } from '../media-engine';
import type { MediaCommand, MediaNotice } from '../protocol';

/** What the other thread sends: commands in their order, or that it is over. */
export type WorkerMessage = readonly MediaCommand[] | 'close';

/** What the thread is started with. */
export interface WorkerStart {
  readonly heart: SharedArrayBuffer;
}

/** The program of the media thread. A fault in it ends the thread, and whoever started it starts another one. */
function run(port: NonNullable<typeof parentPort>, { heart }: WorkerStart): void {
  const { beat } = new Heartbeat(heart);
  const clock = new SteadyClock();
  const notices: MediaNotice[] = [];
  const engine = new MediaEngine({
    tell: (notice) => void notices.push(notice),
    now: () => performance.now(),
    missed: () => clock.missed,
  });
  const giveOut = (): void => {
    if (notices.length > 0) port.postMessage(notices.splice(0));
  };
  const close = async (): Promise<void> => {
    // The clock goes on meanwhile: what is told once a second shows that the thread is alive, however slow the disk.
    await engine.close();
    clock.stop();
    giveOut();
    port.close();
  };
  port.on('message', (message: WorkerMessage) => {
    if (message === 'close') void close();
    else
      for (const command of message) {
        engine.apply(command);
        // There may be thousands of them in a row.
        beat();
      }
  });
  clock.start(() => {
    engine.tick();
    giveOut();
    beat();
  });
  // Says that it listens now; loading the program may have taken its time.
  port.postMessage(notices);
}

if (parentPort !== null) run(parentPort, workerData as WorkerStart);
