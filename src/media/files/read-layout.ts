import { readAuLayout } from './au-header';
import type { AudioLayout } from './audio-layout';
import type { FileShape } from './file-format';
import type { SourceFile } from './source-file';
import { readWavLayout } from './wav-header';

/** Finds the audio in a file of the given shape. */
export function readLayout(file: SourceFile, { container, encoding, rate }: FileShape): AudioLayout {
  switch (container) {
    case 'wav':
      return readWavLayout(file);
    case 'au':
      return readAuLayout(file);
    case 'none':
      return { encoding, rate, channels: 1, start: 0, length: file.size };
  }
}
