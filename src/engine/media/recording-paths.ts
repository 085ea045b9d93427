import { isAbsolute, relative } from 'node:path';
import type { RecordingStore, StoredPlace } from './live-recordings';

export interface RecordingPathsDeps {
  /** The folder of recordings, absolute. */
  readonly directory: string;
  readonly store: RecordingStore;
}

/** Where a recording goes that is named as dialplans do: by a name, or by an absolute path into the folder. */
export const recordingPaths =
  ({ directory, store }: RecordingPathsDeps) =>
  async (name: string): Promise<StoredPlace> => {
    if (!isAbsolute(name)) return store.resolveName(name);
    const below = relative(directory, name);
    return below.split('/')[0] === '..' ? { outcome: 'outside' } : store.resolveName(below);
  };
