import type { Channel } from '../../engine/calls/channel/channel';
import type { Clock } from '../../shared/time/clock';

interface Limit {
  readonly at: number;
  readonly cancel: () => void;
}

/** How long calls may last. A limit goes with its channel. */
export class TimeLimits {
  readonly #limits = new WeakMap<Channel, Limit>();

  constructor(
    private readonly clock: Clock,
    private readonly onExpired: (channel: Channel) => void,
  ) {}

  /** Counted from now; undefined takes the limit away. */
  set(channel: Channel, milliseconds: number | undefined): void {
    this.#limits.get(channel)?.cancel();
    this.#limits.delete(channel);
    if (milliseconds === undefined || channel.isGone) return;
    const stop = this.clock.after(milliseconds, () => {
      cancel();
      this.#limits.delete(channel);
      this.onExpired(channel);
    });
    const forget = channel.onDestroyed(() => cancel());
    const cancel = (): void => {
      stop();
      forget();
    };
    this.#limits.set(channel, { at: this.clock.now() + milliseconds, cancel });
  }

  /** Milliseconds that are left; undefined without a limit. */
  left(channel: Channel): number | undefined {
    const limit = this.#limits.get(channel);
    return limit === undefined ? undefined : Math.max(0, limit.at - this.clock.now());
  }
}
