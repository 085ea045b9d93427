import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TurnBudget } from '../../shared/turn-budget';
import { responseOn } from './response-on';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles the requests of a connection one after another. Node brings the answers to pipelined requests into order, but
 * reports all requests at once: one that reads could overtake the one before it that writes (RFC 9112 §9.3.2).
 */
export function inOrder(handle: RequestHandler): RequestHandler {
  const pipelines = new WeakMap<Socket, Pipeline>();
  // One for all: many connections with many requests each would otherwise take as many turns' time at once.
  const budget = new TurnBudget();
  return (request, response) => {
    // A response has its socket as soon as those before it have left.
    if (response.socket !== null) return handle(request, response);
    const { socket } = request;
    const pipeline = pipelines.get(socket) ?? new Pipeline(socket, handle, budget);
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

/** Bytes of answers that may wait for a connection before it gets another one. */
const maxQueued = 256 * 1024;

/** The requests of one connection that came before the answers to earlier ones had left. */
class Pipeline {
  #waiting: Exchange[] = [];
  /** The answer that the next request has to wait for, unless it has been given. */
  #latest: ServerResponse | undefined;
  /** Answers whose end is awaited. */
  readonly #watched = new WeakSet<ServerResponse>();
  /** Bytes of answers that have not had their turn on the connection. */
  #queued = 0;
  #isScheduled = false;
  /** Since its turn has begun, no request has been started: one is, whatever the other connections do. */
  #isDue = true;
  #isPaused = false;

  constructor(
    private readonly socket: Socket,
    private readonly handle: RequestHandler,
    private readonly budget: TurnBudget,
  ) {}

  add(exchange: Exchange): void {
    this.#waiting.push(exchange);
    this.#advance();
    if (this.#waiting.length >= maxWaiting) this.#pause();
  }

  #advance(): void {
    // A client whose connection breaks repeats what has not been answered.
    if (this.socket.destroyed) this.#waiting = [];
    for (let [next] = this.#waiting; next !== undefined && this.#mayStart(next); [next] = this.#waiting) {
      this.#waiting.shift();
      this.#start(next);
    }
    if (this.#waiting.length <= maxWaiting / 2) this.#resume();
  }

  /** Otherwise `#advance` is called again when it may. */
  #mayStart({ response }: Exchange): boolean {
    const earlier = response.socket === null ? this.#earlier() : undefined;
    const isBusy = earlier?.writableEnded === false || this.#queued + this.socket.writableLength > maxQueued;
    if (isBusy && earlier !== undefined) {
      this.#watch(earlier, 0);
      return false;
    }
    if (!this.budget.isSpent() || this.#isDue) return true;
    this.#schedule();
    return false;
  }

  #earlier(): ServerResponse | undefined {
    return this.#latest?.writableFinished === false ? this.#latest : responseOn(this.socket);
  }

  #start({ request, response }: Exchange): void {
    this.#latest = response;
    this.#isDue = false;
    this.handle(request, response);
    if (response.writableEnded && response.socket === null) this.#watch(response, response.writableLength);
  }

  #watch(response: ServerResponse, bytes: number): void {
    if (this.#watched.has(response)) return;
    this.#watched.add(response);
    this.#queued += bytes;
    response.once('close', () => {
      this.#queued -= bytes;
      this.#advance();
    });
  }

  /** Everybody else gets a turn. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#isDue = true;
      this.#advance();
    });
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
