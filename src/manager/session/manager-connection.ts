import type { Socket } from 'node:net';
import type { Logger } from '../../shared/logger';
import type { Message } from '../protocol/message';
import type { Malformation } from '../protocol/message-reader';
import { malformations, MessageReader } from '../protocol/message-reader';
import type { Response } from '../protocol/response';
import { closesSession, failure, writeResponse } from '../protocol/response';
import type { Performed, SessionDeps, SessionPeer } from './manager-session';
import { ManagerSession } from './manager-session';
import { Outbox } from './outbox';

export interface ConnectionDeps extends SessionDeps {
  readonly log: Logger;
  readonly greeting: string;
  readonly perform: (message: Message, session: ManagerSession) => Performed;
}

/** Messages that may wait behind one that takes time, before no more are read. */
const mostWaiting = 100;

/** Milliseconds that a closed connection has to deliver what was sent before. */
const lingering = 5000;

/** One connection of a client: messages in, answers and events out. */
export class ManagerConnection implements SessionPeer {
  readonly session: ManagerSession;
  readonly address: string | undefined;
  readonly localAddress: string | undefined;
  /** They are sent as they happen. */
  readonly hasEvents = false;
  readonly #outbox: Outbox;
  readonly #reader = new MessageReader();
  readonly #waiting: (readonly [Message, Malformation | undefined])[] = [];
  #isBusy = false;

  constructor(
    private readonly socket: Socket,
    private readonly deps: ConnectionDeps,
  ) {
    this.address = socket.remoteAddress;
    this.localAddress = socket.localAddress;
    this.session = new ManagerSession(this, deps);
    this.#outbox = new Outbox({
      socket,
      clock: deps.clock,
      writeTimeout: () => this.session.user?.writeTimeout ?? deps.authTimeout,
      onOverflow: (reason) => this.cut(reason),
    });
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', () => this.session.close());
    socket.on('close', () => this.session.close());
    this.#outbox.send(deps.greeting);
  }

  deliver(events: Buffer): void {
    this.#outbox.write(events);
  }

  /** For the session: sends what waits and ends the connection. */
  close(): void {
    this.#waiting.length = 0;
    this.#outbox.close();
    this.socket.destroySoon();
    // What the client does not read keeps the connection no longer than this.
    const cancel = this.deps.clock.after(lingering, () => this.socket.destroy());
    this.socket.once('close', cancel);
  }

  cut(reason: string): void {
    const { user, address } = this.session;
    this.deps.log.warn({ user: user?.name, address, reason }, 'manager connection cut');
    this.session.close();
    this.socket.destroy();
  }

  #receive(chunk: Buffer): void {
    for (const { message, problem } of this.#reader.read(chunk)) {
      if (this.session.isClosed) return;
      this.#waiting.push([message, problem]);
    }
    if (this.#waiting.length > mostWaiting) this.socket.pause();
    this.#work();
  }

  /** One message after the other: answers come in the order of the messages, except those that take long. */
  #work(): void {
    while (!this.#isBusy && !this.session.isClosed) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#handle(...next);
      if (this.#waiting.length < mostWaiting && this.socket.isPaused()) this.socket.resume();
    }
  }

  #handle(message: Message, problem: Malformation | undefined): void {
    const { actionId } = message;
    if (problem !== undefined) return this.#answer(failure(malformations[problem]), actionId);
    const performed = this.deps.perform(message, this.session);
    if ('later' in performed) return void this.#answerWhenDone(performed.later, actionId);
    if (!(performed instanceof Promise)) return this.#answer(performed, actionId);
    this.#isBusy = true;
    void this.#answerWhenDone(performed, actionId).finally(() => {
      this.#isBusy = false;
      this.#work();
    });
  }

  async #answerWhenDone(response: Promise<Response>, actionId: string): Promise<void> {
    try {
      this.#answer(await response, actionId);
    } catch (error) {
      this.deps.log.error({ error, user: this.session.user?.name }, 'a manager action failed');
      this.#answer(failure('The action has failed'), actionId);
    }
  }

  #answer(response: Response, actionId: string): void {
    this.session.settle();
    this.#outbox.send(writeResponse(response, actionId));
    if (closesSession(response)) this.session.close();
  }
}
