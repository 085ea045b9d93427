import type { WebSocket } from 'ws';
import type { MediaSocket, MediaSocketEnd, MediaSocketListener } from '../../engine/media/media-socket';
import type { Clock } from '../../shared/clock';
import type { Logger } from '../../shared/logger';

export interface MediaPeerDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** The connection is gone, whoever ended it. */
  readonly onGone: () => void;
}

/** Bytes that may wait for a slow reader: of audio, of which the rest is left out, and of everything. */
const mostAudioWaiting = 256 * 1024;
const mostWaiting = 1024 * 1024;

/** Milliseconds that the far end gets for its goodbye. */
const patience = 2000;

/** One open media websocket, whichever side has opened it. */
export class MediaPeer implements MediaSocket {
  readonly #socket: WebSocket;
  readonly #deps: MediaPeerDeps;
  #listener: MediaSocketListener | undefined;
  #isClosed = false;
  #isAnswering = true;
  #isUnsupported = false;
  #dropped = 0;
  #cancelCut: () => void = () => undefined;

  constructor(socket: WebSocket, deps: MediaPeerDeps) {
    this.#socket = socket;
    this.#deps = deps;
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#hear(data, isBinary));
    socket.on('pong', () => (this.#isAnswering = true));
    socket.on('error', (error) => (this.#isUnsupported ||= isInvalidFrame(error)));
    socket.on('close', (code) => this.#gone(code));
  }

  /** From now on, whatever comes is given to the listener. */
  listen(listener: MediaSocketListener): void {
    this.#listener = listener;
  }

  sendText(text: string): void {
    if (this.#isClosed || this.#socket.readyState !== this.#socket.OPEN) return;
    // Whoever asks without end and reads no answers is not to fill our memory.
    if (this.#socket.bufferedAmount > mostWaiting) return this.#socket.terminate();
    this.#socket.send(text);
  }

  sendBytes(bytes: Uint8Array): void {
    if (this.#isClosed || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount <= mostAudioWaiting) return this.#socket.send(bytes);
    this.#dropped += 1;
    if (this.#dropped === 1) this.#deps.log.warn({}, 'a media websocket is too slow, so audio for it is being lost');
  }

  /** Nothing is heard from the far end any more. */
  close(code: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close(code);
    this.#cancelCut = this.#deps.clock.after(patience, () => this.#socket.terminate());
  }

  /** Ends the connection when the far end has not answered since it was asked last, and asks again. */
  checkAlive(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (!this.#isAnswering) return this.#socket.terminate();
    this.#isAnswering = false;
    this.#socket.ping();
  }

  #hear(data: Buffer, isBinary: boolean): void {
    if (this.#isClosed) return;
    // Copied: the buffer is a part of whatever was read from the connection at once.
    if (isBinary) this.#listener?.onBytes(new Uint8Array(data));
    else this.#listener?.onText(data.toString('utf8'));
  }

  #gone(code: number): void {
    this.#cancelCut();
    if (this.#dropped > 0) this.#deps.log.warn({ frames: this.#dropped }, 'audio for a media websocket was lost');
    this.#deps.onGone();
    if (!this.#isClosed) this.#listener?.onEnd(this.#endOf(code));
    this.#isClosed = true;
  }

  #endOf(code: number): MediaSocketEnd {
    if (this.#isUnsupported) return 'unsupported';
    return code === abnormal ? 'broken' : 'closed';
  }
}

/** What stands for a code where the far end has sent none because it just went (RFC 6455 §7.1.5). */
const abnormal = 1006;

function isInvalidFrame(error: Error): boolean {
  return 'code' in error && error.code === 'WS_ERR_INVALID_OPCODE';
}
