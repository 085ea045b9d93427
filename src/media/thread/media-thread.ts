import { extname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { SteadyClock } from './clock';
import { Heartbeat, HeartbeatWatch, lookInterval } from './heartbeat';
import { inThreadMedia } from './media-in-thread';
import { MediaListeners } from './media-link';
import { RestartLimit } from './media-restarts';
import type { WorkerMessage, WorkerStart } from './media-worker';
import { CommandPacker } from './packed-commands';
import type { PackedNotices } from './packed-notices';
import { readNotices } from './packed-notices';
import { reasonOf, stackOf } from '../plays/play';
import type { MediaCommand, MediaHealth, MediaLink } from '../protocol';

export interface MediaThreadOptions {
  /** The program of the thread; by default the compiled one next to this file. */
  readonly program?: { readonly file: string; readonly execArgv: readonly string[] };
  /** Maximum number of starts within a period; the next one waits until the oldest is older. */
  readonly restarts?: { readonly most: number; readonly within: number };
  /** Milliseconds that loading the program may take; see `longPatience`. */
  readonly loadTime?: number;
}

/** Threads can only be started from compiled sources, unless a program is given. */
const isCompiled = extname(__filename) === '.js';

const defaultRestarts = { most: 5, within: 60_000 };

/** Milliseconds without a heartbeat after which a thread that should end is terminated. */
const timeoutMs = 2000;

/**
 * The same for one that is alive and waiting for the disk. One that is still loading after this time counts as down, but
 * is never terminated: Node.js 20 may abort the whole process when a thread ends while it loads modules.
 */
const longPatience = 30_000;

/**
 * Milliseconds that commands wait for others, unless a caller waits for what comes of them: most of what a message costs
 * is to wake the thread, and a frame of audio is ten times as long.
 */
const gatherMs = 2;

/** A stalled thread that cannot even be terminated is abandoned after this time. */
const terminationPatience = 1000;

/** Starts the media engine in its own thread; without compiled sources, in this one. */
export function startMediaThread(options: MediaThreadOptions = {}): MediaLink {
  if (options.program === undefined && !isCompiled) return inThreadMedia(new SteadyClock());
  return new MediaThread(options);
}

class MediaThread implements MediaLink {
  readonly #program: NonNullable<MediaThreadOptions['program']>;
  readonly #limit: RestartLimit;
  readonly #loadTime: number;
  readonly #listeners = new MediaListeners();
  #worker: Worker | undefined;
  #waiting: MediaCommand[] = [];
  /** Of the worker. */
  #packer = new CommandPacker();
  #isFlushing = false;
  #gathering: NodeJS.Timeout | undefined;
  /** The worker has sent a heartbeat: its program is loaded. */
  #isRunning = false;
  /** A worker was lost, and its replacement is not running yet; or one takes too long to load. */
  #isDown = false;
  #restarts = -1;
  #watch: HeartbeatWatch | undefined;
  /** The reason of a forced end. */
  #verdict: string | undefined;
  #closing: Promise<void> | undefined;
  #cancelRestart: (() => void) | undefined;
  readonly #looking: NodeJS.Timeout;

  constructor({ program, restarts = defaultRestarts, loadTime = longPatience }: MediaThreadOptions) {
    this.#program = program ?? { file: join(__dirname, 'media-worker.js'), execArgv: [] };
    this.#limit = new RestartLimit(restarts, () => performance.now());
    this.#loadTime = loadTime;
    this.#start();
    this.#looking = setInterval(() => this.#look(), lookInterval).unref();
  }

  readonly on: MediaLink['on'] = (handlers) => this.#listeners.on(handlers);
  readonly onLost: MediaLink['onLost'] = (listener) => this.#listeners.onLost(listener);
  readonly onThreadEnded: NonNullable<MediaLink['onThreadEnded']> = (listener) =>
    this.#listeners.onThreadEnded(listener);

  /** Commands are sent together with those that follow them in the same turn of the loop, or in the next milliseconds. */
  readonly send = (command: MediaCommand): void => {
    if (this.#closing !== undefined) return;
    // Dropped while there is no thread, or it would pile up.
    if (this.#worker === undefined && command.do === 'stream-bytes') return;
    this.#waiting.push(command);
    if (this.#isFlushing) return;
    if (!isAwaited(command)) {
      this.#gathering ??= setTimeout(() => this.#flush(), gatherMs);
      return;
    }
    this.#isFlushing = true;
    setImmediate(() => this.#flush());
  };

  readonly close = (): Promise<void> => {
    this.#closing ??= this.#end();
    return this.#closing;
  };

  readonly health = (): MediaHealth => ({
    isUp: !this.#isDown && this.#closing === undefined,
    restarts: this.#restarts,
    silence: this.#watch?.age ?? 0,
  });

  #flush(): void {
    this.#isFlushing = false;
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    // While there is no thread, commands wait for the next one.
    if (this.#worker === undefined || this.#waiting.length === 0) return;
    this.#post(this.#worker, this.#packer.pack(this.#waiting));
    this.#waiting = [];
  }

  #post(worker: Worker, message: WorkerMessage): void {
    worker.postMessage(message);
  }

  #start(): void {
    this.#limit.note();
    this.#restarts += 1;
    const { file, execArgv } = this.#program;
    const heart = new Heartbeat();
    const start: WorkerStart = { heart: heart.memory };
    const worker = new Worker(file, { execArgv: [...execArgv], workerData: start });
    const { threadId } = worker;
    let failure: unknown;
    this.#isRunning = false;
    this.#verdict = undefined;
    this.#watch = new HeartbeatWatch(heart, () => performance.now());
    worker.on('message', (notices: PackedNotices) => {
      if (this.#worker === worker || this.#closing !== undefined) this.#hear(notices);
    });
    worker.once('error', (error: unknown) => (failure = error));
    worker.once('exit', (code) => {
      const reason = failure === undefined ? `the media thread ended with code ${code}` : reasonOf(failure);
      this.#lose(worker, this.#verdict ?? reason, stackOf(failure));
      if (this.#closing === undefined) this.#listeners.threadEnded(threadId);
    });
    // Unreferenced: audio alone does not keep the process alive. After adding the message listener, which would
    // reference it again.
    worker.unref();
    this.#worker = worker;
    this.#packer = new CommandPacker();
    this.#flush();
  }

  #hear(notices: PackedNotices): void {
    this.#isRunning = true;
    this.#isDown = false;
    readNotices(notices, (notice) => this.#listeners.notice(notice));
  }

  #look(): void {
    const worker = this.#worker;
    if (worker === undefined || this.#watch === undefined || this.#closing !== undefined) return;
    const { age } = this.#watch;
    // A program that is being loaded has no heartbeat yet.
    if (!this.#isRunning) this.#isDown ||= age > this.#loadTime;
    else if (this.#watch.look()) this.#giveUp(worker, `the media thread has not responded for ${Math.round(age)} ms`);
  }

  /** The replacement starts when this one has ended: until then it holds the ports. */
  #giveUp(worker: Worker, reason: string): void {
    this.#watch = undefined;
    this.#verdict = reason;
    this.#isDown = true;
    const deadline = setTimeout(() => this.#lose(worker, reason), terminationPatience).unref();
    void worker.terminate().finally(() => clearTimeout(deadline));
  }

  #lose(worker: Worker, reason: string, stack?: string): void {
    if (this.#worker !== worker || this.#closing !== undefined) return;
    this.#worker = undefined;
    this.#isDown = true;
    // Commands sent before the loss refer to lost state.
    this.#waiting = [];
    this.#startAgain();
    this.#listeners.lost(reason, stack);
  }

  #startAgain(): void {
    const delay = this.#limit.delay;
    if (delay <= 0) return this.#start();
    const timer = setTimeout(() => this.#start(), delay).unref();
    this.#cancelRestart = () => clearTimeout(timer);
  }

  async #end(): Promise<void> {
    clearInterval(this.#looking);
    clearTimeout(this.#gathering);
    this.#cancelRestart?.();
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    this.#post(worker, this.#packer.pack(this.#waiting));
    this.#waiting = [];
    worker.ref();
    this.#post(worker, 'close');
    await this.#ended(worker);
  }

  /** Resolves when the thread has ended; one that is still loading after its time is left to end by itself. */
  #ended(worker: Worker): Promise<void> {
    const terminate = (): void => void worker.terminate();
    const expectMessage = (): NodeJS.Timeout => setTimeout(terminate, timeoutMs);
    let silence = this.#isRunning ? expectMessage() : undefined;
    worker.on('message', () => {
      clearTimeout(silence);
      silence = expectMessage();
    });
    return new Promise((resolve) => {
      const giveUp = (): void => {
        if (this.#isRunning) return terminate();
        worker.unref();
        return resolve();
      };
      const deadline = setTimeout(giveUp, this.#isRunning ? longPatience : this.#loadTime);
      worker.once('exit', () => {
        clearTimeout(deadline);
        clearTimeout(silence);
        resolve();
      });
    });
  }
}

/** Whether a caller waits for its result. */
function isAwaited(command: MediaCommand): boolean {
  return command.do === 'reserve-rtp' || command.do === 'open-audio-socket' || command.do === 'report-rtp';
}
