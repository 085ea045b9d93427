import type { Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFileName } from '../../media/files/formats/file-format';
import { undefinedIfAbsent } from '../../shared/file-errors';
import type { Logger } from '../../shared/logger';
import type { Sound, SoundFormat } from './sound';
import { readDescriptions } from './sound-descriptions';

/** What was found, and how the places looked in which it was found. */
export interface SoundIndex {
  readonly sounds: ReadonlyMap<string, Sound>;
  /** Folders and lists that were read, by path; undefined for one that is not there. */
  readonly places: ReadonlyMap<string, Stamp | undefined>;
}

/** Tells a folder or file from how it was before. */
export interface Stamp {
  readonly id: string;
  readonly modifiedAt: number;
}

/** Looks through a folder that has a folder for each language. Unreadable entries are reported and skipped. */
export async function scanSounds(directory: string, log: Logger): Promise<SoundIndex> {
  const scan = new SoundScan(log);
  for (const language of await scan.foldersIn(directory)) {
    await scan.walk({ language, folder: join(directory, language), prefix: '', above: [] });
  }
  return scan.result();
}

/** How a folder or file looks now; undefined when it is not there or out of reach. */
export async function stampOf(path: string): Promise<Stamp | undefined> {
  const found = await stat(path, { bigint: true }).catch(undefinedIfAbsent);
  if (found === undefined) return undefined;
  const { dev, ino, size, mtimeNs, mtimeMs } = found;
  return { id: [dev, ino, size, mtimeNs].join(':'), modifiedAt: Number(mtimeMs) };
}

interface Place {
  readonly language: string;
  readonly folder: string;
  /** Of the ids of sounds in it: `digits/`. */
  readonly prefix: string;
  /** Real paths of the folders above, so that a link back to one of them is not followed forever. */
  readonly above: readonly string[];
}

class SoundScan {
  readonly #formats = new Map<string, SoundFormat[]>();
  readonly #texts = new Map<string, string>();
  readonly #places = new Map<string, Stamp | undefined>();

  constructor(private readonly log: Logger) {}

  async foldersIn(folder: string): Promise<readonly string[]> {
    const { folders } = await this.#read(folder);
    return folders;
  }

  async walk({ language, folder, prefix, above }: Place): Promise<void> {
    const real = (await realpath(folder).catch(undefinedIfAbsent)) ?? folder;
    if (above.includes(real)) return;
    const { folders, files } = await this.#read(folder);
    for (const file of files) this.#take(file, { language, prefix });
    if (language === 'en' && prefix === '') await this.#describe(folder, files);
    for (const name of folders) {
      await this.walk({ language, folder: join(folder, name), prefix: `${prefix}${name}/`, above: [...above, real] });
    }
  }

  result(): SoundIndex {
    const sounds = [...this.#formats].map(([id, formats]): [string, Sound] => {
      const text = this.#texts.get(id);
      return [id, { id, ...(text === undefined ? {} : { text }), formats: formats.sort(byLanguageAndFormat) }];
    });
    return { sounds: new Map(sounds.sort(([one], [other]) => (one < other ? -1 : 1))), places: this.#places };
  }

  /** The stamp is taken first: what changes while we read makes the index look old, and not the other way round. */
  async #read(folder: string): Promise<{ readonly folders: readonly string[]; readonly files: readonly string[] }> {
    this.#places.set(folder, await stampOf(folder));
    const [folders, files]: [string[], string[]] = [[], []];
    try {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (entry.name.startsWith('.')) continue;
        const target = entry.isSymbolicLink() ? await targetOf(join(folder, entry.name)) : entry;
        if (target === undefined) continue;
        if (target.isDirectory()) folders.push(entry.name);
        else if (target.isFile()) files.push(entry.name);
      }
    } catch (error) {
      undefinedIfAbsent(error);
      this.log.warn({ folder, error }, 'a folder of sounds cannot be read');
    }
    return { folders: folders.sort(), files };
  }

  #take(file: string, { language, prefix }: Pick<Place, 'language' | 'prefix'>): void {
    const media = mediaFileName(file);
    if (media === undefined) return;
    const id = `${prefix}${media.base}`;
    const formats = this.#formats.get(id) ?? [];
    this.#formats.set(id, formats);
    if (!formats.some((known) => known.language === language && known.format === media.format.codec))
      formats.push({ language, format: media.format.codec });
  }

  async #describe(folder: string, files: readonly string[]): Promise<void> {
    for (const file of files.filter((name) => name.endsWith('-sounds-en.txt')).sort()) {
      const path = join(folder, file);
      this.#places.set(path, await stampOf(path));
      try {
        for (const [id, text] of readDescriptions(await readFile(path, 'utf8'))) this.#texts.set(id, text);
      } catch (error) {
        undefinedIfAbsent(error);
        this.log.warn({ path, error }, 'a list of sound descriptions cannot be read');
      }
    }
  }
}

/** Undefined for a link to nowhere. */
async function targetOf(link: string): Promise<Stats | undefined> {
  return stat(link).catch(undefinedIfAbsent);
}

function byLanguageAndFormat(one: SoundFormat, other: SoundFormat): number {
  const [left, right] = [`${one.language} ${one.format}`, `${other.language} ${other.format}`];
  return left < right ? -1 : Number(left > right);
}
