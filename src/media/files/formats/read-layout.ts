import { readAuLayout } from './au-header';
import type { AudioLayout } from './audio-layout';
import type { FileShape } from './file-format';
import type { FileFacts, HeaderParser } from './header-parser';
import { readWavLayout } from './wav-header';

/** Finds the audio in a file of the given shape. */
export function* readLayout(file: FileFacts, { container, encoding, rate }: FileShape): HeaderParser<AudioLayout> {
  switch (container) {
    case 'wav':
      return yield* readWavLayout(file);
    case 'au':
      return yield* readAuLayout(file);
    case 'none':
      return { encoding, rate, channels: 1, start: 0, length: file.size };
  }
}
