import type { Clock } from '../time/clock';
import type { Logger } from '../logger';
import type { Soon } from './soon';

/**
 * Confines an internal fault to one call or peer: exceptions are passed to `onFault`, which logs them and ends what
 * cannot continue.
 */
export function guarded<Args extends readonly unknown[]>(
  action: (...args: Args) => void,
  onFault: (error: unknown) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      action(...args);
    } catch (error) {
      onFault(error);
    }
  };
}

/** A failing timer action affects only its owner. */
export function guardedClock(clock: Clock, log: Logger): Clock {
  const onFault = (error: unknown): void => log.error({ error }, 'a timer callback failed');
  return { now: clock.now, after: (milliseconds, action) => clock.after(milliseconds, guarded(action, onFault)) };
}

export function guardedSoon(soon: Soon, log: Logger): Soon {
  const onFault = (error: unknown): void => log.error({ error }, 'a deferred callback failed');
  return (action) =>
    soon(() => {
      try {
        action();
      } catch (error) {
        onFault(error);
      }
    });
}
