import type { JsonObject } from '../contract/json';
import type { ConnectionFailure } from './connection-failure';
import type { InFlight } from './in-flight';
import { readAnswerFrame, requestFrame } from './rest-frames';
import type { Transport, TransportAnswer, TransportRequest } from './transport';

export interface SocketTransportDeps {
  /** Throws when there is no connection. */
  readonly send: (text: string) => void;
  readonly inFlight: InFlight;
}

/** REST over the event socket: any number of requests at once, each answer found by the id of its request. */
export class SocketTransport implements Transport {
  readonly #waiting = new Map<string, (answer: TransportAnswer) => void>();
  #lastId = 0;

  constructor(private readonly deps: SocketTransportDeps) {}

  async request(request: TransportRequest): Promise<TransportAnswer> {
    return this.deps.inFlight.run(request, (signal) => this.#exchange(request, signal));
  }

  /** Takes an answer that arrived. An answer to an abandoned request is ignored. */
  accept(frame: JsonObject): void {
    const found = readAnswerFrame(frame);
    if (found === undefined) return;
    this.#waiting.get(found.id)?.(found.answer);
    this.#waiting.delete(found.id);
  }

  /** The socket is gone: what was asked on it will not be answered on the next one. */
  drop(reason: ConnectionFailure): void {
    this.deps.inFlight.callOff(reason);
  }

  #exchange(request: TransportRequest, signal: AbortSignal): Promise<TransportAnswer> {
    this.#lastId += 1;
    // Never used again, not even on the next connection: a late answer must not meet a younger request.
    const id = `r${this.#lastId}`;
    return new Promise((resolve, reject) => {
      this.deps.send(requestFrame(id, request));
      this.#waiting.set(id, resolve);
      signal.addEventListener('abort', () => {
        this.#waiting.delete(id);
        reject(signal.reason as Error);
      });
    });
  }
}
