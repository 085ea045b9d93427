import type { Logger } from '../../shared/logger';
import type { EventSink } from '../../stasis/event-sink';
import type { Pause } from './backoff';
import type { Attempt, Connection } from './connect';
import { connect } from './connect';
import { Link } from './link';
import type { OutboundDeps } from './outbound-deps';
import type { OutboundPlan } from './outbound-plan';
import { sameConnection, sameUser } from './outbound-plan';
import { loggedUrl } from './place';
import { Registrations } from './registrations';
import { WaitingMessages } from './waiting-messages';

/** Callbacks of a socket to its owner. */
export interface SocketCallbacks {
  readonly pause: Pause;
  /** Whether a broken connection should be reopened. */
  readonly isWanted: () => boolean;
  readonly onOpen?: () => void;
  /** All attempts are used up, or the connection is no longer wanted; the socket has closed itself. */
  readonly onGivenUp?: (reason: string) => void;
}

type State<Operations> =
  | { readonly name: 'idle' }
  | { readonly name: 'connecting'; readonly abort: AbortController }
  | { readonly name: 'open'; readonly link: Link<Operations> }
  | { readonly name: 'waiting'; readonly cancel: () => void }
  | { readonly name: 'closed' };

const maxWaiting = 5000;
const longestWaiting = 60_000;
const soonestStable = 1000;
const replacedHead = '{"type":"ApplicationReplaced"';

/**
 * A socket that we open towards a remote application and open again when it breaks. For the applications it is one
 * persistent socket: while there is no connection, their messages wait here.
 */
export class OutboundSocket<Operations> implements EventSink {
  #plan: OutboundPlan;
  #state: State<Operations> = { name: 'idle' };
  #failures = 0;
  readonly #registrations: Registrations;
  readonly #waiting: WaitingMessages;
  readonly #log: Logger;
  /** Links that are closing. */
  readonly #leaving = new Set<Promise<unknown>>();

  constructor(
    plan: OutboundPlan,
    private readonly callbacks: SocketCallbacks,
    private readonly deps: OutboundDeps<Operations>,
  ) {
    const { applications, clock, session } = deps;
    this.#plan = plan;
    this.#log = deps.log.child({ outboundSocket: plan.id });
    this.#registrations = new Registrations(this, { applications, clock, entityId: session.entityId });
    // A quarter of the queue limit of a socket: all of it is sent in one burst after a reconnect.
    const limits = { messages: maxWaiting, size: session.maxQueue / 4, age: longestWaiting };
    const onFirstDrop = (): void => this.#log.warn({}, 'events for a disconnected outbound websocket are dropped');
    this.#waiting = new WaitingMessages(limits, { clock, onFirstDrop });
  }

  get isOpen(): boolean {
    return this.#state.name === 'open';
  }

