import type { Socket } from 'node:net';
import type { NetworkPlace } from '../../shared/network/network-place';
import type { MessageLimits } from '../message/grammar/limits';
import { StreamFraming } from '../message/parsing/stream-framing';
import type { TimerWheel } from '../transaction/timer-wheel';
import type { ConnectionLimits } from './connection-limits';
import type { Flow, FlowHandlers, SentBy } from './flow';
import { IdleWatch } from './idle-watch';

export interface StreamFlowInit {
  /** Connected, and secured where the protocol says so. */
  readonly socket: Socket;
  readonly transport: 'TCP' | 'TLS';
  readonly remote: NetworkPlace;
  readonly sentBy: SentBy;
  readonly listener?: string | undefined;
  readonly handlers: FlowHandlers;
  readonly wheel: TimerWheel;
  readonly now: () => number;
  readonly limits: ConnectionLimits & MessageLimits;
}

const pong = Buffer.from('\r\n');
const ping = Buffer.from('\r\n\r\n');
const ignored = (): void => undefined;

/** A TCP or TLS connection. Answers pings, and disconnects a peer that does not read. */
export class StreamFlow implements Flow {
  readonly isReliable = true;
  readonly transport: 'TCP' | 'TLS';
  readonly remote: NetworkPlace;
  readonly sentBy: SentBy;
  readonly listener: string | undefined;
  readonly #init: StreamFlowInit;
  readonly #idle: IdleWatch;
  readonly #framing: StreamFraming;
  readonly #pending = new Set<(error: Error) => void>();
  #isClosed = false;

  constructor(init: StreamFlowInit) {
    this.#init = init;
    this.transport = init.transport;
    this.remote = init.remote;
    this.sentBy = init.sentBy;
    this.listener = init.listener;
    const { socket, handlers, wheel, now, limits } = init;
    this.#idle = new IdleWatch({ wheel, now, idleMs: limits.idleMs, onIdle: () => this.close() });
    this.#framing = new StreamFraming(
      {
        onMessage: (result) => handlers.onMessage(result, this),
        onPing: () => this.#write(pong, () => undefined),
        onPong: () => undefined,
        onBroken: (refused) => handlers.onBroken(refused, this, () => this.#end()),
      },
      limits,
    );
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('end', () => this.close());
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('connection is closed')));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(bytes: Buffer, onFailure: (error: Error) => void = ignored): void {
    this.#write(bytes, onFailure);
  }

  toward(): Flow {
    return this;
  }

  keepAlive(): void {
    this.#write(ping, ignored);
  }

  /** What was given to the socket before still goes out. */
  close(): void {
    if (this.#isClosed) return;
    this.#init.socket.destroySoon();
    this.#fail(new Error('connection is closed'));
  }

  /** What was sent before still goes out. */
  #end(): void {
    this.#init.socket.end();
    this.close();
  }

  #receive(chunk: Buffer): void {
    this.#idle.touch();
    this.#framing.push(chunk);
  }

  #write(bytes: Buffer, onFailure: (error: Error) => void): void {
    const { socket, limits } = this.#init;
    if (this.#isClosed) return onFailure(new Error('connection is closed'));
    this.#pending.add(onFailure);
    socket.write(bytes, (error) => {
      if (error === undefined || error === null) this.#pending.delete(onFailure);
    });
    if (socket.writableLength <= limits.maxQueueBytes) return;
    socket.destroy();
    this.#fail(new Error('peer does not read'));
  }

  #fail(error: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#idle.stop();
    this.#framing.close();
    for (const onFailure of this.#pending) onFailure(error);
    this.#pending.clear();
    this.#init.handlers.onClosed(this);
  }
}
