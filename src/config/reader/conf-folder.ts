import { join } from 'node:path';
import type { ConfDisk } from './conf-disk';
import { readConfFile } from './conf-file';
import type { ConfFile } from './conf-file';
import type { Findings } from './findings';
import { isGuardedLine } from './guarded-lines';

/** Dialplans in languages other than extensions.conf. */
const otherDialplans = ['extensions.ael', 'extensions.lua'];

/** A configuration folder being read; tracks which of its files are used. */
export class ConfFolder {
  readonly #asked = new Map<string, ConfFile>();
  readonly #present: readonly string[];

  constructor(
    readonly path: string,
    private readonly from: { readonly disk: ConfDisk; readonly findings: Findings },
  ) {
    const isOurs = (name: string) => name.endsWith('.conf') || otherDialplans.includes(name);
    this.#present = from.disk.listFolder(path).filter(isOurs);
  }

  get isEmpty(): boolean {
    return !this.#present.some((name) => name.endsWith('.conf'));
  }

  has(name: string): boolean {
    return this.#present.includes(name);
  }

  /** A file of the folder; a missing one reads as a file without sections. */
  read(name: string, disk: ConfDisk = this.from.disk): ConfFile {
    const file = join(this.path, name);
    const before = this.#asked.get(file);
    if (before !== undefined) return before;
    const conf = this.peek(name, disk);
    this.#asked.set(file, conf);
    this.#report(name, conf);
    return conf;
  }

  /** A file that is shown but has no effect: its problems are not reported, and it counts as not used. */
  peek(name: string, disk: ConfDisk = this.from.disk): ConfFile {
    const file = join(this.path, name);
    return this.has(name)
      ? readConfFile(file, { folder: this.path, disk })
      : { file, sections: [], blocks: [], files: [], problems: [], skipped: [] };
  }

  #report(name: string, { problems, skipped }: ConfFile): void {
    const { findings } = this.from;
    for (const problem of problems) findings.problem(problem, problem.message, problem.hint);
    for (const line of skipped) {
      if (isGuardedLine(name, line.text)) findings.problem(line, line.message, line.hint);
      else findings.ignore(line, `'${line.text}'`, line.message);
    }
  }

  /** Files that are neither read nor included by other files. */
  passedOver(): readonly string[] {
    const read = new Set([...this.#asked.values()].flatMap(({ file, files }) => [file, ...files]));
    return this.#present.filter((name) => !read.has(join(this.path, name)));
  }
}
