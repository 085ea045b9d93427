import type { Clock } from '../../shared/time/clock';

interface WatchOptions {
  readonly interval: number;
  readonly probes: number;
  readonly clock: Clock;
  readonly ping: () => void;
  /** Whether answers are currently being read; otherwise a missing answer does not count. */
  readonly isHeard?: () => boolean;
  readonly onSilence: () => void;
}

/** Pings a peer and counts the pings it leaves unanswered. */
export class PeerWatch {
  #missing = 0;
  #cancel: () => void = () => undefined;

  constructor(private readonly options: WatchOptions) {
    this.#schedule();
  }

  /** The peer has answered. */
  heard(): void {
    this.#missing = 0;
  }

  close(): void {
    this.#cancel();
  }

  #schedule(): void {
    this.#cancel = this.options.clock.after(this.options.interval, () => this.#ask());
  }

  #ask(): void {
    const { probes, ping, isHeard, onSilence } = this.options;
    if (isHeard?.() === false) this.heard();
    if (this.#missing >= probes) return onSilence();
    this.#missing += 1;
    ping();
    this.#schedule();
  }
}
