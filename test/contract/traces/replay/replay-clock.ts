import type { ClockWorld } from '../../../../src/media/thread/clock';
import type { Clock } from '../../../../src/shared/time/clock';

interface Due {
  readonly at: number;
  readonly action: () => void;
  readonly isBeat: boolean;
}

/**
 * The server's clock during a replay: time stands still until it is moved, so that as much of it passes between two steps
 * as passed in the recording, however busy the machine is. Audio is moved by the same clock.
 */
export class ReplayClock implements Clock {
  readonly #due = new Set<Due>();
  #now = Date.now();

  readonly now = (): number => this.#now;

  readonly after = (milliseconds: number, action: () => void): (() => void) =>
    this.#add({ at: this.#now + Math.max(0, milliseconds), action, isBeat: false });

  /** For the clock of the audio, which beats every 20 milliseconds. */
  readonly media: ClockWorld = {
    now: this.now,
    after: (milliseconds, action) => this.#add({ at: this.#now + milliseconds, action, isBeat: true }),
  };

  /** Moves to what is due next and runs it; undefined when nothing is due until then. */
  step(until: number): 'timer' | 'beat' | undefined {
    let next: Due | undefined;
    for (const due of this.#due) if (next === undefined || due.at < next.at) next = due;
    if (next === undefined || next.at > until) return undefined;
    this.#due.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.action();
    return next.isBeat ? 'beat' : 'timer';
  }

  /** Nothing may be due until then. */
  reach(time: number): void {
    this.#now = Math.max(this.#now, time);
  }

  #add(due: Due): () => void {
    this.#due.add(due);
    return () => void this.#due.delete(due);
  }
}
