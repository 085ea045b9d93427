import * as http from 'node:http';
import * as https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { Access } from './access';
import { ConnectionFailure, codeOf, wordsOf } from './connection-failure';
import { InFlight } from './in-flight';
import type { Transport, TransportAnswer, TransportRequest } from './transport';

/** A kept connection is given up before the usual servers do (5 s and more), so that we rarely send into a closed one. */
const idleMs = 4_000;
const maxConnections = 64;

/** REST over HTTP, with connections that are kept for the next request. */
export class HttpTransport implements Transport {
  readonly #agent: http.Agent;
  readonly #inFlight: InFlight;
  readonly #request: typeof http.request;
  readonly #destination: http.RequestOptions;
  #closed = false;

  constructor(private readonly access: Access) {
    const secure = access.root.protocol === 'https:';
    const keeping = { keepAlive: true, timeout: idleMs, maxSockets: maxConnections };
    this.#agent = secure ? new https.Agent(keeping) : new http.Agent(keeping);
    this.#request = secure ? https.request : http.request;
    this.#destination = { ...urlToHttpOptions(access.root), ...access.tls };
    this.#inFlight = new InFlight(access);
  }

  async request(request: TransportRequest): Promise<TransportAnswer> {
    if (this.#closed) throw closedFailure();
    return this.#inFlight.run(request, (signal) => this.#exchange(request, signal));
  }

  /** Ends what is under way and every kept connection. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#inFlight.callOff(closedFailure());
    this.#agent.destroy();
  }

  async #exchange(request: TransportRequest, signal: AbortSignal): Promise<TransportAnswer> {
    const first = this.#send(request, this.#agent);
    try {
      return await answerTo(first, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!mayRepeat(request, first, error)) throw this.#explained(error, request);
    }
    try {
      return await answerTo(this.#send(request, false), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#explained(error, request);
    }
  }

  /** `false` for a connection of its own. */
  #send({ method, target, body, idempotencyKey }: TransportRequest, agent: http.Agent | false): http.ClientRequest {
    const { root, authorization, socketId } = this.access;
    const outgoing = this.#request({
      ...this.#destination,
      agent,
      method,
      // Not through URL, which would rewrite what placeParameters has encoded with care.
      path: root.pathname + target,
      headers: {
        authorization,
        accept: '*/*',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(socketId === undefined ? {} : { 'patchbay-socket': socketId }),
        ...(body === undefined ? {} : bodyHeaders(body)),
      },
    });
    return outgoing.end(body);
  }

  #explained(error: unknown, { operation }: TransportRequest): ConnectionFailure {
    const dropped = ['ECONNRESET', 'EPIPE'].includes(codeOf(error) ?? '');
    return dropped
      ? new ConnectionFailure('dropped', `the connection broke during ${operation}`, { cause: error })
      : new ConnectionFailure('unreachable', `cannot reach ${this.access.root.origin}: ${wordsOf(error)}`, {
          cause: error,
        });
  }
}

const closedFailure = (): ConnectionFailure => new ConnectionFailure('closed', 'the client is closed');

function bodyHeaders(body: string): http.OutgoingHttpHeaders {
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
}

/**
 * The server may close a kept connection in the very moment we use it. Asking again is right where doing a thing twice
 * is the same as doing it once (RFC 9110 §9.2.2); a POST could place a second call, so its caller decides.
 */
function mayRepeat({ method }: TransportRequest, { reusedSocket }: http.ClientRequest, error: unknown): boolean {
  return reusedSocket && method !== 'POST' && ['ECONNRESET', 'EPIPE'].includes(codeOf(error) ?? '');
}

function answerTo(outgoing: http.ClientRequest, signal: AbortSignal): Promise<TransportAnswer> {
  signal.addEventListener('abort', () => outgoing.destroy(), { once: true });
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject).on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => resolve(wholeAnswer(incoming, Buffer.concat(chunks))));
    });
  });
}

function wholeAnswer({ statusCode = 0, statusMessage = '' }: http.IncomingMessage, body: Buffer): TransportAnswer {
  return { status: statusCode, reason: statusMessage, text: () => body.toString('utf8'), bytes: () => body };
}
