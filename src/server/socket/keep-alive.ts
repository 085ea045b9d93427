/** Something that can be asked whether its peer is still there. */
export interface Mortal {
  readonly checkAlive: () => void;
}

/** One timer that asks all sockets in turn, however many there are. */
export class KeepAlive {
  readonly #members = new Set<Mortal>();
  readonly #timer: NodeJS.Timeout | undefined;

  /** Zero milliseconds: nobody is asked. */
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
