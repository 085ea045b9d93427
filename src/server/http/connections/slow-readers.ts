import type { Socket } from 'node:net';
import type { Clock } from '../../../shared/time/clock';

/** Node's record of a partially written request. */
interface WritingHandle {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

interface Progress {
  /** Bytes of completed writes, and the rest of the current write. */
  sent: number;
  queued: number;
  /** Bytes sent since `since`. */
  moved: number;
  since: number;
}

export type CutReason = 'its answers were not read' | 'too many requests waited';

export interface SlowReadersOptions {
  /** Milliseconds over which the read rate is measured. */
  readonly window: number;
  readonly clock: Clock;
  readonly onCut: (socket: Socket, reason: CutReason) => void;
}

/** Bytes per second that a client has to read while an answer is queued. */
const slowest = 1024;

/** Closes connections whose peer does not read its answers, or reads too slowly. */
export class SlowReaders {
  readonly #watched = new Map<Socket, Progress>();
  /**
   * Connections to be closed, one in each turn of the event loop: Node fails every queued request of a connection one
   * by one.
   */
  readonly #condemned = new Set<Socket>();
  #cancelCheck: (() => void) | undefined;
  #cuts = 0;

  constructor(private readonly options: SlowReadersOptions) {}

  get cuts(): number {
    return this.#cuts;
  }

  readonly watch = (socket: Socket): void => {
    this.#watched.set(socket, { sent: 0, queued: 0, moved: 0, since: this.options.clock.now() });
    socket.once('close', () => this.release(socket));
    this.#cancelCheck ??= this.#checkLater();
  };

  /** For connections that became websockets, which have their own bounded queue. */
  release(socket: Socket): void {
    this.#watched.delete(socket);
    if (this.#watched.size === 0) this.#stopChecking();
  }

  /** Closes a connection on which too many requests wait: its peer sends without reading answers. */
  readonly cutFlood = (socket: Socket): void => this.#cut(socket, 'too many requests waited');

  close(): void {
    this.#stopChecking();
    this.#watched.clear();
    this.#condemned.clear();
  }

  #checkLater(): () => void {
    const { clock, window } = this.options;
    return clock.after(Math.max(1, window / 6), () => {
      this.#cancelCheck = this.#checkLater();
      this.#check();
    });
  }

  #stopChecking(): void {
    this.#cancelCheck?.();
    this.#cancelCheck = undefined;
  }

  #check(): void {
    const now = this.options.clock.now();
    for (const [socket, progress] of this.#watched) {
      if (socket.writableLength === 0) restart(progress, socket, now);
      else if (this.#isTooSlow(socket, progress, now)) this.#condemn(socket);
    }
  }

  #isTooSlow(socket: Socket, progress: Progress, now: number): boolean {
    const { sent, queued } = readingsOf(socket);
    progress.moved += Math.max(0, sent - progress.sent) + Math.max(0, progress.queued - queued);
    Object.assign(progress, { sent, queued });
    const elapsed = now - progress.since;
    if (elapsed < this.options.window) return false;
    if (progress.moved < (slowest * elapsed) / 1000) return true;
    restart(progress, socket, now);
    return false;
  }

  #condemn(socket: Socket): void {
    this.#condemned.add(socket);
    if (this.#condemned.size === 1) setImmediate(this.#cutNext);
  }

  readonly #cutNext = (): void => {
    const [socket] = this.#condemned;
    if (socket === undefined) return;
    this.#condemned.delete(socket);
    if (this.#condemned.size > 0) setImmediate(this.#cutNext);
    this.#cut(socket, 'its answers were not read');
  };

  #cut(socket: Socket, reason: CutReason): void {
    if (socket.destroyed) return;
    this.#cuts += 1;
    this.options.onCut(socket, reason);
    socket.destroy();
  }
}

function restart(progress: Progress, socket: Socket, now: number): void {
  Object.assign(progress, { ...readingsOf(socket), moved: 0, since: now });
}

function readingsOf(socket: Socket): { readonly sent: number; readonly queued: number } {
  const { _handle: handle } = socket as WritingHandle;
  return { sent: socket.bytesWritten - socket.writableLength, queued: handle?.writeQueueSize ?? 0 };
}
