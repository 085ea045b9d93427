import type { Soon } from '../../shared/scheduling/soon';
import { TurnBudget } from '../../shared/scheduling/turn-budget';

/** Lets notifications go out a few at a time, so that a change that concerns thousands does not hold up calls. */
export class NotificationQueue {
  readonly #waiting: (() => void)[] = [];
  readonly #budget = new TurnBudget();
  #isPlanned = false;

  constructor(private readonly soon: Soon) {}

  get size(): number {
    return this.#waiting.length;
  }

  readonly add = (send: () => void): void => {
    this.#waiting.push(send);
    this.#plan();
  };

  clear(): void {
    this.#waiting.length = 0;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.soon(() => {
      this.#isPlanned = false;
      this.#work();
    });
  }

  #work(): void {
    let sent = 0;
    for (const send of this.#waiting) {
      if (sent > 0 && this.#budget.isSpent()) break;
      sent += 1;
      send();
    }
    this.#waiting.splice(0, sent);
    if (this.#waiting.length > 0) this.#plan();
  }
}
