import type { Clock } from './clock';
import type { Logger } from './logger';
import type { Soon } from './soon';

/**
 * Keeps a fault of ours within the one call or peer that met it: what is thrown goes no further than `onFault`, which
 * logs it and ends what cannot go on.
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

/** A timer whose action fails costs nobody but whoever set it. */
export function guardedClock(clock: Clock, log: Logger): Clock {
  const onFault = (error: unknown): void => log.error({ error }, 'what was to be done later has failed');
  return { now: clock.now, after: (milliseconds, action) => clock.after(milliseconds, guarded(action, onFault)) };
}

export function guardedSoon(soon: Soon, log: Logger): Soon {
  const onFault = (error: unknown): void => log.error({ error }, 'what was to be done in a later turn has failed');
  return (action) => soon(guarded(action, onFault));
}
