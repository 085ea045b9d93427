import { isUtf8 } from 'node:buffer';
import type { RawData, WebSocket } from 'ws';
import type { NetworkPlace } from '../../shared/network/network-place';
import type { MessageLimits } from '../message/grammar/limits';
import { parseDatagram } from '../message/parsing/parse-message';
import type { TimerWheel } from '../transaction/timer-wheel';
import type { ConnectionLimits } from './connection-limits';
import type { Flow, FlowHandlers, SentBy } from './flow';
import { IdleWatch } from './idle-watch';

/** What both sides have to name when the socket is opened (RFC 7118 §4.1). */
export const sipSubprotocol = 'sip';

export interface WebSocketFlowInit {
  /** Open, with the subprotocol `sip` agreed on. */
  readonly socket: WebSocket;
  readonly transport: 'WS' | 'WSS';
  readonly remote: NetworkPlace;
  readonly sentBy: SentBy;
  readonly listener?: string | undefined;
  readonly handlers: FlowHandlers;
  readonly wheel: TimerWheel;
  readonly now: () => number;
  readonly limits: ConnectionLimits & MessageLimits;
}

const policyViolation = 1008;
const keepAliveForm = /^[\r\n]*$/;

/** A websocket with one SIP message in each of its messages (RFC 7118). */
export class WebSocketFlow implements Flow {
  readonly isReliable = true;
  readonly transport: 'WS' | 'WSS';
  readonly remote: NetworkPlace;
  readonly sentBy: SentBy;
  readonly listener: string | undefined;
  readonly #init: WebSocketFlowInit;
  readonly #idle: IdleWatch;
  #isClosed = false;

  constructor(init: WebSocketFlowInit) {
    this.#init = init;
    this.transport = init.transport;
    this.remote = init.remote;
    this.sentBy = init.sentBy;
    this.listener = init.listener;
    const { socket, wheel, now, limits } = init;
    this.#idle = new IdleWatch({ wheel, now, idleMs: limits.idleMs, onIdle: () => this.close() });
    socket.on('message', (data) => this.#receive(data));
    for (const sign of ['ping', 'pong']) socket.on(sign, () => this.#idle.touch());
    socket.on('error', () => this.#end());
    socket.on('close', () => this.#end());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(bytes: Buffer, onFailure?: (error: Error) => void): void {
    const { socket, limits } = this.#init;
    if (this.#isClosed) return onFailure?.(new Error('connection is closed'));
    // Text where it can be text: browsers give it to their SIP library as such.
    socket.send(bytes, { binary: !isUtf8(bytes) }, (error) => {
      if (error !== undefined && error !== null) onFailure?.(error);
    });
    if (socket.bufferedAmount <= limits.maxQueueBytes) return;
    socket.terminate();
    this.#end();
    onFailure?.(new Error('peer does not read'));
  }

  toward(): Flow {
    return this;
  }

  keepAlive(): void {
    this.#init.socket.ping();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#init.socket.close();
    this.#end();
  }

  #receive(data: RawData): void {
    const { handlers, limits, socket } = this.#init;
    this.#idle.touch();
    const bytes = bytesOf(data);
    if (bytes.length <= 4 && keepAliveForm.test(bytes.toString('latin1'))) return;
    if (bytes.length > limits.maxHeadBytes + limits.maxBodyBytes) {
      socket.close(policyViolation, 'message is too large');
      this.#end();
      return;
    }
    handlers.onMessage(parseDatagram(bytes, limits), this);
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#idle.stop();
    this.#init.handlers.onClosed(this);
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}
