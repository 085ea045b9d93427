import { join } from 'node:path';
import type { ConfDisk } from './conf-disk';
import { readConfFile } from './conf-file';
import type { ConfFile } from './conf-file';
import type { Findings } from './findings';

/** A configuration folder being read: knows which of its files somebody asked for. */
export class ConfFolder {
  readonly #asked = new Map<string, ConfFile>();
  readonly #present: readonly string[];

  constructor(
    readonly path: string,
    private readonly from: { readonly disk: ConfDisk; readonly findings: Findings },
  ) {
    this.#present = from.disk.listFolder(path).filter((name) => name.endsWith('.conf'));
  }

  get isEmpty(): boolean {
    return this.#present.length === 0;
  }

  has(name: string): boolean {
    return this.#present.includes(name);
  }

  /** A file of the folder; one that is not there reads as one without sections. */
  read(name: string, disk: ConfDisk = this.from.disk): ConfFile {
    const file = join(this.path, name);
    const before = this.#asked.get(file);
    if (before !== undefined) return before;
    const conf = this.has(name)
      ? readConfFile(file, { folder: this.path, disk })
      : { file, sections: [], blocks: [], files: [], problems: [] };
    this.#asked.set(file, conf);
    for (const problem of conf.problems) this.from.findings.problem(problem, problem.message, problem.hint);
    return conf;
  }

  /** Files that nobody asked for and no other file includes. */
  passedOver(): readonly string[] {
    const read = new Set([...this.#asked.values()].flatMap(({ file, files }) => [file, ...files]));
    return this.#present.map((name) => join(this.path, name)).filter((file) => !read.has(file));
  }
}