  /** Registers the applications before there is a connection: from now on none of their events is lost. */
  takeApplications(): void {
    for (const name of this.#plan.applications) this.#take(name);
  }

  connect(): void {
    const abort = new AbortController();
    this.#state = { name: 'connecting', abort };
    const { clock, destinations, maxPayload } = this.deps;
    const attempt = connect(this.#plan.client, { clock, destinations, maxPayload, signal: abort.signal });
    this.#watchLeave(attempt.then((result) => this.#attempted(result, abort)));
  }

  send(text: string): void {
    if (this.#state.name === 'open' && this.#state.link.send(text)) return;
    // Outdated by the time it could be read: with the next connection the application is registered again.
    if (!text.startsWith(replacedHead)) this.#waiting.add(text);
  }

  /** Applies another plan with the least disruption: unchanged parts are kept. */
  replace(plan: OutboundPlan): void {
    const before = this.#plan;
    this.#plan = plan;
    const isKept = (name: string): boolean =>
      before.subscribeAll === plan.subscribeAll && plan.applications.includes(name);
    for (const name of before.applications) if (!isKept(name)) this.#dismiss(name);
    if (!sameConnection(before, plan)) this.#reconnect();
    else if (
      this.#state.name === 'open' &&
      (!sameUser(before, plan) || before.applications[0] !== plan.applications[0])
    )
      this.#state.link.changePrincipal(plan);
    for (const name of plan.applications) {
      this.#take(name);
      if (before.applications.includes(name) && isKept(name)) continue;
      this.#tell('ApplicationRegistered', name);
    }
  }

  /** Notifies the peer that its applications end, and closes. Settles when everything is closed. */
  async close(code: number, reason: string): Promise<void> {
    if (this.#state.name !== 'closed') {
      for (const name of this.#plan.applications) this.#dismiss(name);
      this.#leave(code, reason);
      this.#state = { name: 'closed' };
    }
    await Promise.all(this.#leaving);
  }

  #take(name: string): void {
    const { subscribeAll, user } = this.#plan;
    this.#registrations.take(name, { subscribeAll, ...this.deps.viewOf(user.rights) });
  }

  #attempted(result: Attempt, abort: AbortController): void {
    const isCurrent = this.#state.name === 'connecting' && this.#state.abort === abort;
    if (result.outcome === 'open' && isCurrent) this.#opened(result.connection);
    else if (result.outcome === 'open') result.connection.socket.terminate();
    else if (isCurrent) this.#failed(result.reason);
  }

  #opened(connection: Connection): void {
    const { id, client } = this.#plan;
    const { session } = this.deps;
    const release = this.deps.holdModule(`outbound websocket ${id}`);
    const link: Link<Operations> = new Link(connection, this.#plan, {
      session: { ...session, writeTimeout: client.writeTimeout ?? session.writeTimeout },
      pingPong: client.pingPong,
      onClose: (reason) => {
        release();
        this.#lost(link, reason);
      },
    });
    this.#state = { name: 'open', link };
    this.#log.info({ address: loggedUrl(client.uri) }, 'outbound websocket connected');
    this.takeApplications();
    for (const name of this.#plan.applications) this.#tell('ApplicationRegistered', name);
    for (const text of this.#waiting.take()) this.send(text);
    this.callbacks.onOpen?.();
  }

  #lost(link: Link<Operations>, reason: string): void {
    if (this.#state.name !== 'open' || this.#state.link !== link) return;
    if (!this.callbacks.isWanted()) return this.#giveUp(reason);
    const { reconnectInterval } = this.#plan.client;
    const lasted = this.deps.clock.now() - link.openedAt;
    // A peer that accepts and immediately closes counts as a failure, like one that does not answer.
    if (lasted < Math.max(soonestStable, reconnectInterval)) return this.#failed(reason);
    this.#log.info({ reason, lasted }, 'outbound websocket lost');
    this.#failures = 0;
    this.connect();
  }

  #failed(reason: string): void {
    this.#failures += 1;
    const { client } = this.#plan;
    const pause = this.callbacks.pause(this.#failures, client);
    if (this.#failures === 1 || this.#failures % client.reconnectAttempts === 0)
      this.#log.warn(
        { address: loggedUrl(client.uri), reason, failures: this.#failures },
        'outbound websocket cannot connect',
      );
    if (pause === undefined) return this.#giveUp(reason);
    this.#state = { name: 'waiting', cancel: this.deps.clock.after(pause, () => this.connect()) };
  }

  #giveUp(reason: string): void {
    for (const name of this.#plan.applications) this.#registrations.release(name);
    this.#state = { name: 'closed' };
    this.callbacks.onGivenUp?.(reason);
  }

  #reconnect(): void {
    this.#leave(1000, 'the connection is configured differently now');
    this.#failures = 0;
    this.connect();
  }

  /** Stops the current attempt or connection. */
  #leave(code: number, reason: string): void {
    const state = this.#state;
    if (state.name === 'connecting') state.abort.abort();
    if (state.name === 'waiting') state.cancel();
    if (state.name === 'open') this.#watchLeave(state.link.close(code, reason));
  }

  #dismiss(name: string): void {
    this.#tell('ApplicationUnregistered', name);
    this.#registrations.release(name);
  }

  /** Only while connected: before that, a replaced registration is not worth reporting. */
  #tell(type: 'ApplicationRegistered' | 'ApplicationUnregistered', name: string): void {
    if (this.#state.name === 'open') this.#state.link.send(this.#registrations.announcement(type, name));
  }

  #watchLeave(done: Promise<unknown>): void {
    this.#leaving.add(done);
    void done.finally(() => this.#leaving.delete(done));
  }
}
