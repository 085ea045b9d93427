import type { Access } from '../access';
import { ConnectionFailure, wordsOf } from '../connection-failure';
import { InFlight } from '../in-flight';
import type { Transport, TransportAnswer, TransportRequest } from '../transport';

/** REST over `fetch`: takes the place of ../http-transport in the build for browsers. */
export class HttpTransport implements Transport {
  readonly #inFlight: InFlight;
  #closed = false;

  constructor(private readonly access: Access) {
    this.#inFlight = new InFlight(access);
  }

  async request(request: TransportRequest): Promise<TransportAnswer> {
    if (this.#closed) throw closedFailure();
    return this.#inFlight.run(request, (signal) => this.#exchange(request, signal));
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#inFlight.callOff(closedFailure());
  }

  async #exchange(
    { method, target, body, idempotencyKey }: TransportRequest,
    signal: AbortSignal,
  ): Promise<TransportAnswer> {
    const { root, authorization, socketId } = this.access;
    const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const behalf = socketId === undefined ? {} : { 'patchbay-socket': socketId };
    try {
      const response = await fetch(root.href + target, {
        method,
        signal,
        headers: { authorization, ...key, ...behalf, ...(body === undefined ? {} : jsonBody) },
        body: body ?? null,
        // The password of the options counts, not what the browser remembers.
        ...notRemembered,
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const { status, statusText: reason } = response;
      return { status, reason, text: () => new TextDecoder().decode(bytes), bytes: () => bytes };
    } catch (error) {
      signal.throwIfAborted();
      // A browser tells neither whether a connection was made nor whether it broke.
      throw new ConnectionFailure('dropped', `no answer from ${root.origin}: ${wordsOf(error)}`, { cause: error });
    }
  }
}

/** Node's types do not know `cache`. */
const notRemembered = { credentials: 'omit', cache: 'no-store' } as const;
const jsonBody = { 'content-type': 'application/json' };
const closedFailure = (): ConnectionFailure => new ConnectionFailure('closed', 'the client is closed');
