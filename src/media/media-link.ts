import type { MediaLink } from './protocol';

type NoticeListener = Parameters<MediaLink['onNotice']>[0];
type LostListener = Parameters<MediaLink['onLost']>[0];

/** Those who listen to the audio side. */
export class MediaListeners {
  readonly #notices = new Set<NoticeListener>();
  readonly #losses = new Set<LostListener>();

  onNotice(listener: NoticeListener): () => void {
    this.#notices.add(listener);
    return () => void this.#notices.delete(listener);
  }

  onLost(listener: LostListener): () => void {
    this.#losses.add(listener);
    return () => void this.#losses.delete(listener);
  }

  notice(notice: Parameters<NoticeListener>[0]): void {
    for (const listener of [...this.#notices]) listener(notice);
  }

  /** The stack says where in our own code the fault was, if it was there. */
  lost(reason: string, stack?: string): void {
    for (const listener of [...this.#losses]) listener(reason, stack);
  }
}
