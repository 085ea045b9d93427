import { basename, dirname, join, resolve } from 'node:path';
import type { MusicClassConfig, MusicConfig, MusicProgramConfig } from '../../../config/server-config';
import type { MediaSource } from '../../../media/protocol';
import type { Logger } from '../../../shared/logger';
import type { FileListings } from './file-listings';
import { bestFile, playableName } from './playable-files';
import type { RemoteSounds } from '../../remote/remote-sounds';
import { isRemote } from '../../remote/remote-sounds';
import type { SoundFiles } from './sound-files';
import type { MusicFinder, MusicRequest } from './source-finder';

export interface MusicClassesDeps {
  readonly music: MusicConfig;
  /** Folders and files of classes count from here. */
  readonly dataDirectory: string;
  readonly listings: FileListings;
  /** Where pieces come from that are named by a web address. */
  readonly remote: Pick<RemoteSounds, 'findAll'>;
  /** Where announcements are. */
  readonly sounds: Pick<SoundFiles, 'find'>;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly log: Logger;
}

const fallback = 'default';
const silence: MediaSource = { kind: 'silence' };

/** The music that callers hear while they wait, by classes. */
export class MusicClasses implements MusicFinder {
  #music: MusicConfig;

  constructor(private readonly deps: MusicClassesDeps) {
    this.#music = deps.music;
  }

  /** Applies to new music; playing music continues. */
  reconfigure(music: MusicConfig): void {
    this.#music = music;
  }

  /** The name of the class that counts, whether or not there is one. */
  classFor({ asked, ofChannel }: Pick<MusicRequest, 'asked' | 'ofChannel'>): string {
    const requests = this.#music.prefersChannelClass ? [ofChannel, asked] : [asked, ofChannel];
    return requests.find((name) => name !== undefined && name !== '') ?? fallback;
  }

  needsAnswer(request: Pick<MusicRequest, 'asked' | 'ofChannel'>): boolean {
    return this.#named(this.classFor(request))?.answeredOnly === true;
  }

  classOn(digit: string): string | undefined {
    return this.#music.classes.find((known) => known.digit !== '' && known.digit === digit.toUpperCase())?.name;
  }

  /** Music without end, in an order of its own each time; silence where there is none. */
  async find(request: MusicRequest): Promise<MediaSource> {
    const { log } = this.deps;
    const name = this.classFor(request);
    const found = this.#named(name);
    if (found === undefined) {
      log.warn({ musicClass: name }, 'there is no such music class; callers wait in silence');
      return silence;
    }
    if (found.program !== undefined) return this.#programOf(found, found.program);
    // First: fetched pieces are kept only if playing starts immediately.
    const announcement = await this.#announcementOf(found, request);
    const pieces = this.#ordered(await this.#filesOf(found, request.rate), found.sort);
    if (pieces.length > 0) return musicOf(pieces, announcement, found.loopsLast);
    log.warn({ musicClass: name }, 'a music class has no music; callers wait in silence');
    return silence;
  }

  /** It runs in the folder of its class, and gets the names of the music there behind its other arguments. */
  async #programOf({ name, directory }: MusicClassConfig, program: MusicProgramConfig): Promise<MediaSource> {
    const { command, format, killsGroup, killDelay } = program;
    const folder = directory === '' ? undefined : resolve(this.deps.dataDirectory, directory);
    const files = folder === undefined ? [] : await this.deps.listings.all(folder);
    const music = files.filter((file) => /\.(raw|sln|mp3)$/i.test(file));
    return { kind: 'program', name, command: [...command, ...music], folder, format, killsGroup, killDelay };
  }

  #named(name: string): MusicClassConfig | undefined {
    return this.#music.classes.find((candidate) => candidate.name === name);
  }

  async #announcementOf({ name, announcement }: MusicClassConfig, request: MusicRequest): Promise<readonly string[]> {
    if (announcement === '') return [];
    const found = await this.deps.sounds.find(announcement, request);
    if ('path' in found) return [found.path];
    this.deps.log.warn({ musicClass: name, reason: found.missing }, 'music announcement cannot be played');
    return [];
  }

  async #filesOf({ name, directory, entries }: MusicClassConfig, rate: number): Promise<readonly string[]> {
    if (entries.length > 0) return this.#listedFiles(entries, { name, rate });
    return directory === '' ? [] : this.#folderFiles(directory, rate);
  }

  /** Those that there are, in their order. */
  async #listedFiles(entries: readonly string[], { name, rate }: { name: string; rate: number }): Promise<string[]> {
    const files = new Map<string, string>();
    for (const entry of entries.filter((candidate) => !isRemote(candidate))) {
      const file = await this.#fileAt(resolve(this.deps.dataDirectory, entry), rate);
      if (file === undefined) this.deps.log.warn({ musicClass: name, entry }, 'music file not found');
      else files.set(entry, file);
    }
    // Last: fetched files are kept only if playing starts immediately.
    const addresses = entries.filter(isRemote);
    const fetched = await this.deps.remote.findAll(addresses);
    fetched.forEach((sound, index) => {
      if ('path' in sound) files.set(addresses[index] ?? '', sound.path);
      else this.deps.log.warn({ musicClass: name, reason: sound.missing }, 'music file not found');
    });
    return entries.flatMap((entry) => files.get(entry) ?? []);
  }

  /** A file may be named with its ending, or without it to have the one that suits. */
  async #fileAt(path: string, rate: number): Promise<string | undefined> {
    const [folder, name] = [dirname(path), basename(path)];
    if ((await this.deps.listings.all(folder)).includes(name))
      return playableName(name) === undefined ? undefined : path;
    const file = bestFile(await this.deps.listings.called(folder, name), rate);
    return file === undefined ? undefined : join(folder, file);
  }

  /** One file of each piece, by name. */
  async #folderFiles(directory: string, rate: number): Promise<readonly string[]> {
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

/** Each piece behind the announcement; at the end all of it comes again, or only the last. */
function musicOf(pieces: readonly string[], announcement: readonly string[], loopsLast: boolean): MediaSource {
  const files = pieces.flatMap((piece) => [...announcement, piece]);
  const loop = loopsLast ? { loopsFrom: files.length - announcement.length - 1 } : {};
  return { kind: 'files', files, isEndless: true, ...loop };
}
