import type { MediaLink, MediaNotice, NoticeHandlers } from '../protocol';

type Handlers = Partial<NoticeHandlers<MediaNotice>>;
type LostListener = Parameters<MediaLink['onLost']>[0];
type EndedListener = Parameters<NonNullable<MediaLink['onThreadEnded']>>[0];

/** The listeners of the media engine. */
export class MediaListeners {
  /** Another list with every change: one that is being gone through stays as it is. */
  #handlers: readonly Handlers[] = [];
  readonly #losses = new Set<LostListener>();
  readonly #ends = new Set<EndedListener>();

  on(handlers: Handlers): () => void {
    // A separate entry, so that the same functions can be registered twice.
    const entry = { ...handlers };
    this.#handlers = [...this.#handlers, entry];
    return () => void (this.#handlers = this.#handlers.filter((other) => other !== entry));
  }

  onLost(listener: LostListener): () => void {
    this.#losses.add(listener);
    return () => void this.#losses.delete(listener);
  }

  onThreadEnded(listener: EndedListener): () => void {
    this.#ends.add(listener);
    return () => void this.#ends.delete(listener);
  }

  notice(notice: MediaNotice): void {
    for (const handlers of this.#handlers) {
      const handle = handlers[notice.tell] as ((told: MediaNotice) => void) | undefined;
      handle?.(notice);
    }
  }

  /** The stack shows the place of an internal fault. */
  lost(reason: string, stack?: string): void {
    for (const listener of [...this.#losses]) listener(reason, stack);
  }

  threadEnded(threadId: number): void {
    for (const listener of [...this.#ends]) listener(threadId);
  }
}
