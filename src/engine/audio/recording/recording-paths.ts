import { isAbsolute, relative } from 'node:path';
import type { ClaimedPlace, RecordingStore } from './live-recordings';

/** A folder of recordings, by its absolute path. */
export interface RecordingFolder {
  readonly directory: string;
  readonly store: RecordingStore;
}

/**
 * Where a recording goes that is named as dialplans do: by a name, which counts from the first folder, or by an absolute
 * path into any of them.
 */
export const recordingPaths =
  (first: RecordingFolder, ...others: readonly RecordingFolder[]) =>
  async (name: string): Promise<ClaimedPlace> => {
    if (!isAbsolute(name)) return first.store.claim(name);
    // A part of the path may come from a caller: it stays below what the dialplan itself has written.
    if (name.split('/').includes('..')) return { outcome: 'outside' };
    for (const { directory, store } of [first, ...others]) {
      const below = relative(directory, name);
      if (below.split('/')[0] !== '..') return store.claim(below);
    }
    return { outcome: 'outside' };
  };
