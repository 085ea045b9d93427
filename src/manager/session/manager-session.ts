import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ManagerFilter } from '../../config/files/interfaces/manager-filter';
import { everyClass, managerClasses } from '../../config/files/interfaces/manager-classes';
import type { ManagerUserConfig } from '../../config/manager-config';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { Message } from '../protocol/message';
import type { Malformation } from '../protocol/message-reader';
import { longestLine, MessageReader, mostHeaders } from '../protocol/message-reader';
import type { Response } from '../protocol/response';
import { failure, writeResponse } from '../protocol/response';
import type { OwnEvent } from '../events/own-event';
import type { EventFeed, EventSubscription } from './event-feed';
import type { EventReader } from './event-group';
import { Outbox } from './outbox';

/** An answer that is known at once, or later. Messages behind it wait unless it may be overtaken. */
export type Performed = Response | Promise<Response> | { readonly later: Promise<Response> };

export interface SessionDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly feed: EventFeed;
  /** Milliseconds to log in. */
  readonly authTimeout: number;
  readonly greeting: string;
  readonly perform: (message: Message, session: ManagerSession) => Performed;
  readonly onClosed: (session: ManagerSession) => void;
}

/** Answers of one client that may be outstanding while it sends further messages. */
const mostOutstanding = 100;
/** Messages that may wait behind one that takes time, before no more are read. */
const mostWaiting = 100;

/** Milliseconds that a closed connection has to deliver what was sent before. */
const lingering = 5000;

const malformations: Readonly<Record<Malformation, string>> = {
  'line-too-long': `A line is longer than ${longestLine} bytes`,
  'too-many-headers': `A message has more than ${mostHeaders} lines`,
};

