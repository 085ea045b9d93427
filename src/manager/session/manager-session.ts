import { randomInt } from 'node:crypto';
import type { ManagerFilter } from '../../config/files/interfaces/manager-filter';
import { everyClass, managerClasses } from '../../config/files/interfaces/manager-classes';
import type { ManagerUserConfig } from '../../config/manager-config';
import type { Clock } from '../../shared/time/clock';
import type { Response } from '../protocol/response';
import { failure } from '../protocol/response';
import type { OwnEvent } from '../events/own-event';
import type { EventFeed, EventSubscription } from './event-feed';
import type { EventReader } from './event-group';

/** An answer that is known at once, or later. Messages behind it wait unless it may be overtaken. */
export type Performed = Response | Promise<Response> | { readonly later: Promise<Response> };

/** The client's side of a session: a connection, or the requests over HTTP that show the same cookie. */
export interface SessionPeer {
  readonly address: string | undefined;
  readonly localAddress: string | undefined;
  /** Takes the bytes of whole events, in order. They are shared, and must not be changed. */
  readonly deliver: (events: Buffer) => void;
  /** Whether events wait to be fetched. */
  readonly hasEvents: boolean;
  /** The session is to end because of the client. */
  readonly cut: (reason: string) => void;
  /** The session has ended. */
  readonly close: () => void;
}

export interface SessionDeps {
  readonly clock: Clock;
  readonly feed: EventFeed;
  /** Milliseconds to log in. */
  readonly authTimeout: number;
  readonly onClosed: (session: ManagerSession) => void;
}

/** Answers of one client that may be outstanding while it sends further messages. */
const mostOutstanding = 100;

/** What a client may do and receive from its first message to its last. */
export class ManagerSession implements EventReader {
  readonly id = randomInt(0x1000_0000, 0x7fff_ffff).toString(16);
  /** What the last `Challenge` has given; each is good for one login. */
  challenge: string | undefined;
  #user: ManagerUserConfig | undefined;
  #filters: readonly ManagerFilter[] = [];
  #wanted = everyClass;
  readonly #waiters = new Set<() => void>();
  #outstanding = 0;
  #isClosed = false;
  #cancelAuthTimeout: (() => void) | undefined;
  #events: EventSubscription | undefined;

  constructor(
    private readonly peer: SessionPeer,
    private readonly deps: SessionDeps,
  ) {
    this.#cancelAuthTimeout = deps.clock.after(deps.authTimeout, () => peer.cut('it has not logged in'));
  }

  get address(): string | undefined {
    return this.peer.address;
  }

  get localAddress(): string | undefined {
    return this.peer.localAddress;
  }

  get isClosed(): boolean {
    return this.#isClosed;
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
    this.#outstanding += 1;
    return { later: perform().finally(() => (this.#outstanding -= 1)) };
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
    this.peer.deliver(events);
    this.stopWaiting();
  };

  /** Resolves when an event was delivered or waits already, the time is up or the session has ended. */
  async nextEvent(milliseconds: number | undefined, { after }: Clock): Promise<void> {
    if (this.#isClosed || this.peer.hasEvents) return;
    let isOver: () => void = () => undefined;
    const cancel = milliseconds === undefined ? undefined : after(milliseconds, () => isOver());
    await new Promise<void>((resolve) => {
      isOver = resolve;
      this.#waiters.add(resolve);
    });
    this.#waiters.delete(isOver);
    cancel?.();
  }

  /** What waits for an event does not wait any longer. */
  stopWaiting(): void {
    if (this.#waiters.size === 0) return;
    for (const resolve of this.#waiters) resolve();
  }

  /** An event for this client alone. */
  tell(event: OwnEvent): void {
    this.#events?.tell(event);
  }

  /** Delivers the events until now: something else is to come behind them. */
  settle(): void {
    this.#events?.settle();
  }

  /** Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelAuthTimeout?.();
    this.#events?.close();
    this.stopWaiting();
    this.peer.close();
    this.deps.onClosed(this);
  }
}
