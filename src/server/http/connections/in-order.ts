import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TurnBudget } from '../../../shared/scheduling/turn-budget';
import { responseOn } from '../answers/response-on';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Called for a connection on which too many requests wait; closes it. */
type FloodHandler = (socket: Socket) => void;

/**
 * Handles the requests of a connection one after another. Node sends the answers to pipelined requests in order, but
 * reports all requests immediately: one that reads could overtake the one before it that writes (RFC 9112 §9.3.2).
 */
export function inOrder(handle: RequestHandler, onFlood: FloodHandler): RequestHandler {
  const pipelines = new WeakMap<Socket, Pipeline>();
  const context = { handle, onFlood, turns: new Turns() };
  return (request, response) => {
    // A response gets its socket as soon as those before it have been sent.
    if (response.socket !== null) return handle(request, response);
    const { socket } = request;
    const pipeline = pipelines.get(socket) ?? new Pipeline(socket, context);
    pipelines.set(socket, pipeline);
    return pipeline.add({ request, response });
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** How many requests may wait before reading stops. */
const pauseAt = 64;

/** How many requests may wait. Node reports all requests of the bytes that it has read, also after reading stops. */
export const maxWaiting = 256;

/** Bytes of queued answers beyond which no further request of the connection is started. */
const maxQueued = 256 * 1024;

/**
 * Shares the time that pipelined requests may take in one turn of the event loop among all connections: those that have
 * to wait continue one after another, in the order in which they began to wait.
 */
class Turns {
  readonly #budget = new TurnBudget();
  readonly #waiting = new Set<() => void>();
  #isScheduled = false;

  mayStart(): boolean {
    return !this.#budget.isSpent();
  }

  await(goOn: () => void): void {
    this.#waiting.add(goOn);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#run();
    });
  }

  #run(): void {
    for (const goOn of this.#waiting) {
      if (!this.mayStart()) break;
      this.#waiting.delete(goOn);
      goOn();
    }
    if (this.#waiting.size > 0) this.#schedule();
  }
}

interface PipelineContext {
  readonly handle: RequestHandler;
  readonly onFlood: FloodHandler;
  readonly turns: Turns;
}

/** The requests of one connection that arrived before earlier ones were answered. */
class Pipeline {
  #waiting: Exchange[] = [];
  /** The unfinished answer that the next request has to wait for. */
  #latest: ServerResponse | undefined;
  /** Unfinished answers. */
  readonly #watched = new WeakSet<ServerResponse>();
  /** Bytes of answers that have not been written to the connection. */
  #queued = 0;
  #isPaused = false;

  constructor(
    private readonly socket: Socket,
    private readonly context: PipelineContext,
  ) {}

  add(exchange: Exchange): void {
    // Node fails all requests of a closed connection, which costs much less for those that have ended before.
    if (this.socket.destroyed) return void exchange.request.destroy();
    this.#waiting.push(exchange);
    this.#advance();
    if (this.#waiting.length > maxWaiting) return this.#end();
    if (this.#waiting.length >= pauseAt) this.#pause();
  }

  #end(): void {
    this.context.onFlood(this.socket);
    for (const { request } of this.#waiting.splice(0)) request.destroy();
  }

  #advance(): void {
    // A client whose connection breaks repeats unanswered requests.
    if (this.socket.destroyed) this.#waiting = [];
    for (let [next] = this.#waiting; next !== undefined && this.#mayStart(next); [next] = this.#waiting) {
      this.#waiting.shift();
      this.#start(next);
    }
    if (this.#waiting.length <= pauseAt / 2) this.#resume();
  }

  /** Otherwise `#advance` is called again when it may. */
  #mayStart({ response }: Exchange): boolean {
    const earlier = response.socket === null ? this.#earlier() : undefined;
    const isBusy = earlier?.writableEnded === false || this.#queued + this.socket.writableLength > maxQueued;
    if (isBusy && earlier !== undefined) {
      this.#watch(earlier, 0);
      return false;
    }
    if (this.context.turns.mayStart()) return true;
    this.context.turns.await(this.#goOn);
    return false;
  }

  #earlier(): ServerResponse | undefined {
    return this.#latest?.writableFinished === false ? this.#latest : responseOn(this.socket);
  }

  #start({ request, response }: Exchange): void {
    this.#latest = response;
    this.context.handle(request, response);
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

  readonly #goOn = (): void => this.#advance();

  /** Node resumes reading after every parsed request, so the pause follows when parsing is done. */
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
