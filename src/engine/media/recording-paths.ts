import { isAbsolute, relative } from 'node:path';
import type { ClaimedPlace, RecordingStore } from './live-recordings';

export interface RecordingPathsDeps {
  /** The folder of recordings, absolute. */
  readonly directory: string;
  readonly store: RecordingStore;
}

/** Where a recording goes that is named as dialplans do: by a name, or by an absolute path into the folder. */
export const recordingPaths =
  ({ directory, store }: RecordingPathsDeps) =>
  async (name: string): Promise<ClaimedPlace> => {
    if (!isAbsolute(name)) return store.claim(name);
    const below = relative(directory, name);
    return below.split('/')[0] === '..' ? { outcome: 'outside' } : store.claim(below);
  };
