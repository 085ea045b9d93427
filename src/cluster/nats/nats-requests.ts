import type { PendingRequest } from '../cluster-link';
import { LinkDownError, NoRespondersError } from '../cluster-link';
import type { NatsConnection, NatsHeaders, NatsLibrary, NatsMessage } from './nats-api';
import type { Outgoing, TurnOutbox } from './turn-outbox';

/** Bytes of one message, well below the limit of a server, 1 MB unless configured otherwise. */
const partSize = 512 * 1024;

const noResponders = 503;
const moreHeader = 'Patchbay-More';

export interface NatsRequestsDeps {
  readonly connection: Pick<NatsConnection, 'subscribe'>;
  readonly outbox: Pick<TurnOutbox, 'send' | 'store'>;
  readonly library: Pick<NatsLibrary, 'headers'>;
  /** Where answers come to, unique in the cluster. */
  readonly inbox: string;
}

interface Waiting {
  readonly parts: Uint8Array[];
  readonly resolve: (answer: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Requests and answers over one subscription. Answers may be longer than a message. Waiting has no time limit: the
 * caller decides by asking whether the other node is alive.
 */
export class NatsRequests {
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  constructor(private readonly deps: NatsRequestsDeps) {
    deps.connection.subscribe(`${deps.inbox}.*`, { callback: (_, message) => this.#receive(message) });
  }

  /** Asks another node. */
  request(subject: string, data: string): PendingRequest {
    const { message, pending } = this.#begin(subject, data);
    this.deps.outbox.send(message);
    return pending;
  }

  /** Asks the server of NATS. */
  store(subject: string, data: string, headers?: NatsHeaders): PendingRequest {
    const { message, pending } = this.#begin(subject, data, headers);
    this.deps.outbox.store(message);
    return pending;
  }

  #begin(
    subject: string,
    data: string,
    headers?: NatsHeaders,
  ): { readonly message: Outgoing; readonly pending: PendingRequest } {
    this.#count += 1;
    const id = this.#count.toString(36);
    const answer = new Promise<Buffer>((resolve, reject) => {
      this.#waiting.set(id, { parts: [], resolve, reject });
    });
    // Canceled requests are not waited for.
    answer.catch(() => undefined);
    const fail = (reason: string): void => this.#fail(id, new LinkDownError(reason));
    return {
      message: {
        subject,
        data,
        headers,
        reply: `${this.deps.inbox}.${id}`,
        onFailed: () => fail('the connection to the other nodes is lost'),
      },
      pending: { answer, cancel: () => fail('the request was cancelled') },
    };
  }

  /** Sends an answer in as many messages as it needs. */
  respond(reply: string, answer: string | Buffer): void {
    const bytes = typeof answer === 'string' ? Buffer.from(answer, 'utf8') : answer;
    for (let start = 0; start === 0 || start < bytes.length; start += partSize) {
      const part = bytes.subarray(start, start + partSize);
      if (start + partSize >= bytes.length) this.deps.outbox.send({ subject: reply, data: part });
      else {
        const headers = this.deps.library.headers();
        headers.set(moreHeader, '1');
        this.deps.outbox.send({ subject: reply, data: part, headers });
      }
    }
  }

  /** The connection is lost, and with it all answers that were on their way. */
  failAll(): void {
    for (const id of this.#waiting.keys())
      this.#fail(id, new LinkDownError('the connection to the other nodes was lost before the answer came'));
  }

  #fail(id: string, error: Error): void {
    this.#waiting.get(id)?.reject(error);
    this.#waiting.delete(id);
  }

  #receive({ subject, data, headers }: NatsMessage): void {
    const id = subject.slice(this.deps.inbox.length + 1);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    if (headers?.code === noResponders) return this.#fail(id, new NoRespondersError('no node listens there'));
    waiting.parts.push(data);
    if (headers !== undefined && headers.get(moreHeader) !== '') return;
    this.#waiting.delete(id);
    waiting.resolve(Buffer.concat(waiting.parts));
  }
}
