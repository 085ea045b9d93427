import { join, resolve } from 'node:path';
import type { MusicClassConfig, MusicConfig } from '../../config/server-config';
import type { MediaSource } from '../../media/protocol';
import type { Logger } from '../../shared/logger';
import type { FileListings } from './file-listings';
import { bestFile, playableName } from './playable-files';

export interface MusicClassesDeps {
  readonly music: MusicConfig;
  /** Folders of classes count from here. */
  readonly dataDirectory: string;
  readonly listings: FileListings;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly log: Logger;
}

export interface MusicWish {
  /** The class that is asked for, and the one that the channel has. */
  readonly asked?: string | undefined;
  readonly channelClass?: string | undefined;
  readonly rate: number;
}

const fallback = 'default';
const silence: MediaSource = { kind: 'silence' };

/** The music that callers hear while they wait, by classes. */
export class MusicClasses {
  constructor(private readonly deps: MusicClassesDeps) {}

  /** The name of the class that counts, whether or not there is one. */
  classFor({ asked, channelClass }: Omit<MusicWish, 'rate'>): string {
    const wishes = this.deps.music.prefersChannelClass ? [channelClass, asked] : [asked, channelClass];
    return wishes.find((name) => name !== undefined && name !== '') ?? fallback;
  }

  /** Music without end, in an order of its own each time; silence where there is none. */
  async source(wish: MusicWish): Promise<MediaSource> {
    const { music, log } = this.deps;
    const name = this.classFor(wish);
    const found = music.classes.find((candidate) => candidate.name === name);
    if (found === undefined) {
      log.warn({ musicClass: name }, 'there is no such music class; callers wait in silence');
      return silence;
    }
    const files = found.directory === '' ? [] : await this.#filesOf(found, wish.rate);
    if (files.length > 0) return { kind: 'files', files: this.#ordered(files, found.sort), isEndless: true };
    log.warn({ musicClass: name, directory: found.directory }, 'a music class has no music; callers wait in silence');
    return silence;
  }

  /** One file of each piece, by name. */
  async #filesOf({ directory }: MusicClassConfig, rate: number): Promise<string[]> {
    const folder = resolve(this.deps.dataDirectory, directory);
    const pieces = new Map<string, string[]>();
    for (const name of await this.deps.listings.all(folder)) {
      const base = name.startsWith('.') ? undefined : playableName(name);
      if (base !== undefined) pieces.set(base, [...(pieces.get(base) ?? []), name]);
    }
    const files = [...pieces.values()].flatMap((names) => bestFile(names, rate) ?? []);
    return files.sort().map((file) => join(folder, file));
  }

  #ordered(files: readonly string[], sort: MusicClassConfig['sort']): readonly string[] {
    switch (sort) {
      case 'alpha':
        return files;
      case 'randstart': {
        const start = this.#below(files.length);
        return [...files.slice(start), ...files.slice(0, start)];
      }
      case 'random':
        return this.#shuffled(files);
    }
  }

  #shuffled(files: readonly string[]): readonly string[] {
    const [left, shuffled]: [string[], string[]] = [[...files], []];
    while (left.length > 0) shuffled.push(...left.splice(this.#below(left.length), 1));
    return shuffled;
  }

  #below(limit: number): number {
    return Math.min(limit - 1, Math.floor(this.deps.random() * limit));
  }
}
