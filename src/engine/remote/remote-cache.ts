import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../shared/logger';
import type { Soon } from '../../shared/scheduling/soon';
import type { FilesInUse } from './files-in-use';

/** A fetched file. It never changes: a new fetch creates another file. */
export interface FetchedFile {
  readonly path: string;
  readonly size: number;
}

export interface RemoteCacheDeps {
  /** Each process has its own folder in it. */
  readonly directory: string;
  /** As it is now. */
  readonly maxBytes: () => number;
  readonly inUse: Pick<FilesInUse, 'has' | 'onFreed'>;
  readonly isAlive: (process: number) => boolean;
  readonly soon: Soon;
  readonly log: Logger;
}

/** Fetched files by what was asked for. Those that are neither kept nor needed at the moment are removed. */
export class RemoteCache<File extends FetchedFile> {
  readonly folder: string;
  /** Least recently used first. */
  readonly #kept = new Map<string, File>();
  /** Files that are removed as soon as they are not in use. */
  readonly #loose = new Set<FetchedFile>();
  readonly #pins = new Map<string, number>();
  readonly #removals = new Set<Promise<void>>();
  readonly #subscriptions: () => void;
  #bytes = 0;
  #ready: Promise<void> | undefined;

  constructor(private readonly deps: RemoteCacheDeps) {
    this.folder = join(deps.directory, String(process.pid));
    this.#subscriptions = deps.inUse.onFreed(() => this.#freed());
  }

  /** Makes the folder, and removes those of servers that are gone: what they knew of their files went with them. */
  open(): Promise<void> {
    this.#ready ??= this.#open();
    return this.#ready;
  }

  get(key: string): File | undefined {
    const file = this.#kept.get(key);
    if (file === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, file);
    return file;
  }

  /** The one that was there before goes. One that is larger than all may be together is not kept at all. */
  keep(key: string, file: File): void {
    this.forget(key, file.path);
    if (file.size > this.deps.maxBytes()) return this.useOnce(file);
    this.#kept.set(key, file);
    this.#bytes += file.size;
    this.pin(file)();
  }

  /** For the current playback only. */
  useOnce(file: File): void {
    this.#loose.add(file);
    this.pin(file)();
  }

  /** `besides`: a path that stays, since another entry takes it over. */
  forget(key: string, besides?: string): void {
    const file = this.#kept.get(key);
    if (file === undefined) return;
    this.#kept.delete(key);
    this.#bytes -= file.size;
    if (file.path === besides) return;
    this.#loose.add(file);
    this.pin(file)();
  }

  /**
   * Keeps a file until a turn after its release: a caller that got its path has begun to play it by then, or never
   * will.
   */
  pin({ path }: FetchedFile): () => void {
    this.#pins.set(path, (this.#pins.get(path) ?? 0) + 1);
    return () => this.deps.soon(() => this.#unpin(path));
  }

  /** Removes everything. */
  async close(): Promise<void> {
    this.#subscriptions();
    this.#kept.clear();
    this.#loose.clear();
    this.#bytes = 0;
    if (this.#ready === undefined) return;
    await this.#ready.catch(() => undefined);
    await Promise.all(this.#removals);
    await rm(this.folder, { recursive: true, force: true });
  }

  async #open(): Promise<void> {
    const { directory, isAlive } = this.deps;
    for (const name of await readdir(directory).catch(() => [])) {
      const isLeftOver = /^\d+$/.test(name) && (Number(name) === process.pid || !isAlive(Number(name)));
      if (isLeftOver) await rm(join(directory, name), { recursive: true, force: true });
    }
    await mkdir(this.folder, { recursive: true });
  }

  /** In a later turn: playbacks lost with the media thread may be restarted in this one. */
  #freed(): void {
    if (this.#loose.size > 0 || this.#bytes > this.deps.maxBytes()) this.deps.soon(() => this.#trim());
  }

  #unpin(path: string): void {
    const left = (this.#pins.get(path) ?? 1) - 1;
    if (left > 0) this.#pins.set(path, left);
    else this.#pins.delete(path);
    this.#trim();
  }

  #trim(): void {
    for (const file of this.#loose) {
      if (this.#isNeeded(file)) continue;
      this.#loose.delete(file);
      this.#remove(file);
    }
    for (const [key, file] of this.#kept) {
      if (this.#bytes <= this.deps.maxBytes()) return;
      if (this.#isNeeded(file)) continue;
      this.#kept.delete(key);
      this.#bytes -= file.size;
      this.#remove(file);
    }
  }

  #isNeeded({ path }: FetchedFile): boolean {
    return this.#pins.has(path) || this.deps.inUse.has(path);
  }

  #remove({ path }: FetchedFile): void {
    const removal = rm(path, { force: true })
      .catch((error: unknown) => this.deps.log.warn({ error, path }, 'a fetched sound could not be removed'))
      .finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }
}
