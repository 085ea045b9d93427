import type { MediaCommand, MediaLink } from '../../media/protocol';
import { watchLink } from '../watched-link';

/** Which files are being played, derived from the messages to and from the media thread. */
export class FilesInUse {
  /** To be used in place of the link that is watched. */
  readonly link: MediaLink;
  /** By play. */
  readonly #files = new Map<string, readonly string[]>();
  readonly #freed = new Set<() => void>();

  constructor(watched: MediaLink) {
    this.link = watchLink(watched, {
      onCommand: (command) => this.#note(command),
      onNotice: { 'play-ended': ({ play }) => this.#forget(play) },
      onEnd: () => this.#forgetAll(),
    });
  }

  has(path: string): boolean {
    for (const files of this.#files.values()) if (files.includes(path)) return true;
    return false;
  }

  /** Calls the listener when files are no longer played; the result unsubscribes. */
  onFreed(listener: () => void): () => void {
    this.#freed.add(listener);
    return () => void this.#freed.delete(listener);
  }

  #note(command: MediaCommand): void {
    if (command.do === 'play' && command.source.kind === 'files') this.#files.set(command.play, command.source.files);
    if (command.do === 'stop-play') this.#forget(command.play);
  }

  #forget(play: string): void {
    if (this.#files.delete(play)) this.#tell();
  }

  #forgetAll(): void {
    this.#files.clear();
    this.#tell();
  }

  #tell(): void {
    for (const freed of this.#freed) freed();
  }
}
