import { isLeaderless } from './leaderless';
import type { NatsHeaders } from './nats-api';
import type { NatsRequests } from './nats-requests';
import { StalledStreams } from './stalled-streams';

/**
 * The numbers of a refused condition: a key has another revision than the writer expects, or exists already. Newer
 * versions of NATS have a second one for a revision that is being replaced.
 */
const wrongRevisions: readonly number[] = [10_071, 10_164];

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

/** Whether another writer was faster. */
export function isWrongRevision(error: unknown): boolean {
  return error instanceof JetStreamError && wrongRevisions.includes(error.code);
}

export interface JetStreamRequestsDeps {
  readonly requests: Pick<NatsRequests, 'store'>;
  readonly headers: () => NatsHeaders;
  /** Milliseconds until an answer is given up. */
  readonly timeout: number;
  readonly now: () => number;
  /** Told that a stream leaves writes without an answer. */
  readonly onStalled: (stream: string) => void;
  readonly pause: (milliseconds: number) => Promise<void>;
}

export interface KeyPlace {
  /** The name of the bucket at NATS. */
  readonly bucket: string;
  /** As NATS has it. */
  readonly key: string;
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
  readonly #stalled: StalledStreams;

  constructor(private readonly deps: JetStreamRequestsDeps) {
    const { now } = deps;
    this.#stalled = new StalledStreams({ now, changeLeader: (stream) => this.#changeLeader(stream) });
  }

  /** Writes a key of a bucket. Returns its number in the stream. */
  async write(
    { bucket, key }: KeyPlace,
    data: string,
    { expected, removes = false }: WriteOptions = {},
  ): Promise<number> {
    let headers: NatsHeaders | undefined;
    if (expected !== undefined || removes) {
      headers = this.deps.headers();
      if (expected !== undefined) headers.set('Nats-Expected-Last-Subject-Sequence', String(expected));
      if (removes) headers.set('KV-Operation', 'DEL');
    }
    const stream = `KV_${bucket}`;
    const began = this.deps.now();
    try {
      const { seq } = (await this.#ask(`$KV.${bucket}.${key}`, data, headers)) as { readonly seq: number };
      this.#stalled.answered(stream);
      return seq;
    } catch (error) {
      if (error instanceof JetStreamError) this.#stalled.answered(stream);
      // Neither a connection that is lost nor an election, which are noticed at once.
      else if (this.deps.now() - began >= this.deps.timeout && !isLeaderless(error))
        this.#stalled.unanswered(stream, began);
      throw error;
    }
  }

  /** Asks the interface of JetStream. */
  ask(name: string, body: object): Promise<unknown> {
    return this.#ask(`$JS.API.${name}`, JSON.stringify(body));
  }

  #changeLeader(stream: string): void {
    this.deps.onStalled(stream);
    this.ask(`STREAM.LEADER.STEPDOWN.${stream}`, {}).catch(() => undefined);
  }

  async #ask(subject: string, data: string, headers?: NatsHeaders): Promise<unknown> {
    const until = this.deps.now() + this.deps.timeout;
    for (;;) {
      try {
        const answer = JSON.parse(await this.#once(subject, data, headers)) as Failure;
        if (answer.error === undefined) return answer;
        throw new JetStreamError(answer.error.err_code ?? 0, answer.error.description ?? 'JetStream refuses');
      } catch (error) {
        if (!isLeaderless(error) || this.deps.now() > until) throw error;
        await this.deps.pause(retryDelay);
      }
    }
  }

  #once(subject: string, data: string, headers: NatsHeaders | undefined): Promise<string> {
    const { answer, cancel } = this.deps.requests.store(subject, data, headers);
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
