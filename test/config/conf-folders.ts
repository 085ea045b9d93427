import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatIgnored } from '../../src/config/reader/ignored';
import { loadConfig } from '../../src/config/load-config';
import type { ConfigSource, LoadedConfig } from '../../src/config/load-config';
import { formatProblem } from '../../src/config/reader/problem';
import type { Problem } from '../../src/config/reader/problem';
import type { ServerConfig } from '../../src/config/server-config';

type Files = Readonly<Record<string, string>>;

/** Folders that exist until `removeAll`. */
export class ConfFolders {
  readonly #made: string[] = [];

  make(files: Files): string {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-config-'));
    this.#made.push(folder);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  }

  load(files: Files, source: Partial<ConfigSource> = {}): LoadedConfig {
    return loadConfig({ folder: this.make(files), env: {}, flags: {}, ...source });
  }

  /** The configuration of files that must be sound. */
  sound(files: Files, source: Partial<ConfigSource> = {}): ServerConfig {
    const { config, problems } = this.load(files, source);
    if (config === undefined) throw new Error(problems.map(formatProblem).join('\n'));
    return config;
  }

  /** The problems of the files, with paths relative to the folder. */
  problems(files: Files, source: Partial<ConfigSource> = {}): string[] {
    const { problems, folder } = this.load(files, source);
    return listed(problems, folder);
  }

  notices(files: Files, source: Partial<ConfigSource> = {}): string[] {
    const { notices, ignored, folder } = this.load(files, source);
    return [...notices, ...formatIgnored(ignored)].map((notice) => notice.replaceAll(`${folder}/`, ''));
  }

  removeAll(): void {
    for (const folder of this.#made.splice(0)) rmSync(folder, { recursive: true, force: true });
  }
}

export function listed(problems: readonly Problem[], folder: string): string[] {
  return problems.map((problem) => formatProblem(problem).replaceAll(`${folder}/`, ''));
}

/** The least that serves. */
export const httpConf = '[general]\nenabled = yes\nbindaddr = 127.0.0.1\n';
export const ariConf = '[general]\n[anna]\ntype = user\npassword = secret\n';
