import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { responseOn } from './response-on';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles the requests of a connection one after another. Node brings the answers to pipelined requests into order, but
 * reports all requests at once: one that reads could overtake the one before it that writes (RFC 9112 §9.3.2).
 */
export function inOrder(handle: RequestHandler): RequestHandler {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return (request, response) => {
    // A response has its socket as soon as those before it have left.
    if (response.socket !== null) return handle(request, response);
    const { socket } = request;
    const pipeline = pipelines.get(socket) ?? new Pipeline(socket, handle);
    pipelines.set(socket, pipeline);
    return pipeline.add({ request, response });
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** How many requests may wait before reading stops. */
const maxWaiting = 64;

/** The requests of one connection that came before the answers to earlier ones had left. */
class Pipeline {
  #waiting: Exchange[] = [];
  /** The answer that the next request has to wait for, unless it has been given. */
  #latest: ServerResponse | undefined;
  #isPaused = false;

  constructor(
    private readonly socket: Socket,
    private readonly handle: RequestHandler,
  ) {}

  add(exchange: Exchange): void {
    if (this.#waiting.length === 0) {
      const earlier = this.#latest?.writableFinished === false ? this.#latest : responseOn(this.socket);
      if (earlier?.writableEnded !== false) return this.#start(exchange);
      earlier.once('close', () => this.#goOn());
    }
    this.#waiting.push(exchange);
    if (this.#waiting.length === maxWaiting) this.#pause();
  }

  #start({ request, response }: Exchange): void {
    this.#latest = response;
    this.handle(request, response);
  }

  #goOn(): void {
    // A client whose connection breaks repeats what has not been answered.
    if (this.socket.destroyed) this.#waiting = [];
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#start(next);
      if (next.response.writableEnded) continue;
      if (this.#waiting.length > 0) next.response.once('close', () => this.#goOn());
      break;
    }
    if (this.#waiting.length <= maxWaiting / 2) this.#resume();
  }

  /** Node starts to read again behind every request that it has parsed, so the stop comes when it is through. */
  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    setImmediate(() => {
      if (this.#isPaused) this.socket.pause();
    });
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.socket.resume();
  }
}
