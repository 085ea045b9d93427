import { ApiFailure } from './api-failure';
import type { Backoff } from './backoff';
import { delayBefore } from './backoff';
import type { Cancel } from './clock';
import { ConnectionFailure } from './connection-failure';
import type { SocketTarget } from './socket-link';
import { SocketLink } from './socket-link';

/** What happens to the connection, as opposed to what arrives over it. */
export type ConnectionNotice =
  | { readonly type: 'connected' }
  | { readonly type: 'disconnected'; readonly reason: string }
  /** The next attempt begins in `delayMs`; attempts are counted from 1. */
  | { readonly type: 'reconnecting'; readonly attempt: number; readonly delayMs: number; readonly reason: string }
  /** Over for good: closed, or refused in a way that another attempt would not change. */
  | { readonly type: 'stopped'; readonly reason: string };

export interface EventSocketDeps {
  readonly target: SocketTarget;
  /** `false`: a connection that is lost stays lost. */
  readonly backoff: Backoff | false;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly onText: (text: string) => void;
  readonly onNotice: (notice: ConnectionNotice) => void;
}

type State =
  | { readonly name: 'idle' }
  | { readonly name: 'connecting'; readonly link: SocketLink }
  | { readonly name: 'open'; readonly link: SocketLink; readonly since: number }
  | { readonly name: 'waiting'; readonly cancel: Cancel }
  | { readonly name: 'closing' }
  | { readonly name: 'ended'; readonly failure: Error };

export type ConnectionState = State['name'];

/**
 * A connection must have lasted this long to count as good; otherwise the backoff keeps growing for a server that
 * closes immediately.
 */
const goodAfterMs = 5_000;

/** Keeps one event socket open: when it is lost it is opened again, later and later, until closed or refused. */
export class EventSocket {
  #state: State = { name: 'idle' };
  #attempts = 0;
  #first: { readonly resolve: () => void; readonly reject: (failure: Error) => void } | undefined;
  readonly #ended: Promise<void>;
  #markEnded: () => void = () => undefined;

  constructor(private readonly deps: EventSocketDeps) {
    this.#ended = new Promise((resolve) => {
      this.#markEnded = resolve;
    });
  }

  get state(): ConnectionState {
    return this.#state.name;
  }

  /** The first connection. It is not tried again, so that a wrong address or password shows at once. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#first = { resolve, reject };
      this.#dial();
    });
  }

  send(text: string): void {
    const state = this.#state;
    if (state.name === 'ended') throw state.failure;
    if (state.name !== 'open') throw new ConnectionFailure('unreachable', 'the event socket is not connected');
    state.link.send(text);
  }

  async close(): Promise<void> {
    const state = this.#state;
    switch (state.name) {
      case 'idle':
      case 'waiting':
        if (state.name === 'waiting') state.cancel();
        this.#end(new ConnectionFailure('closed', 'the client is closed'));
        break;
      case 'connecting':
      case 'open':
        this.#state = { name: 'closing' };
        state.link.close();
        break;
      case 'closing':
      case 'ended':
        break;
    }
    await this.#ended;
  }

  #dial(): void {
    const link = new SocketLink(this.deps.target, {
      onOpen: () => this.#opened(link),
      onText: this.deps.onText,
      onEnd: (failure) => this.#lost(failure),
    });
    this.#state = { name: 'connecting', link };
  }

  #opened(link: SocketLink): void {
    this.#state = { name: 'open', link, since: this.deps.target.clock.now() };
    this.deps.onNotice({ type: 'connected' });
    this.#first?.resolve();
    this.#first = undefined;
  }

  #lost(failure: Error): void {
    const state = this.#state;
    if (state.name === 'closing' || this.#first !== undefined) return this.#end(failure);
    if (state.name === 'open') this.#noteLoss(state.since, failure);
    if (this.deps.backoff === false || isFinal(failure)) return this.#end(failure);
    this.#attempts += 1;
    const delayMs = delayBefore(this.#attempts, this.deps.backoff, this.deps.random);
    this.#state = { name: 'waiting', cancel: this.deps.target.clock.after(delayMs, () => this.#dial()) };
    this.deps.onNotice({ type: 'reconnecting', attempt: this.#attempts, delayMs, reason: failure.message });
  }

  #noteLoss(since: number, failure: Error): void {
    if (this.deps.target.clock.now() - since >= goodAfterMs) this.#attempts = 0;
    this.deps.onNotice({ type: 'disconnected', reason: failure.message });
  }

  #end(failure: Error): void {
    this.#state = { name: 'ended', failure };
    this.deps.onNotice({ type: 'stopped', reason: reasonFor(failure) });
    this.#first?.reject(failure);
    this.#first = undefined;
    this.#markEnded();
  }
}

/** A server that is starting or overloaded answers 5xx; anything else would be the same the next time. */
function isFinal(failure: Error): failure is ApiFailure {
  return failure instanceof ApiFailure && failure.status < 500;
}

function reasonFor(failure: Error): string {
  if (!isFinal(failure)) return failure.message;
  return `the server refused the event socket with ${failure.status} (${failure.message}); it is not tried again`;
}
