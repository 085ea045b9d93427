import type { Logger } from '../../shared/logger';
import type { Sound } from './sound';
import type { SoundIndex } from './sound-scan';
import { scanSounds, stampOf } from './sound-scan';

export interface SoundsDeps {
  /** Absolute path of the folder that holds a folder per language. */
  readonly directory: string;
  readonly now: () => number;
  readonly log: Logger;
}

export interface SoundFilter {
  readonly language?: string | undefined;
  readonly format?: string | undefined;
}

/** File systems stamp changes by a clock that may tick as rarely as this, in milliseconds. */
const coarsestTick = 2000;

/** The installed sounds, always up to date: the folder is read again when it has changed. */
export class Sounds {
  #index: SoundIndex | undefined;
  #settled = false;
  #running: Promise<unknown> = Promise.resolve();
  #queued: Promise<SoundIndex> | undefined;

  constructor(private readonly deps: SoundsDeps) {}

  /** Those that match, with only the formats that match; ordered by id. */
  async list({ language, format }: SoundFilter = {}): Promise<readonly Sound[]> {
    const { sounds } = await this.#current();
    if (language === undefined && format === undefined) return [...sounds.values()];
    return [...sounds.values()].flatMap((sound) => {
      const formats = sound.formats.filter(
        (candidate) =>
          (language === undefined || candidate.language === language) &&
          (format === undefined || candidate.format === format),
      );
      return formats.length === 0 ? [] : [{ ...sound, formats }];
    });
  }

  async get(id: string): Promise<Sound | undefined> {
    return (await this.#current()).sounds.get(id);
  }

  /** Reads the folder again, whether or not it looks changed. */
  async refresh(): Promise<void> {
    await this.#rescan();
  }

  async #current(): Promise<SoundIndex> {
    const index = this.#index;
    return index !== undefined && this.#settled && (await isAsBefore(index)) ? index : this.#rescan();
  }

  /** A scan under way may have passed the place that changed just now: those who ask meanwhile share the next one. */
  #rescan(): Promise<SoundIndex> {
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined;
      const scan = this.#scan();
      this.#running = scan.catch(() => undefined);
      return scan;
    });
    return this.#queued;
  }

  async #scan(): Promise<SoundIndex> {
    const { directory, log, now } = this.deps;
    const startedAt = now();
    const index = await scanSounds(directory, log);
    // A change within the same tick as one that we saw leaves no trace; until the tick has passed we check every time.
    this.#settled = [...index.places.values()].every(
      (stamp) => stamp === undefined || stamp.modifiedAt < startedAt - coarsestTick,
    );
    this.#index = index;
    return index;
  }
}

async function isAsBefore({ places }: SoundIndex): Promise<boolean> {
  const unchanged = await Promise.all(
    [...places].map(async ([path, stamp]) => (await stampOf(path))?.id === stamp?.id),
  );
  return unchanged.every((same) => same);
}
