/** A connection whose peer can be pinged. */
export interface Mortal {
  readonly checkAlive: () => void;
}

/** One timer that pings all sockets, however many there are. */
export class KeepAlive {
  readonly #members = new Set<Mortal>();
  readonly #timer: NodeJS.Timeout | undefined;

  /** Zero milliseconds: no pings. */
  constructor(interval: number) {
    this.#timer = interval > 0 ? setInterval(() => this.#ask(), interval).unref() : undefined;
  }

  add(member: Mortal): void {
    this.#members.add(member);
  }

  remove(member: Mortal): void {
    this.#members.delete(member);
  }

  get size(): number {
    return this.#members.size;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#members.clear();
  }

  #ask(): void {
    for (const member of this.#members) member.checkAlive();
  }
}
