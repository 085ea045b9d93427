import { isLeaderless } from './leaderless';
import type { NatsHeaders } from './nats-api';
import type { NatsRequests } from './nats-requests';

/** The number of a refused condition: a key has another revision than the writer expects, or exists already. */
export const wrongRevision = 10_071;

/** What the stream refuses, by the number that JetStream gives to the reason. */
export class JetStreamError extends Error {
  override readonly name = 'JetStreamError';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export interface JetStreamRequestsDeps {
  readonly requests: Pick<NatsRequests, 'request'>;
  readonly headers: () => NatsHeaders;
  /** Milliseconds until an answer is given up. */
  readonly timeout: number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Conditions and marks of a write. */
export interface WriteOptions {
  /** Only when the last message of the subject has this number, 0 for none. */
  readonly expected?: number | undefined;
  /** Marks the key as removed. */
  readonly removes?: boolean;
}

interface Failure {
  readonly error?: { readonly err_code?: number; readonly description?: string };
}

/** Milliseconds between attempts while a stream has no leader. */
const retryDelay = 250;

/**
 * Requests to JetStream as messages of our own: each costs a fraction of what it costs with the client, which makes
 * objects with stack traces for failures that may come. While a stream has no leader, no server carries out a request: it
 * is sent again.
 */
export class JetStreamRequests {
  constructor(private readonly deps: JetStreamRequestsDeps) {}

  /** Appends a message. Returns its number in the stream. */
  async write(subject: string, data: string, { expected, removes = false }: WriteOptions = {}): Promise<number> {
    let headers: NatsHeaders | undefined;
    if (expected !== undefined || removes) {
      headers = this.deps.headers();
      if (expected !== undefined) headers.set('Nats-Expected-Last-Subject-Sequence', String(expected));
      if (removes) headers.set('KV-Operation', 'DEL');
    }
    const { seq } = (await this.#ask(subject, data, headers)) as { readonly seq: number };
    return seq;
  }

  /** Asks the interface of JetStream. */
  ask(name: string, body: object): Promise<unknown> {
    return this.#ask(`$JS.API.${name}`, JSON.stringify(body));
  }

  async #ask(subject: string, data: string, headers?: NatsHeaders): Promise<unknown> {
    const until = Date.now() + this.deps.timeout;
    for (;;) {
      try {
        const answer = JSON.parse(await this.#once(subject, data, headers)) as Failure;
        if (answer.error === undefined) return answer;
        throw new JetStreamError(answer.error.err_code ?? 0, answer.error.description ?? 'JetStream refuses');
      } catch (error) {
        if (!isLeaderless(error) || Date.now() > until) throw error;
        await this.deps.pause(retryDelay);
      }
    }
  }

  #once(subject: string, data: string, headers: NatsHeaders | undefined): Promise<string> {
    const { answer, cancel } = this.deps.requests.request(subject, data, headers);
    const timer = setTimeout(cancel, this.deps.timeout);
    return answer.then(
      (bytes) => {
        clearTimeout(timer);
        return bytes.toString('utf8');
      },
      (error: unknown) => {
        clearTimeout(timer);
        throw error;
      },
    );
  }
}