/** One connection of a client: messages in, answers and events out. */
export class ManagerSession implements EventReader {
  readonly id = randomInt(0x1000_0000, 0x7fff_ffff).toString(16);
  readonly address: string | undefined;
  readonly localAddress: string | undefined;
  /** What the last `Challenge` has given; each is good for one login. */
  challenge: string | undefined;
  readonly #outbox: Outbox;
  readonly #reader = new MessageReader();
  readonly #waiting: (readonly [Message, Malformation | undefined])[] = [];
  #user: ManagerUserConfig | undefined;
  #filters: readonly ManagerFilter[] = [];
  #wanted = everyClass;
  #isBusy = false;
  readonly #waiters = new Set<() => void>();
  #outstanding = 0;
  #isClosed = false;
  #cancelAuthTimeout: (() => void) | undefined;
  #events: EventSubscription | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly deps: SessionDeps,
  ) {
    this.address = socket.remoteAddress;
    this.localAddress = socket.localAddress;
    this.#outbox = new Outbox({
      socket,
      clock: deps.clock,
      writeTimeout: () => this.#user?.writeTimeout ?? deps.authTimeout,
      onOverflow: (reason) => this.#cut(reason),
    });
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', () => this.close());
    socket.on('close', () => this.close());
    this.#cancelAuthTimeout = deps.clock.after(deps.authTimeout, () => this.#cut('it has not logged in'));
    this.#outbox.send(deps.greeting);
  }

  /** Undefined before the login. */
  get user(): ManagerUserConfig | undefined {
    return this.#user;
  }

  get mask(): number {
    return this.#wanted & (this.#user?.read ?? 0);
  }

  /** Whether the user has one of these classes for actions; without classes, every user has them. */
  mayUse(classes: readonly (keyof typeof managerClasses)[]): boolean {
    if (this.#user === undefined) return false;
    const { write } = this.#user;
    return classes.length === 0 || classes.some((name) => (write & managerClasses[name]) !== 0);
  }

  loggedIn(user: ManagerUserConfig, wanted: number): void {
    this.#user = user;
    this.#wanted = wanted;
    this.#filters = user.filters;
    this.#cancelAuthTimeout?.();
    this.#cancelAuthTimeout = undefined;
    if (!this.#isClosed) this.#events ??= this.deps.feed.add(this);
  }

  /** The configuration has changed: other rights count from now on. */
  changeUser(user: ManagerUserConfig): void {
    this.#user = user;
    this.#events?.change();
  }

  /** Does something that takes time, without keeping the messages behind it waiting. */
  later(perform: () => Promise<Response>): Performed {
    if (this.#outstanding >= mostOutstanding) return failure('Too many actions are under way');
    return { later: perform() };
  }

  wantEvents(mask: number): void {
    this.#wanted = mask;
    this.#events?.change();
  }

  addFilter(filter: ManagerFilter): void {
    this.#filters = [...this.#filters, filter];
    this.#events?.change();
  }

  get filters(): readonly ManagerFilter[] {
    return this.#filters;
  }

  readonly receive = (events: Buffer): void => {
    this.#outbox.write(events);
    this.#wake();
  };

  /** Resolves when an event was sent, the time is up or the connection has ended. */
  async nextEvent(milliseconds: number | undefined, { after }: Clock): Promise<void> {
    if (this.#isClosed) return;
    let isOver: () => void = () => undefined;
    const cancel = milliseconds === undefined ? undefined : after(milliseconds, () => isOver());
    await new Promise<void>((resolve) => {
      isOver = resolve;
      this.#waiters.add(resolve);
    });
    this.#waiters.delete(isOver);
    cancel?.();
  }

  #wake(): void {
    if (this.#waiters.size === 0) return;
    for (const resolve of this.#waiters) resolve();
  }

  /** An event for this client alone. */
  tell(event: OwnEvent): void {
    this.#events?.tell(event);
  }

  /** Sends what waits and ends the connection. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#waiting.length = 0;
    this.#cancelAuthTimeout?.();
    this.#events?.close();
    this.#wake();
    this.#outbox.close();
    this.socket.destroySoon();
    // What the client does not read keeps the connection no longer than this.
    const cancel = this.deps.clock.after(lingering, () => this.socket.destroy());
    this.socket.once('close', cancel);
    this.deps.onClosed(this);
  }

  #cut(reason: string): void {
    const { user, address } = this;
    this.deps.log.warn({ user: user?.name, address, reason }, 'manager connection cut');
    this.close();
    this.socket.destroy();
  }

  #receive(chunk: Buffer): void {
    for (const { message, problem } of this.#reader.read(chunk)) {
      if (this.#isClosed) return;
      this.#waiting.push([message, problem]);
    }
    if (this.#waiting.length > mostWaiting) this.socket.pause();
    this.#work();
  }

  /** One message after the other: answers come in the order of the messages, except those that take long. */
  #work(): void {
    while (!this.#isBusy && !this.#isClosed) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#handle(...next);
      if (this.#waiting.length < mostWaiting && this.socket.isPaused()) this.socket.resume();
    }
  }

  #handle(message: Message, problem: Malformation | undefined): void {
    const { actionId } = message;
    if (problem !== undefined) return this.#answer(failure(malformations[problem]), actionId);
    const performed = this.deps.perform(message, this);
    if ('later' in performed) return this.#answerLater(performed.later, actionId);
    if (!(performed instanceof Promise)) return this.#answer(performed, actionId);
    this.#isBusy = true;
    void this.#answerWhenDone(performed, actionId).finally(() => {
      this.#isBusy = false;
      this.#work();
    });
  }

  #answerLater(later: Promise<Response>, actionId: string): void {
    this.#outstanding += 1;
    void this.#answerWhenDone(later, actionId).finally(() => (this.#outstanding -= 1));
  }

  async #answerWhenDone(response: Promise<Response>, actionId: string): Promise<void> {
    try {
      this.#answer(await response, actionId);
    } catch (error) {
      this.deps.log.error({ error, user: this.user?.name }, 'a manager action failed');
      this.#answer(failure('The action has failed'), actionId);
    }
  }

  #answer(response: Response, actionId: string): void {
    this.#events?.settle();
    this.#outbox.send(writeResponse(response, actionId));
    if (response.kind === 'goodbye' || (response.kind === 'error' && response.closes === true)) this.close();
  }
}
