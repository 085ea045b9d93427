import { unlink } from 'node:fs/promises';
import { byCodeUnit } from '../../storage/code-unit-order';
import { mediaFileName } from '../../media/files/formats/file-format';
import { ClaimedNames } from './claimed-names';
import { cleanName } from './recording-name';
import { copyStoredFile } from './stored-copy';
import type { StoredMedia } from './stored-media';
import { openStoredFile } from './stored-media';
import type { StoredFile } from './stored-folder';
import { StoredFolder } from './stored-folder';
import type { StoredRecording } from './stored-recording';

/** A place in the folder. */
interface Place {
  readonly outcome: 'ok';
  /** Under which a recording is stored there. */
  readonly name: string;
  /** Absolute, without extension. */
  readonly path: string;
}

interface FoundPlace extends Place {
  /** In which something of that name is stored already. */
  readonly formats: readonly string[];
}

interface ClaimedPlace extends FoundPlace {
  /** To be called when the recording is made, or will not be. Idempotent. */
  readonly release: () => void;
}

type BadName = { readonly outcome: 'empty' | 'outside' } | { readonly outcome: 'invalid'; readonly reason: string };

export type NameOutcome = FoundPlace | BadName;

/** `taken`: another recording is being made there. */
export type ClaimOutcome = ClaimedPlace | { readonly outcome: 'taken' } | BadName;

export type CopyOutcome =
  | { readonly outcome: 'copied'; readonly recording: StoredRecording }
  | { readonly outcome: 'not-found' | 'exists' | 'taken' | 'empty' | 'outside' }
  | { readonly outcome: 'invalid'; readonly reason: string };

export type OpenOutcome =
  | { readonly outcome: 'ok'; readonly recording: StoredRecording; readonly media: StoredMedia }
  | { readonly outcome: 'not-found' | 'unreadable' };

/** The recordings on disk, by name: the path below their directory, without extension. */
export class StoredRecordings {
  readonly #folder: StoredFolder;
  readonly #claimed = new ClaimedNames();

  constructor(directory: string) {
    this.#folder = new StoredFolder(directory);
  }

  /** Ordered by name, then by format. */
  async list(): Promise<readonly StoredRecording[]> {
    const found = await this.#folder.all();
    return [...found].sort((one, other) => byCodeUnit(one.name, other.name) || byCodeUnit(one.format, other.format));
  }

  async get(name: string): Promise<StoredRecording | undefined> {
    const file = await this.#find(name);
    return file === undefined ? undefined : plain(file);
  }

  async delete(name: string): Promise<'deleted' | 'not-found'> {
    const file = await this.#find(name);
    if (file === undefined) return 'not-found';
    try {
      await unlink(file.path);
      return 'deleted';
    } catch (error) {
      // Taken concurrently.
      if ((error as { readonly code?: unknown }).code === 'ENOENT') return 'not-found';
      throw error;
    }
  }

  /** For reading its bytes. */
  async open(name: string): Promise<OpenOutcome> {
    const file = await this.#find(name);
    if (file === undefined) return { outcome: 'not-found' };
    const media = await openStoredFile(file);
    return media === undefined ? { outcome: 'unreadable' } : { outcome: 'ok', recording: plain(file), media };
  }

  /** The copy keeps the format; a media extension in its name is dropped. */
  async copy(from: string, to: string): Promise<CopyOutcome> {
    const source = await this.#find(from);
    if (source === undefined) return { outcome: 'not-found' };
    const target = await this.claim(mediaFileName(to)?.base ?? to);
    if (target.outcome !== 'ok') return target;
    try {
      if (target.formats.length > 0) return { outcome: 'exists' };
      const recording = { name: target.name, format: source.format };
      const copied = await copyStoredFile(source.path, `${target.path}.${source.format}`);
      return copied.outcome === 'copied' ? { outcome: 'copied', recording } : copied;
    } finally {
      target.release();
    }
  }

  /** Where a recording of this name is stored or would be, and in which formats. */
  async resolveName(given: string): Promise<NameOutcome> {
    const place = await this.#locate(given);
    return place.outcome === 'ok' ? { ...place, formats: await this.#formatsOf(place) } : place;
  }

  /** The same for a recording that is to be made: until it is released, the name cannot be claimed again. */
  async claim(given: string): Promise<ClaimOutcome> {
    const place = await this.#locate(given);
    if (place.outcome !== 'ok') return place;
    const release = this.#claimed.claim(place.path);
    if (release === undefined) return { outcome: 'taken' };
    try {
      // Only now: a recording that was just stored and released must not be missed.
      return { ...place, formats: await this.#formatsOf(place), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #locate(given: string): Promise<Place | BadName> {
    const cleaned = cleanName(given);
    if (cleaned.outcome !== 'ok') return cleaned;
    const { name } = cleaned;
    if (await this.#folder.leadsOut(name)) return { outcome: 'outside' };
    return { outcome: 'ok', name, path: await this.#folder.placeOf(name) };
  }

  async #formatsOf({ name }: Place): Promise<readonly string[]> {
    return (await this.#folder.filesOf(name)).map(({ format }) => format);
  }

  /** A stored recording is asked for as it is listed: a detour by `..` finds nothing, whether or not it leads out. */
  async #find(name: string): Promise<StoredFile | undefined> {
    const cleaned = cleanName(name);
    if (cleaned.outcome !== 'ok' || name.split('/').includes('..')) return undefined;
    return (await this.#folder.filesOf(cleaned.name))[0];
  }
}

function plain({ name, format }: StoredFile): StoredRecording {
  return { name, format };
}
