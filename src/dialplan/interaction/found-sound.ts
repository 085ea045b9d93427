import type { StopSignal } from '../../shared/scheduling/stop-signal';

/** `no-audio`: the channel carries none. `ended`: the signal has fired. */
export type SoundSearch<Finding> =
  | { readonly outcome: 'found'; readonly finding: Finding }
  | { readonly outcome: 'no-audio' | 'ended' };

/**
 * Waits until a detector of a call reports or the signal fires, and then stops it. `start` takes the callback and
 * returns the stop function, as in ChannelSound.
 */
export function untilFound<Finding>(
  signal: StopSignal,
  start: (found: (finding: Finding) => void) => (() => void) | undefined,
): Promise<SoundSearch<Finding>> {
  if (signal.aborted) return Promise.resolve({ outcome: 'ended' });
  return new Promise((resolve) => {
    const finish = (search: SoundSearch<Finding>): void => {
      signal.removeEventListener('abort', end);
      stop?.();
      resolve(search);
    };
    const end = (): void => finish({ outcome: 'ended' });
    const stop = start((finding) => finish({ outcome: 'found', finding }));
    if (stop === undefined) finish({ outcome: 'no-audio' });
    else signal.addEventListener('abort', end);
  });
}
