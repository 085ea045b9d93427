import type { Socket } from 'node:net';
import type { NetworkPlace } from '../../shared/network/network-place';

export interface ConnectionListener {
  readonly onBytes: (bytes: Uint8Array) => void;
  /** Called once, when the other side has closed it, or with the reason when it was lost. */
  readonly onEnd: (failure: string | undefined) => void;
}

/** Milliseconds that the other side has to take what was still sent, and to close its side too. */
const closeTimeoutMs = 1000;

/** A connection that belongs to one call: bytes in, messages out, and never more waiting to be sent than allowed. */
export class AudioConnection {
  #isOver = false;
  #isClosed = false;

  constructor(
    private readonly socket: Socket,
    /** Bytes that may wait to be sent. */
    private readonly maxWaiting: number,
  ) {}

  get local(): NetworkPlace {
    return { host: this.socket.localAddress ?? '', port: this.socket.localPort ?? 0 };
  }

  /** To be called in the turn in which it was made. */
  listen({ onBytes, onEnd }: ConnectionListener): void {
    const end = (failure?: string): void => {
      if (this.#isOver || this.#isClosed) return;
      this.#isOver = true;
      onEnd(failure);
    };
    this.socket.on('data', (bytes) => {
      if (!this.#isClosed) onBytes(bytes);
    });
    this.socket.once('end', () => end());
    this.socket.on('error', ({ message }) => end(message));
    this.socket.once('close', () => end());
  }

  /** False when the message is dropped because too much is queued: the peer reads too slowly. */
  send(message: Uint8Array): boolean {
    if (this.#isOver || this.#isClosed) return true;
    if (this.socket.writableLength + message.length > this.maxWaiting) return false;
    this.socket.write(message);
    return true;
  }

  /** Queued messages are still sent. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.socket.destroyed) return;
    const timer = setTimeout(() => this.socket.destroy(), closeTimeoutMs).unref();
    this.socket.once('close', () => clearTimeout(timer));
    this.socket.end();
  }
}
