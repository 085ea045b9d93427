import type { RecordingsOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import type { CopyOutcome, StoredRecordings } from '../engine/recordings/stored-recordings';
import type { RecordingOwners } from '../stasis/recording-owners';
import { quoted } from './quoted';

type StoredOperations = Pick<
  RecordingsOperations,
  'listStored' | 'getStored' | 'deleteStored' | 'getStoredFile' | 'copyStored'
>;

export interface StoredHandlersDeps {
  readonly stored: StoredRecordings;
  readonly owners: Pick<RecordingOwners, 'copied' | 'deleted'>;
}

/** The operations on stored recordings. */
export const storedRecordingHandlers = ({ stored, owners }: StoredHandlersDeps): StoredOperations => ({
  listStored: async () => ({ status: 200, body: await stored.list() }),

  getStored: async ({ recordingName }) => {
    const recording = await stored.get(recordingName);
    return recording === undefined ? notFound(recordingName) : { status: 200, body: recording };
  },

  deleteStored: async ({ recordingName }) => {
    if ((await stored.delete(recordingName)) !== 'deleted') return notFound(recordingName);
    // It may be stored in another format as well.
    if ((await stored.get(recordingName)) === undefined) owners.deleted(recordingName);
    return { status: 204 };
  },

  getStoredFile: async ({ recordingName }) => {
    const opened = await stored.open(recordingName);
    if (opened.outcome === 'ok') return { status: 200, body: opened.media };
    if (opened.outcome === 'not-found') return notFound(recordingName);
    return { status: 403, message: `the server may not read the file of the recording ${quoted(recordingName)}` };
  },

  copyStored: async ({ recordingName, destinationRecordingName: destination }) => {
    const copy = await stored.copy(recordingName, destination);
    if (copy.outcome === 'copied') {
      owners.copied(recordingName, copy.recording.name);
      return { status: 200, body: copy.recording };
    }
    return copy.outcome === 'not-found' ? notFound(recordingName) : badDestination(copy, destination);
  },
});

function notFound(name: string): Refusal<404> {
  return {
    status: 404,
    message: `there is no stored recording ${quoted(name)}: a name is a path below the recording directory, without extension`,
  };
}

function badDestination(
  copy: Exclude<CopyOutcome, { readonly outcome: 'copied' }>,
  destination: string,
): Refusal<400 | 403 | 409> {
  switch (copy.outcome) {
    case 'exists':
      return { status: 409, message: `there is a recording ${quoted(destination)} already` };
    case 'taken':
      return { status: 409, message: `a recording ${quoted(destination)} is being made already` };
    case 'outside':
      return { status: 403, message: `${quoted(destination)} lies outside the recording directory` };
    case 'invalid':
      return { status: 400, message: `${quoted(destination)} cannot be the name of a recording: ${copy.reason}` };
    default:
      return { status: 400, message: 'destinationRecordingName has to name the copy' };
  }
}
