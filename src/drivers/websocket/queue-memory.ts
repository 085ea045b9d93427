import type { QueueOrder, StreamEvent } from '../../media/protocol';

/** What has to be ordered again, and told, when the queue of a stream was lost with everything in it. */
export class QueueMemory {
  #isBuffering = false;
  #isPaused = false;
  #reportsDrained = false;
  #isFull = false;
  /** How often the state of the queue was asked for and not told yet. */
  #awaitedStatuses = 0;

  /** Whether the far end has been asked to stop sending. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** What makes a new queue like the old one, but for what was in it. */
  get orders(): readonly QueueOrder[] {
    return [
      ...(this.#isBuffering ? [{ order: 'start-buffering' } as const] : []),
      ...(this.#isPaused ? [{ order: 'pause' } as const] : []),
      ...(this.#reportsDrained ? [{ order: 'report-drained' } as const] : []),
      ...Array.from({ length: this.#awaitedStatuses }, () => ({ order: 'status' }) as const),
    ];
  }

  ordered({ order }: QueueOrder): void {
    if (order === 'start-buffering') this.#isBuffering = true;
    if (order === 'stop-buffering' || order === 'flush') this.#isBuffering = false;
    if (order === 'pause' || order === 'continue') this.#isPaused = order === 'pause';
    if (order === 'report-drained') this.#reportsDrained = true;
    if (order === 'status') this.#awaitedStatuses += 1;
  }

  happened({ event }: StreamEvent): void {
    if (event === 'xoff' || event === 'xon') this.#isFull = event === 'xoff';
    if (event === 'drained') this.#reportsDrained = false;
    if (event === 'status') this.#awaitedStatuses -= 1;
  }
}
