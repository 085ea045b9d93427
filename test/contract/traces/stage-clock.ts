import type { Clock } from '../../../src/shared/clock';
import { systemClock } from '../../../src/shared/clock';

/** The server's clock during a replay. */
export interface StageClock extends Clock {
  /** Moves to what is due next and runs it; false when nothing is due until then, or when it comes by itself. */
  readonly step: (until: number) => boolean;
  /** Nothing may be due until then. */
  readonly reach: (time: number) => Promise<void>;
}

/** The machine's own time, for recordings with sound: it takes as long as it takes. */
export const realClock: StageClock = {
  ...systemClock,
  step: () => false,
  reach: (time) => new Promise((resolve) => setTimeout(resolve, Math.max(0, time - Date.now()))),
};

interface Due {
  readonly at: number;
  readonly action: () => void;
}

/**
 * Time that stands still until it is moved, so that as much of it passes between two steps as passed in the recording,
 * however busy the machine is.
 */
export class RecordedClock implements StageClock {
  readonly #due = new Set<Due>();
  #now = Date.now();

  readonly now = (): number => this.#now;

  readonly after = (milliseconds: number, action: () => void): (() => void) => {
    const due = { at: this.#now + Math.max(0, milliseconds), action };
    this.#due.add(due);
    return () => void this.#due.delete(due);
  };

  readonly step = (until: number): boolean => {
    let next: Due | undefined;
    for (const due of this.#due) if (next === undefined || due.at < next.at) next = due;
    if (next === undefined || next.at > until) return false;
    this.#due.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.action();
    return true;
  };

  readonly reach = (time: number): Promise<void> => {
    this.#now = Math.max(this.#now, time);
    return Promise.resolve();
  };
}
