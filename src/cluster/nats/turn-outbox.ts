import type { Soon } from '../../shared/scheduling/soon';
import type { NatsConnection, NatsHeaders } from './nats-api';

/** A message that has not been handed to the client. */
export interface Outgoing {
  readonly subject: string;
  readonly data: string | Uint8Array;
  readonly reply?: string;
  readonly headers?: NatsHeaders | undefined;
  /** Told when the client does not take it: it was not sent then. */
  readonly onFailed?: (error: unknown) => void;
}

export interface TurnOutboxDeps {
  readonly connection: Pick<NatsConnection, 'publish'>;
  readonly soon: Soon;
  readonly onFailed: (error: unknown, subject: string) => void;
}

/** Characters of a message after which no more lines are added to it, well below the limit of a server. */
const enoughLines = 128 * 1024;

interface Lines {
  readonly subject: string;
  data: string;
}

/**
 * What a node sends in one turn of the event loop, in its order. It leaves at the end of the turn in one system call,
 * where the client would make one for every microtask.
 */
export class TurnOutbox {
  #waiting: (Outgoing | Lines)[] = [];
  /** Messages that lines can still be added to, by subject. */
  readonly #open = new Map<string, Lines>();
  readonly #preparations: (() => void)[] = [];
  #isScheduled = false;

  constructor(private readonly deps: TurnOutboxDeps) {}

  /** Whoever receives it is told of what was sent before. */
  send(message: Outgoing): void {
    this.#open.clear();
    this.store(message);
  }

  /** The same for what other nodes do not receive: lines that are sent after it may leave before it. */
  store(message: Outgoing): void {
    this.#waiting.push(message);
    this.leaveSoon();
  }

  /** Adds to the message that the other lines for the same subject leave with, unless something was sent in between. */
  sendLines(subject: string, lines: string): void {
    const open = this.#open.get(subject);
    if (open !== undefined && open.data.length < enoughLines) {
      open.data += `\n${lines}`;
      return;
    }
    const begun = { subject, data: lines };
    this.#open.set(subject, begun);
    this.#waiting.push(begun);
    this.leaveSoon();
  }

  /** Calls this before messages leave: what it sends leaves first. */
  prepare(preparation: () => void): void {
    this.#preparations.push(preparation);
  }

  /** Lets messages leave at the end of this turn, those of `prepare` too. */
  leaveSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.deps.soon(() => this.flush());
  }

  flush(): void {
    const waiting = this.#take();
    for (const preparation of this.#preparations) preparation();
    const first = this.#take();
    this.#isScheduled = false;
    for (const message of first) this.#publish(message);
    for (const message of waiting) this.#publish(message);
  }

  /** The connection is lost: messages would be old when it is back. */
  clear(): void {
    this.#take();
  }

  #take(): readonly (Outgoing | Lines)[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#open.clear();
    return waiting;
  }

  #publish(message: Outgoing | Lines): void {
    const { subject, data } = message;
    const { reply, headers, onFailed } = message as Outgoing;
    try {
      if (headers === undefined)
        this.deps.connection.publish(subject, data, reply === undefined ? undefined : { reply });
      else this.deps.connection.publish(subject, data, reply === undefined ? { headers } : { reply, headers });
    } catch (error) {
      if (onFailed === undefined) this.deps.onFailed(error, subject);
      else onFailed(error);
    }
  }
}
