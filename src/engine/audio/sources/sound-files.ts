import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path';
import type { FileListings } from './file-listings';
import { bestFile } from './playable-files';
import type { RemoteSounds } from '../../remote/remote-sounds';
import { isRemote } from '../../remote/remote-sounds';

export interface SoundFilesDeps {
  /** Absolute path of the folder that holds a folder per language. */
  readonly directory: string;
  readonly defaultLanguage: string;
  /** Folders below which a sound may be named by its absolute path. */
  readonly allowedDirectories: readonly string[];
  readonly listings: Pick<FileListings, 'called'>;
  /** Where sounds come from that are named by a web address. */
  readonly remote: Pick<RemoteSounds, 'find'>;
}

export interface SoundRequest {
  readonly language: string;
  /** Samples per second of who will hear it. */
  readonly rate: number;
}

/** The path of a file to play, or why there is none. */
export type FoundFile = { readonly path: string } | { readonly missing: string };

/** File systems take no longer ones. */
const longestName = 1024;

/** Finds the file of a sound: in the language asked for, or else in the nearest that has it; or on another server. */
export class SoundFiles {
  constructor(private readonly deps: SoundFilesDeps) {}

  async find(name: string, request: SoundRequest): Promise<FoundFile> {
    if (isRemote(name)) return this.deps.remote.find(name);
    const problem = nameProblem(name);
    if (problem !== undefined) return { missing: problem };
    if (isAbsolute(name)) return this.#findAbsolute(normalize(name), request);
    for (const folder of this.#folders(request.language)) {
      const path = await this.#fileAt(join(folder, name), request.rate);
      if (path !== undefined) return { path };
    }
    return { missing: `there is no sound ${name}` };
  }

  /** The files of several prompts; the first that is missing decides. */
  async findAll(
    names: readonly string[],
    request: SoundRequest,
  ): Promise<{ readonly paths: readonly string[] } | { readonly missing: string }> {
    // Thousands of digits are made of a dozen prompts.
    const different = [...new Set(names)];
    const found = await Promise.all(different.map((name) => this.find(name, request)));
    const missing = found.find((file) => 'missing' in file);
    if (missing !== undefined) return missing;
    const pathOf = new Map(different.map((name, at) => [name, pathIn(found[at])]));
    return { paths: names.map((name) => pathOf.get(name) ?? '') };
  }

  async #findAbsolute(name: string, { rate }: SoundRequest): Promise<FoundFile> {
    const isAllowed = this.deps.allowedDirectories.some((folder) => name.startsWith(join(folder, sep)));
    if (!isAllowed)
      return {
        missing: `${name} is in no folder that sounds may come from: absolute_sounds in [directories] of asterisk.conf names more`,
      };
    const path = await this.#fileAt(name, rate);
    return path === undefined ? { missing: `there is no sound ${name}` } : { path };
  }

  #folders(language: string): readonly string[] {
    const { directory, defaultLanguage } = this.deps;
    const languages = [...withBase(language), ...withBase(defaultLanguage)].map((name) => join(directory, name));
    return [...new Set([...languages, directory])];
  }

  async #fileAt(path: string, rate: number): Promise<string | undefined> {
    const folder = dirname(path);
    const file = bestFile(await this.deps.listings.called(folder, basename(path)), rate);
    return file === undefined ? undefined : join(folder, file);
  }
}

/** `en_GB`, then `en`. A text that is not a folder name is not a language. */
function withBase(language: string): readonly string[] {
  if (!/^\w[\w-]*$/.test(language)) return [];
  return [language, language.split(/[_-]/)[0] ?? language];
}

function pathIn(file: FoundFile | undefined): string {
  return file !== undefined && 'path' in file ? file.path : '';
}

function nameProblem(name: string): string | undefined {
  if (name === '' || name.endsWith('/')) return 'a sound needs a name';
  if (name.length > longestName) return 'the name of the sound is too long';
  if (name.includes('\0')) return 'the name of the sound has a sign that no file name can have';
  if (name.split('/').includes('..')) return 'the name of the sound leads out of its folder';
  return undefined;
}
