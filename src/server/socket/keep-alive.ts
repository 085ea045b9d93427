import type { Clock } from '../../shared/time/clock';

/** A connection whose peer can be pinged. */
export interface Mortal {
  readonly checkAlive: () => void;
}

/** One timer that pings all sockets, however many there are. It runs only while there are any. */
export class KeepAlive {
  readonly #members = new Set<Mortal>();
  #cancel: (() => void) | undefined;

  /** Zero milliseconds: no pings. */
  constructor(
    private readonly interval: number,
    private readonly clock: Pick<Clock, 'after'>,
  ) {}

  add(member: Mortal): void {
    this.#members.add(member);
    if (this.#cancel === undefined && this.interval > 0) this.#plan();
  }

  remove(member: Mortal): void {
    if (this.#members.delete(member) && this.#members.size === 0) this.#stop();
  }

  get size(): number {
    return this.#members.size;
  }

  close(): void {
    this.#members.clear();
    this.#stop();
  }

  #plan(): void {
    this.#cancel = this.clock.after(this.interval, () => {
      this.#plan();
      for (const member of this.#members) member.checkAlive();
    });
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
