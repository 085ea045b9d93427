import { TurnBudget } from '../../shared/scheduling/turn-budget';

export interface RequestLineOptions {
  /**
   * Answers a request: synchronously, or when the result settles. `before`: the requests before it have not been
   * answered; its answer comes after theirs.
   */
  readonly serve: (text: string, before: Promise<void> | undefined) => Promise<void> | undefined;
  /** Stops reading from the peer. What has been read already may still arrive. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** How much may wait before reading stops. */
const maxRequests = 128;
const maxCharacters = 262_144;
/** How many may be on their way to another server. */
const maxPassedOn = 64;

/**
 * The requests of one socket, in the order in which they were sent: each starts when the one before it is answered. As
 * long as every request is answered synchronously, nothing is queued, unless there are so many that other sockets would
 * be delayed: then the rest waits for the next turn.
 */
export class RequestLine {
  #waiting: string[] = [];
  #characters = 0;
  #isBusy = false;
  /** The last request that was started and is not answered, and how many there are. */
  #last: Promise<void> | undefined;
  #unanswered = 0;
  #isPaused = false;
  readonly #budget = new TurnBudget();

  constructor(private readonly options: RequestLineOptions) {}

  receive(text: string): void {
    if (this.#isBusy) this.#wait(text);
    else this.#start(text);
  }

  /** Drops waiting requests. A started one still completes. */
  clear(): void {
    this.#waiting = [];
    this.#characters = 0;
    this.#review();
  }

  #wait(text: string): void {
    this.#waiting.push(text);
    this.#characters += text.length;
    this.#review();
  }

  /** The request that was started last has gone to a server that keeps the order: the next one need not wait. */
  passedOn(): void {
    if (this.#last !== undefined && this.#unanswered < maxPassedOn) this.#goOn();
  }

  #start(text: string): void {
    const answered = this.options.serve(text, this.#last);
    if (answered !== undefined) {
      this.#isBusy = true;
      this.#last = answered;
      this.#unanswered += 1;
      void answered.then(() => this.#answered(answered));
    } else if (this.#budget.isSpent()) {
      this.#isBusy = true;
      setImmediate(() => this.#goOn());
    }
  }

  /** Answers come in their order: after the last one there is nothing to wait for. */
  #answered(request: Promise<void>): void {
    this.#unanswered -= 1;
    if (this.#last !== request) return;
    this.#last = undefined;
    this.#goOn();
  }

  #goOn(): void {
    this.#isBusy = false;
    while (!this.#isBusy) {
      const text = this.#waiting.shift();
      if (text === undefined) break;
      this.#characters -= text.length;
      this.#start(text);
    }
    this.#review();
  }

  /** Reading resumes when half of the queue is free again, so that it does not stop and start for every request. */
  #review(): void {
    const share = Math.max(this.#waiting.length / maxRequests, this.#characters / maxCharacters);
    if (!this.#isPaused && share >= 1) {
      this.#isPaused = true;
      this.options.pause();
    } else if (this.#isPaused && share <= 0.5) {
      this.#isPaused = false;
      this.options.resume();
    }
  }
}
