/** Milliseconds: the first wait, the longest one, and when it is pointless to go on (RFC 3261 §17). */
const [firstWait, longestWait, limit] = [500, 4000, 32_000];

/** Sends a datagram again and again, by the clock of the machine, until told that it has arrived. */
export class Repeater {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  start(key: string, send: () => void): void {
    send();
    this.stop(key);
    this.#plan(key, send, { wait: firstWait, passed: 0 });
  }

  stop(key: string): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
  }

  close(): void {
    for (const key of [...this.#timers.keys()]) this.stop(key);
  }

  #plan(key: string, send: () => void, { wait, passed }: { readonly wait: number; readonly passed: number }): void {
    if (passed >= limit) return void this.#timers.delete(key);
    const again = (): void => {
      send();
      this.#plan(key, send, { wait: Math.min(2 * wait, longestWait), passed: passed + wait });
    };
    this.#timers.set(key, setTimeout(again, wait));
  }
}
