import { AudioFileError } from '../audio-file-error';
import type { SampleEncoding } from './file-format';
import type { FileFacts } from './header-parser';

/** Position and encoding of the audio in a file. */
export interface AudioLayout {
  readonly encoding: SampleEncoding;
  readonly rate: number;
  readonly channels: number;
  /** Position of the first byte of audio. */
  readonly start: number;
  /** Bytes of audio actually present, whatever the header says. */
  readonly length: number;
}

const knownRates: ReadonlySet<number> = new Set([
  8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000, 192_000,
]);
const maxChannels = 8;

/** Limits for headers. Arbitrary rates would make the resampler build unlimited tables. */
export function checkHeader(file: FileFacts, { rate, channels }: Pick<AudioLayout, 'rate' | 'channels'>): void {
  if (channels < 1 || channels > maxChannels)
    throw new AudioFileError(file.path, `it claims to have ${channels} channels; 1 to ${maxChannels} can be read`);
  if (!knownRates.has(rate)) throw new AudioFileError(file.path, `its sample rate of ${rate} Hz is not supported`);
}
