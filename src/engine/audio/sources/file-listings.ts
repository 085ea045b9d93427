import { readdir } from 'node:fs/promises';
import { stampOf } from '../../sounds/sound-scan';
import { undefinedIfAbsent } from '../../../shared/file-errors';

/** File systems stamp changes by a clock that may tick as rarely as this, in milliseconds. */
const coarsestTick = 2000;
/** Folders that are remembered; those not asked for longest are forgotten first. */
const maxFolders = 200;

interface Listing {
  /** How the folder looked before it was read. */
  readonly stamp: string;
  readonly isSettled: boolean;
  readonly names: readonly string[];
  /** Names by the part before their last dot. */
  readonly byBase: ReadonlyMap<string, readonly string[]>;
}

/** The names in folders of audio files, read again only when a folder has changed. */
export class FileListings {
  readonly #listings = new Map<string, Listing>();

  /** Files with endings that are not known are left out. */
  constructor(
    private readonly now: () => number,
    private readonly isKnown: (ending: string) => boolean,
  ) {}

  /** Files of the folder that are called so, whatever their ending; none when there is no such folder. */
  async called(folder: string, base: string): Promise<readonly string[]> {
    return this.#known((await this.#listing(folder))?.byBase.get(base) ?? []);
  }

  async all(folder: string): Promise<readonly string[]> {
    return this.#known((await this.#listing(folder))?.names ?? []);
  }

  /** Forgets what it has read, so that every folder is read again. */
  forget(): void {
    this.#listings.clear();
  }

  /** Called each time: the loaded formats change while the listing stays. */
  #known(names: readonly string[]): readonly string[] {
    return names.filter((name) => this.isKnown(name.slice(name.lastIndexOf('.') + 1)));
  }

  async #listing(folder: string): Promise<Listing | undefined> {
    const stamp = await stampOf(folder);
    const known = this.#listings.get(folder);
    this.#listings.delete(folder);
    if (stamp === undefined) return undefined;
    // A change within the same tick as one that we saw leaves no trace in the stamp.
    const isSettled = stamp.modifiedAt < this.now() - coarsestTick;
    const listing =
      known?.isSettled === true && known.stamp === stamp.id ? known : await readListing(folder, stamp.id, isSettled);
    if (listing !== undefined) this.#remember(folder, listing);
    return listing;
  }

  #remember(folder: string, listing: Listing): void {
    this.#listings.set(folder, listing);
    const [oldest] = this.#listings.keys();
    if (this.#listings.size > maxFolders && oldest !== undefined) this.#listings.delete(oldest);
  }
}

async function readListing(folder: string, stamp: string, isSettled: boolean): Promise<Listing | undefined> {
  const names = await readdir(folder).catch(undefinedIfAbsent);
  if (names === undefined) return undefined;
  const byBase = new Map<string, string[]>();
  for (const name of names.sort()) {
    const dot = name.lastIndexOf('.');
    if (dot < 1) continue;
    const base = name.slice(0, dot);
    byBase.set(base, [...(byBase.get(base) ?? []), name]);
  }
  return { stamp, isSettled, names, byBase };
}
