import { AudioFileError } from './audio-file-error';
import type { SampleEncoding } from './file-format';
import type { FileFacts } from './header-parser';

/** Where the audio lies in a file, and how. */
export interface AudioLayout {
  readonly encoding: SampleEncoding;
  readonly rate: number;
  readonly channels: number;
  /** Position of the first byte of audio. */
  readonly start: number;
  /** Bytes of audio that are really there, whatever the header says. */
  readonly length: number;
}

const knownRates: ReadonlySet<number> = new Set([
  8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000, 192_000,
]);
const mostChannels = 8;

/** What a header may ask for. A made-up rate would make the resampler build tables without end. */
export function checkHeader(file: FileFacts, { rate, channels }: Pick<AudioLayout, 'rate' | 'channels'>): void {
  if (channels < 1 || channels > mostChannels)
    throw new AudioFileError(file.path, `it claims to have ${channels} channels; 1 to ${mostChannels} can be read`);
  if (!knownRates.has(rate)) throw new AudioFileError(file.path, `its sample rate of ${rate} Hz is not supported`);
}
