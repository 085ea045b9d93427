import type { Channel } from '../../engine/calls/channel/channel';
import type { Clock } from '../../shared/time/clock';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import { Stopper } from '../../shared/scheduling/stop-signal';
import { pause } from '../runner/pause';

/** Buffers the digits of the far end until they are read. Has to be closed. */
export class DigitInbox {
  readonly #waiting: string[] = [];
  readonly #stop: () => void;
  #arrived: () => void = () => undefined;

  constructor(
    channel: Channel,
    private readonly clock: Clock,
  ) {
    this.#stop = channel.onSignal((signal) => {
      if (signal.type !== 'digit') return;
      this.#waiting.push(signal.digit);
      this.#arrived();
    });
  }

  /** The next digit; undefined when none comes in time or the signal fires. */
  async next(milliseconds: number, signal: StopSignal): Promise<string | undefined> {
    if (this.#waiting.length === 0) await this.#wait(milliseconds, signal);
    return this.#waiting.shift();
  }

  close(): void {
    this.#stop();
  }

  async #wait(milliseconds: number, signal: StopSignal): Promise<void> {
    const over = new Stopper();
    const end = (): void => over.abort();
    this.#arrived = end;
    if (signal.aborted) return;
    signal.addEventListener('abort', end);
    await pause(this.clock, milliseconds, over.signal);
    signal.removeEventListener('abort', end);
  }
}
