/** Something that is done for a channel or a bridge when its turn comes. */
export interface Command {
  /** Starts the command. Calls back once when the next one may start, synchronously or later. */
  readonly start: (over: () => void) => void;
  /** The queue closes. A waiting command is not started; a running one ends and still calls back. */
  readonly abandon: () => void;
}

/** Commands that run one after another, in the order in which they came. */
export class CommandQueue {
  readonly #waiting = new Set<Command>();
  #running: Command | undefined;
  #isAdvancing = false;
  #isClosed = false;
  #onQuiet: (() => void)[] = [];

  get isIdle(): boolean {
    return this.#running === undefined && this.#waiting.size === 0;
  }

  /** How many wait for their turn. */
  get size(): number {
    return this.#waiting.size;
  }

  /** A queue that is closed abandons what it is given. */
  add(command: Command): void {
    if (this.#isClosed) return command.abandon();
    this.#waiting.add(command);
    this.#advance();
    return undefined;
  }

  /** Removes a waiting command without a callback. */
  withdraw(command: Command): void {
    this.#waiting.delete(command);
  }

  /** Does something that takes no time, now or when its turn comes; false when the queue closed before that. */
  run(action: () => void): boolean | Promise<boolean> {
    if (this.#isClosed) return false;
    if (this.isIdle) {
      this.add(instant(action));
      return true;
    }
    return new Promise((resolve) => {
      const { start } = instant(action);
      this.add({
        start: (over) => {
          resolve(true);
          start(over);
        },
        abandon: () => resolve(false),
      });
    });
  }

  /** Abandons everything. Returns a promise when the running command needs time to end. Idempotent. */
  close(): Promise<void> | undefined {
    const wasClosed = this.#isClosed;
    this.#isClosed = true;
    if (!wasClosed) this.#running?.abandon();
    this.#advance();
    if (this.isIdle) return undefined;
    return new Promise((resolve) => void this.#onQuiet.push(resolve));
  }

  /** A loop: however many commands take no time, they do not pile up on the stack. */
  #advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    while (this.#running === undefined) {
      const [command] = this.#waiting;
      if (command === undefined) break;
      this.#waiting.delete(command);
      if (this.#isClosed) command.abandon();
      else this.#start(command);
    }
    this.#isAdvancing = false;
    if (this.isIdle) for (const tell of this.#onQuiet.splice(0)) tell();
  }

  #start(command: Command): void {
    this.#running = command;
    command.start(() => {
      if (this.#running !== command) return;
      this.#running = undefined;
      this.#advance();
    });
  }
}

function instant(action: () => void): Command {
  return {
    start: (over) => {
      try {
        action();
      } finally {
        over();
      }
    },
    abandon: () => undefined,
  };
}
