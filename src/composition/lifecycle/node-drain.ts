import type { EngineEventSource } from '../../engine/engine-event';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { CallServices } from '../parts/calls';
import type { StopRequest } from './process-life';

export interface NodeDrainDeps {
  readonly calls: Pick<CallServices, 'channels' | 'admission'>;
  readonly events: EngineEventSource;
  /** Tells the other nodes. */
  readonly announce: () => Promise<void>;
  /** Undefined for a server inside of another program, which stops it. */
  readonly requestStop: ((request: StopRequest) => void) | undefined;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
}

/** A server that finishes its calls, takes no new ones, and stops then. */
export class NodeDrain {
  #isDraining = false;
  #cancelTimeout: () => void = () => undefined;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly deps: NodeDrainDeps) {}

  /** After `timeout` milliseconds it stops with calls that have not ended, unless that is 0. */
  begin(timeout: number): void {
    const { calls, clock, log } = this.deps;
    calls.admission.setDraining();
    this.#cancelTimeout();
    if (timeout > 0) this.#cancelTimeout = clock.after(timeout, () => this.#stop());
    if (this.#isDraining) return;
    this.#isDraining = true;
    log.info(
      { channels: calls.channels.size },
      'draining: no new calls are taken, and the server stops after the last',
    );
    void this.#announce();
  }

  close(): void {
    this.#cancelTimeout();
    this.#unsubscribe();
  }

  async #announce(): Promise<void> {
    const { announce, events, log } = this.deps;
    await announce().catch((error: unknown) =>
      log.warn({ error }, 'the other nodes could not be told of the draining'),
    );
    this.#unsubscribe = events.on('drain', 'channel-destroyed', () => this.#check());
    this.#check();
  }

  #check(): void {
    // In a later turn: listeners of the last event may still react to it, and the request has been answered.
    if (this.deps.calls.channels.size === 0) setImmediate(() => this.deps.calls.channels.size === 0 && this.#stop());
  }

  #stop(): void {
    this.close();
    this.deps.requestStop?.({ isNow: false, isRestart: false });
  }
}
