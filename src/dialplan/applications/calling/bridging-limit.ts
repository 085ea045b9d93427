import type { Clock } from '../../../shared/time/clock';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import { Stopper } from '../../../shared/scheduling/stop-signal';

/** Does something with a signal of its own, which fires with the other one or when the time is over. */
export async function withinLimit(
  clock: Clock,
  limit: { readonly milliseconds: number | undefined; readonly signal: StopSignal },
  use: (signal: StopSignal) => Promise<void>,
): Promise<void> {
  const { milliseconds, signal } = limit;
  if (milliseconds === undefined) return use(signal);
  const over = new Stopper();
  const end = (): void => over.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  const cancel = clock.after(milliseconds, end);
  await use(over.signal);
  cancel();
  signal.removeEventListener('abort', end);
}
