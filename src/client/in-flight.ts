import type { ClientClock } from './clock';
import { ConnectionFailure } from './connection-failure';
import type { TransportRequest } from './transport';

/**
 * The requests under way on one transport. Each ends by itself, when its time is over, when its caller gives up, or
 * when all are called off together; whatever comes first leaves neither timer nor listener behind.
 */
export class InFlight {
  readonly #controllers = new Set<AbortController>();

  constructor(private readonly deps: { readonly clock: ClientClock; readonly timeoutMs: number }) {}

  /** `start` must reject with the reason of the signal it is given once that is aborted. */
  async run<Result>(request: TransportRequest, start: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { operation, signal, timeoutMs = this.deps.timeoutMs } = request;
    signal?.throwIfAborted();
    const controller = new AbortController();
    const giveUp = (): void => controller.abort(signal?.reason);
    const cancelTimer = this.deps.clock.after(timeoutMs, () =>
      controller.abort(new ConnectionFailure('timeout', `${operation} was not answered within ${timeoutMs} ms`)),
    );
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#controllers.add(controller);
    try {
      return await start(controller.signal);
    } finally {
      cancelTimer();
      signal?.removeEventListener('abort', giveUp);
      this.#controllers.delete(controller);
    }
  }

  callOff(reason: ConnectionFailure): void {
    for (const controller of [...this.#controllers]) controller.abort(reason);
  }
}
