import type { WebSocket } from 'ws';
import type { MediaSocket, MediaSocketEnd, MediaSocketListener } from '../../engine/audio/legs/media-socket';
import type { Clock } from '../../shared/time/clock';
import { guarded } from '../../shared/scheduling/guard';
import type { Logger } from '../../shared/logger';
import { frameLength } from '../socket/frame-batch';
import { PingAnswers } from '../socket/ping-answers';
import { ReadGate } from '../socket/read-gate';
import { WriteWatch } from '../socket/write-watch';
import { MessagePace } from './message-pace';

/** Limits of a peer that does not read. */
export interface MediaPeerLimits {
  /** Bytes that may wait for a slow reader. */
  readonly maxQueue: number;
  /** Milliseconds that a connection may read nothing of its queue; 0 for no limit. */
  readonly writeTimeout: number;
}

export interface MediaPeerDeps extends MediaPeerLimits {
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether we have opened the connection. */
  readonly isClient: boolean;
  /** The connection is closed, by either side. */
  readonly onDestroyed: () => void;
}

/** Bytes of audio that may wait for a slow reader: the rest is dropped. */
const maxAudioWaiting = 256 * 1024;

/** Queued bytes beyond which no further commands of a slow reader are read. */
const maxAnswersWaiting = 64 * 1024;

/** Milliseconds that the far end has for the closing handshake. */
const timeoutMs = 2000;

/** One open media websocket, whichever side has opened it. */
export class MediaPeer implements MediaSocket {
  readonly #socket: WebSocket;
  readonly #deps: MediaPeerDeps;
  readonly #writes: WriteWatch;
  readonly #reading: ReadGate<'pong' | 'pace' | 'answers'>;
  readonly #pace: MessagePace;
  #listener: MediaSocketListener | undefined;
  #isClosed = false;
  #isAnswering = true;
  #isUnsupported = false;
  #dropped = 0;
  #cancelCut: () => void = () => undefined;

  constructor(socket: WebSocket, deps: MediaPeerDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#writes = new WriteWatch({
      clock: deps.clock,
      timeout: deps.writeTimeout,
      waiting: () => socket.bufferedAmount,
      onTimeout: () => this.#cut('nothing was read for too long'),
    });
    this.#reading = new ReadGate(socket);
    this.#pace = new MessagePace({
      clock: deps.clock,
      pause: () => this.#reading.hold('pace'),
      resume: () => this.#reading.release('pace'),
    });
    this.#answerPings();
    const fail = (error: unknown): void => {
      deps.log.error({ error }, 'media websocket closed after an internal error');
      socket.close(1011);
    };
    socket.on(
      'message',
      guarded((data: Buffer, isBinary: boolean) => this.#hear(data, isBinary), fail),
    );
    socket.on('pong', () => (this.#isAnswering = true));
    socket.on('error', (error) => (this.#isUnsupported ||= isInvalidFrame(error)));
    socket.on('close', (code) => this.#gone(code));
  }

  /** From now on, messages go to the listener. */
  listen(listener: MediaSocketListener): void {
    this.#listener = listener;
  }

  sendText(text: string): void {
    if (this.#isClosed || this.#socket.readyState !== this.#socket.OPEN) return;
    // A peer that sends commands without reading the answers must not fill our memory.
    if (this.#socket.bufferedAmount > this.#deps.maxQueue) return this.#cut('too many messages were waiting');
    if (this.#isBehind()) this.#reading.hold('answers');
    this.#socket.send(text, () => {
      if (!this.#isBehind()) this.#reading.release('answers');
    });
    this.#wrote(Buffer.byteLength(text));
  }

  sendBytes(bytes: Uint8Array): void {
    if (this.#isClosed || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount <= Math.min(maxAudioWaiting, this.#deps.maxQueue)) {
      this.#socket.send(bytes);
      this.#wrote(bytes.length);
      return;
    }
    this.#dropped += 1;
    if (this.#dropped === 1) this.#deps.log.warn({}, 'a media websocket reads too slowly, audio for it is dropped');
  }

  /** The far end no longer responds. */
  close(code: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close(code);
    this.#cancelCut = this.#deps.clock.after(timeoutMs, () => this.#socket.terminate());
  }

  #isBehind(): boolean {
    return this.#socket.bufferedAmount > maxAnswersWaiting;
  }

  /** Ends the connection when the far end has not answered the last ping, otherwise sends another. */
  checkAlive(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (!this.#isAnswering) return this.#socket.terminate();
    this.#isAnswering = false;
    this.#socket.ping();
    this.#wrote(0);
  }

  #answerPings(): void {
    const answers = new PingAnswers({
      pong: (data, onTaken) => {
        this.#socket.pong(data, undefined, onTaken);
        this.#wrote(data.length);
      },
      pause: () => this.#reading.hold('pong'),
      resume: () => this.#reading.release('pong'),
      clock: this.#deps.clock,
      onFlood: () => this.#cut('too many pings'),
    });
    this.#socket.on('ping', answers.receive);
  }

  #wrote(payload: number): void {
    this.#writes.wrote(frameLength(payload, this.#deps.isClient));
  }

  #cut(reason: string): void {
    this.#deps.log.warn({ waiting: this.#socket.bufferedAmount, reason }, 'media websocket disconnected');
    this.#socket.terminate();
  }

  #hear(data: Buffer, isBinary: boolean): void {
    if (this.#isClosed) return;
    this.#pace.received();
    // Copied: the buffer is a slice of the connection's read buffer.
    if (isBinary) this.#listener?.onBytes(new Uint8Array(data));
    else this.#listener?.onText(data.toString('utf8'));
  }

  #gone(code: number): void {
    this.#cancelCut();
    this.#writes.close();
    this.#pace.close();
    if (this.#dropped > 0) this.#deps.log.warn({ frames: this.#dropped }, 'audio for a media websocket was dropped');
    this.#deps.onDestroyed();
    if (!this.#isClosed) this.#listener?.onEnd(this.#endOf(code));
    this.#isClosed = true;
  }

  #endOf(code: number): MediaSocketEnd {
    if (this.#isUnsupported) return 'unsupported';
    return code === abnormal ? 'broken' : 'closed';
  }
}

/** The code for a connection that closed without a close frame (RFC 6455 §7.1.5). */
const abnormal = 1006;

function isInvalidFrame(error: Error): boolean {
  return 'code' in error && error.code === 'WS_ERR_INVALID_OPCODE';
}
