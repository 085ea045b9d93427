import { parentPort, workerData } from 'node:worker_threads';
import { SteadyClock } from './clock';
import { Heartbeat } from './heartbeat';
import { MediaEngine } from '../media-engine';
import type { PackedCommands } from './packed-commands';
import { CommandReader } from './packed-commands';
import { packNotices } from './packed-notices';
import type { MediaCommand, MediaNotice } from '../protocol';

/** Messages of the main thread: commands in order, or the end. */
export type WorkerMessage = PackedCommands | 'close';

/** The start parameters of the thread. */
export interface WorkerStart {
  readonly heart: SharedArrayBuffer;
}

/** The program of the media thread. A fault in it ends the thread, and the main thread starts another one. */
function run(port: NonNullable<typeof parentPort>, { heart }: WorkerStart): void {
  const { beat } = new Heartbeat(heart);
  const clock = new SteadyClock();
  const commands = new CommandReader();
  let notices: MediaNotice[] = [];
  let isHurrying = false;
  const giveOut = (): void => {
    isHurrying = false;
    if (notices.length === 0) return;
    port.postMessage(packNotices(notices));
    notices = [];
  };
  const engine = new MediaEngine({
    tell: (notice) => {
      notices.push(notice);
      if (isHurrying || !isUrgent(notice)) return;
      isHurrying = true;
      setImmediate(giveOut);
    },
    now: () => performance.now(),
    missed: () => clock.missed,
  });
  const close = async (): Promise<void> => {
    // The clock continues meanwhile: the heartbeat shows that the thread is alive, however slow the disk.
    await engine.close();
    clock.stop();
    giveOut();
    port.close();
  };
  const apply = (command: MediaCommand): void => {
    engine.apply(command);
    // There may be thousands of them in a row.
    beat();
  };
  port.on('message', (message: WorkerMessage) => {
    if (message === 'close') void close();
    else commands.read(message, apply);
  });
  clock.start(() => {
    engine.tick();
    giveOut();
    beat();
  });
  // Reports that it is ready; loading the program may have taken a while.
  port.postMessage(packNotices(notices));
}

/** A caller waits for ports. Everything else is told at the end of a tick. */
function isUrgent({ tell }: MediaNotice): boolean {
  return tell === 'leg-opened' || tell === 'leg-failed';
}

if (parentPort !== null) run(parentPort, workerData as WorkerStart);
