import type { Channel } from '../channel/channel';

/** A command for a call that waits in `AGI(agi:async)`. The id comes back with the answer; it may be empty. */
export interface AsyncAgiCommand {
  readonly id: string;
  readonly text: string;
}

/** Sends commands to such calls and receives the answers. Called in the order in which things happen. */
export interface AsyncAgiDriver {
  /** `environment`: the lines that every AGI program is told first. */
  readonly onStart: (channel: Channel, environment: string) => void;
  readonly onAnswer: (channel: Channel, command: AsyncAgiCommand, answer: string) => void;
  readonly onEnd: (channel: Channel) => void;
}

/** `full`: so many commands wait already that no more are taken. */
export type AsyncAgiQueued = 'queued' | 'full' | 'not-waiting';

/** Commands that may wait for one call. */
const maxCommands = 128;

/** The calls that are driven by commands from outside the dialplan. The manager interface is the driver. */
export class AsyncAgiCalls {
  readonly #calls = new Map<Channel, AsyncAgiCall>();
  #driver: AsyncAgiDriver | undefined;

  get size(): number {
    return this.#calls.size;
  }

  /** Takes over all calls to come. Returns what gives them up again, and ends those that wait. */
  drive(driver: AsyncAgiDriver): () => void {
    if (this.#driver !== undefined) throw new Error('asynchronous AGI has a driver already');
    this.#driver = driver;
    return () => {
      if (this.#driver !== driver) return;
      this.#driver = undefined;
      for (const call of [...this.#calls.values()]) call.close();
    };
  }

  /** Hands a command to a call. */
  send(channel: Channel, command: AsyncAgiCommand): AsyncAgiQueued {
    return this.#calls.get(channel)?.add(command) ?? 'not-waiting';
  }

  /** A call begins to wait for commands, or the reason why it would wait in vain. */
  open(channel: Channel): AsyncAgiCall | { readonly refused: string } {
    const driver = this.#driver;
    if (driver === undefined) return { refused: 'nothing can send commands: there is no manager interface' };
    if (this.#calls.has(channel)) return { refused: 'the call waits for asynchronous commands already' };
    const call = new AsyncAgiCall(channel, driver, () => this.#calls.delete(channel));
    this.#calls.set(channel, call);
    return call;
  }
}

/** One call that waits for commands, with those that it has not taken yet. */
export class AsyncAgiCall {
  readonly #commands: AsyncAgiCommand[] = [];
  #isClosed = false;
  #arrived: () => void = () => undefined;

  constructor(
    private readonly channel: Channel,
    private readonly driver: AsyncAgiDriver,
    private readonly onClosed: () => unknown,
  ) {}

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(command: AsyncAgiCommand): AsyncAgiQueued {
    if (this.#isClosed) return 'not-waiting';
    if (this.#commands.length >= maxCommands) return 'full';
    this.#commands.push(command);
    this.#arrived();
    return 'queued';
  }

  /** Undefined once it is closed. */
  async next(): Promise<AsyncAgiCommand | undefined> {
    if (this.#commands.length === 0 && !this.#isClosed) await new Promise<void>((resolve) => (this.#arrived = resolve));
    return this.#commands.shift();
  }

  start(environment: string): void {
    this.driver.onStart(this.channel, environment);
  }

  answer(command: AsyncAgiCommand, text: string): void {
    this.driver.onAnswer(this.channel, command, text);
  }

  /** What waits is dropped. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#commands.length = 0;
    this.onClosed();
    this.#arrived();
    this.driver.onEnd(this.channel);
  }
}
