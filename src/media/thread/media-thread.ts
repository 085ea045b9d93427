import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SteadyClock } from './clock';
import { Heartbeat, HeartbeatWatch, lookInterval } from './heartbeat';
import { inThreadMedia } from './media-in-thread';
import { MediaListeners } from './media-link';
import { RestartLimit } from './media-restarts';
import type { WorkerMessage, WorkerStart } from './media-worker';
import { reasonOf, stackOf } from '../plays/play';
import type { MediaCommand, MediaHealth, MediaLink, MediaNotice } from '../protocol';

export interface MediaThreadOptions {
  /** The program of the thread; the compiled one beside this file unless told. */
  readonly program?: { readonly file: string; readonly execArgv: readonly string[] };
  /** So many starts within so many milliseconds; the next one waits until one of them is longer ago. */
  readonly restarts?: { readonly most: number; readonly within: number };
}

/** Threads can only be started from compiled sources, unless a program is given. */
const isCompiled = extname(__filename) === '.js';

const defaultRestarts = { most: 5, within: 60_000 };

/** Milliseconds: a running thread that is told to end and gives no sign of life for so long is terminated. */
const patience = 2000;

/** So is one that is still loading, or lives and still waits for the disk. */
const longPatience = 30_000;

/** One that stands still and cannot even be terminated is left behind after so long: the system keeps it waiting. */
const terminationPatience = 1000;

/** Starts the audio side in a thread of its own; where there is nothing compiled to start, in this one. */
export function startMediaThread(options: MediaThreadOptions = {}): MediaLink {
  if (options.program === undefined && !isCompiled) return inThreadMedia(new SteadyClock());
  return new MediaThread(options);
}

class MediaThread implements MediaLink {
  readonly #program: NonNullable<MediaThreadOptions['program']>;
  readonly #limit: RestartLimit;
  readonly #listeners = new MediaListeners();
  #worker: Worker | undefined;
  #waiting: MediaCommand[] = [];
  #isFlushing = false;
  /** The worker has given a sign of life: its program is loaded. */
  #isRunning = false;
  /** A worker was lost, and no other one has given a sign of life since. */
  #isDown = false;
  #restarts = -1;
  #watch: HeartbeatWatch | undefined;
  /** Why the worker that ends was made to. */
  #verdict: string | undefined;
  #closing: Promise<void> | undefined;
  #cancelRestart: (() => void) | undefined;
  readonly #looking: NodeJS.Timeout;

  constructor({ program, restarts = defaultRestarts }: MediaThreadOptions) {
    this.#program = program ?? { file: join(__dirname, 'media-worker.js'), execArgv: [] };
    this.#limit = new RestartLimit(restarts, () => performance.now());
    this.#start();
    this.#looking = setInterval(() => this.#look(), lookInterval).unref();
  }

  readonly on: MediaLink['on'] = (handlers) => this.#listeners.on(handlers);
  readonly onLost: MediaLink['onLost'] = (listener) => this.#listeners.onLost(listener);
  readonly onThreadEnded: NonNullable<MediaLink['onThreadEnded']> = (listener) =>
    this.#listeners.onThreadEnded(listener);

  /** All commands of one turn go in one message. */
  readonly send = (command: MediaCommand): void => {
    if (this.#closing !== undefined) return;
    // Between two threads nobody hears it, and it would only pile up.
    if (this.#worker === undefined && command.do === 'stream-bytes') return;
    this.#waiting.push(command);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    queueMicrotask(() => this.#flush());
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
    // Between two threads, commands wait for the next one.
    if (this.#worker === undefined || this.#waiting.length === 0) return;
    this.#post(this.#worker, this.#waiting);
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
    worker.on('message', (notices: readonly MediaNotice[]) => {
      if (this.#worker === worker || this.#closing !== undefined) this.#hear(notices);
    });
    worker.once('error', (error: unknown) => (failure = error));
    worker.once('exit', (code) => {
      const reason = failure === undefined ? `the media thread ended with code ${code}` : reasonOf(failure);
      this.#lose(worker, this.#verdict ?? reason, stackOf(failure));
      if (this.#closing === undefined) this.#listeners.threadEnded(threadId);
    });
    // Whoever wants the process to go on has a server that listens; audio alone is no reason. Said after listening to
    // messages, which would take it back.
    worker.unref();
    this.#worker = worker;
    this.#flush();
  }

  #hear(notices: readonly MediaNotice[]): void {
    this.#isRunning = true;
    this.#isDown = false;
    for (const notice of notices) this.#listeners.notice(notice);
  }

  #look(): void {
    const worker = this.#worker;
    if (worker === undefined || this.#watch === undefined || this.#closing !== undefined) return;
    // A program that is being loaded has no heartbeat yet.
    const isOver = this.#isRunning ? this.#watch.look() : this.#watch.age > longPatience;
    if (isOver) this.#giveUp(worker, `the media thread gave no sign of life for ${Math.round(this.#watch.age)} ms`);
  }

  /** Another one is started when this one has ended: until then it has the ports that the other one needs. */
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
    // What was sent before the loss was meant for what is gone.
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
    this.#cancelRestart?.();
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    this.#post(worker, this.#waiting);
    this.#waiting = [];
    worker.ref();
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.#post(worker, 'close');
    const terminate = (): void => void worker.terminate();
    const deadline = setTimeout(terminate, longPatience);
    let silence = this.#isRunning ? setTimeout(terminate, patience) : undefined;
    worker.on('message', () => {
      clearTimeout(silence);
      silence = setTimeout(terminate, patience);
    });
    await ended;
    clearTimeout(deadline);
    clearTimeout(silence);
  }
}
