import type { MediaLink, MediaNotice, NoticeHandlers } from '../protocol';

type Handlers = Partial<NoticeHandlers<MediaNotice>>;
type LostListener = Parameters<MediaLink['onLost']>[0];
type EndedListener = Parameters<NonNullable<MediaLink['onThreadEnded']>>[0];

/** Those who listen to the audio side. */
export class MediaListeners {
  readonly #handlers = new Set<Handlers>();
  readonly #losses = new Set<LostListener>();
  readonly #ends = new Set<EndedListener>();

  on(handlers: Handlers): () => void {
    // An entry of its own, so that the same functions can be given twice.
    const entry = { ...handlers };
    this.#handlers.add(entry);
    return () => void this.#handlers.delete(entry);
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
    for (const handlers of [...this.#handlers]) {
      const handle = handlers[notice.tell] as ((told: MediaNotice) => void) | undefined;
      handle?.(notice);
    }
  }

  /** The stack says where in our own code the fault was, if it was there. */
  lost(reason: string, stack?: string): void {
    for (const listener of [...this.#losses]) listener(reason, stack);
  }

  threadEnded(threadId: number): void {
    for (const listener of [...this.#ends]) listener(threadId);
  }
}
