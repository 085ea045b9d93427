import { randomBytes } from 'node:crypto';
import type { Logger } from '../../shared/logger';
import type { SessionDeps, SessionPeer } from '../session/manager-session';
import { ManagerSession } from '../session/manager-session';

export interface WebSessionDeps extends SessionDeps {
  readonly log: Logger;
  /** Milliseconds without a request after which it ends. */
  readonly idleTimeout: () => number;
}

export interface WebClient {
  readonly address: string | undefined;
  readonly localAddress: string | undefined;
}

/** Characters of events that may wait to be fetched. */
const mostWaiting = 1024 * 1024;

/** The requests over HTTP that show the same cookie. Between them, events wait to be fetched. */
export class WebSession implements SessionPeer {
  /** What the cookie says: requests that show it belong to the session. */
  readonly key = randomBytes(16).toString('hex');
  readonly address: string | undefined;
  readonly localAddress: string | undefined;
  readonly session: ManagerSession;
  #events: string[] = [];
  #characters = 0;
  #requests = 0;
  #cancelExpiry: (() => void) | undefined;

  constructor(
    client: WebClient,
    private readonly deps: WebSessionDeps,
  ) {
    this.address = client.address;
    this.localAddress = client.localAddress;
    this.session = new ManagerSession(this, deps);
  }

  get hasEvents(): boolean {
    return this.#events.length > 0;
  }

  deliver(events: Buffer): void {
    // The bytes are those of a larger block, which is not kept for them.
    this.#events.push(events.toString());
    this.#characters += events.length;
    if (this.#characters > mostWaiting) this.cut('too much waits for it');
  }

  /** The events that wait, which do not wait any longer. */
  fetchEvents(): string {
    this.session.settle();
    const text = this.#events.join('');
    this.#events = [];
    this.#characters = 0;
    return text;
  }

  /** A request of it begins: until the result is called, the session does not expire. */
  use(): () => void {
    this.#requests += 1;
    this.#cancelExpiry?.();
    return () => {
      this.#requests -= 1;
      if (this.#requests > 0 || this.session.isClosed) return;
      this.#cancelExpiry = this.deps.clock.after(this.deps.idleTimeout(), () => this.session.close());
    };
  }

  cut(reason: string): void {
    const { user, address } = this.session;
    this.deps.log.warn({ user: user?.name, address, reason }, 'manager session over HTTP ended');
    this.session.close();
  }

  /** For the session: it has ended. */
  close(): void {
    this.#cancelExpiry?.();
    this.#events = [];
  }
}
