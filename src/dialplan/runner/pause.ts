import type { Clock } from '../../shared/time/clock';
import type { StopSignal } from '../../shared/scheduling/stop-signal';

/** The longest time that a timer can wait, nearly 25 days; a longer one would fire immediately. */
const longest = 2 ** 31 - 1;

/** Waits until the time has passed or the signal fires, and removes its timer and listener. */
export function pause(clock: Clock, milliseconds: number, signal: StopSignal): Promise<void> {
  if (signal.aborted || milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(Math.min(milliseconds, longest), done);
    signal.addEventListener('abort', done);
  });
}

/** Waits until the signal fires. */
export function untilFired(signal: StopSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

/** Seconds as dialplans write them, fractions allowed, in milliseconds; undefined when there is no number. */
export function readSeconds(text: string): number | undefined {
  const seconds = Number.parseFloat(text);
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined;
}
