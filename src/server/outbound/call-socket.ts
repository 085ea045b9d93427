import { pauseForCall } from './backoff';
import type { OutboundDeps } from './outbound-deps';
import type { OutboundPlan } from './outbound-plan';
import { sameUser } from './outbound-plan';
import { OutboundSocket } from './outbound-socket';
import type { StopSignal } from '../../shared/scheduling/stop-signal';

export type CallSocketResult =
  | {
      readonly outcome: 'open';
      /** The application that the channel is to enter. */
      readonly application: string;
      /** Fires when the connection has ended and will not be reopened. */
      readonly lost: AbortSignal;
      /** To be called when the channel has left the application. */
      readonly ended: () => void;
    }
  | { readonly outcome: 'failed'; readonly reason: string }
  /** No outbound socket is to be opened for this application. */
  | { readonly outcome: 'not-configured' };

/** Milliseconds in which an application may still send requests about a call that has ended. */
const grace = 3000;

/** A socket that exists for one call: opened when the channel comes, closed soon after it has left. */
export class CallSocket<Operations> {
  readonly #socket: OutboundSocket<Operations>;
  readonly #lost = new AbortController();
  /** The reason why there is no connection; undefined when there is one. */
  readonly #settled: Promise<string | undefined>;
  #settle: (failure: string | undefined) => void = () => undefined;
  #plan: OutboundPlan;
  #visits = 0;
  #cancelGrace: () => void = () => undefined;

  constructor(
    plan: OutboundPlan,
    private readonly deps: OutboundDeps<Operations>,
    private readonly onEnd: (gone: Promise<void>) => void,
  ) {
    this.#plan = plan;
    this.#settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    const callbacks = {
      pause: pauseForCall,
      // An application may disconnect as soon as its call has ended; do not reconnect.
      isWanted: () => this.#visits > 0,
      onOpen: () => this.#settle(undefined),
      onGivenUp: (reason: string) => this.end(reason),
    };
    this.#socket = new OutboundSocket(plan, callbacks, deps);
    this.#socket.connect();
  }

  get isOpen(): boolean {
    return this.#socket.isOpen;
  }

  /** A channel may return before the socket of its previous entry has closed; then that socket is reused. */
  async enter(signal: StopSignal | undefined): Promise<CallSocketResult> {
    this.#visits += 1;
    this.#cancelGrace();
    const failure = await unlessAborted(this.#settled, signal);
    if (failure !== undefined) {
      this.#leave();
      return { outcome: 'failed', reason: failure };
    }
    const [application = ''] = this.#plan.applications;
    let isOver = false;
    const ended = (): void => {
      if (!isOver) this.#leave();
      isOver = true;
    };
    return { outcome: 'open', application, lost: this.#lost.signal, ended };
  }

  /** The users may have changed: apply the current rights. */
  refreshUser(): void {
    const user = this.deps.findUser(this.#plan.user.name);
    if (user === undefined) return this.end('the local user is gone');
    const plan = { ...this.#plan, user };
    if (sameUser(plan, this.#plan)) return;
    this.#plan = plan;
    this.#socket.replace(plan);
  }

  end(reason: string, code = 1000): void {
    if (this.#lost.signal.aborted) return;
    this.#cancelGrace();
    this.#settle(reason);
    this.#lost.abort();
    this.onEnd(this.#socket.close(code, reason));
  }

  #leave(): void {
    this.#visits -= 1;
    if (this.#visits > 0 || this.#lost.signal.aborted) return;
    if (!this.#socket.isOpen) return this.end('the call has ended');
    this.#cancelGrace = this.deps.clock.after(grace, () => this.end('the call has ended'));
  }
}

/** The awaited value, or the reason of the abort. Removes its listener from the signal, which may live much longer. */
async function unlessAborted<Value>(awaited: Promise<Value>, signal: StopSignal | undefined): Promise<Value | string> {
  const over = 'the call has ended';
  if (signal === undefined) return awaited;
  if (signal.aborted) return over;
  let stop: () => void = () => undefined;
  const stopped = new Promise<string>((resolve) => {
    stop = () => resolve(over);
  });
  signal.addEventListener('abort', stop);
  return Promise.race([awaited, stopped]).finally(() => signal.removeEventListener('abort', stop));
}
