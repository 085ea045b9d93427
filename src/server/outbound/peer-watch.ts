import type { Clock } from '../../shared/clock';

interface WatchOptions {
  readonly interval: number;
  readonly probes: number;
  readonly clock: Clock;
  readonly ping: () => void;
  readonly onSilence: () => void;
}

/** Pings a peer and counts the pings it leaves unanswered. */
export class PeerWatch {
  #missing = 0;
  #cancel: () => void = () => undefined;

  constructor(private readonly options: WatchOptions) {
    this.#schedule();
  }

  /** The peer has shown that it is there. */
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
    const { probes, ping, onSilence } = this.options;
    if (this.#missing >= probes) return onSilence();
    this.#missing += 1;
    ping();
    this.#schedule();
  }
}
