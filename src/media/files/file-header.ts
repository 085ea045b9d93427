import { auHeader } from './au-header';
import type { WrittenShape } from './file-format';
import { wavHeader } from './wav-header';

/** What comes before so many bytes of audio in a file of the given shape. It is as long for any number of them. */
export function fileHeader({ container, rate, channels }: WrittenShape, length: number): Uint8Array {
  switch (container) {
    case 'wav':
      return wavHeader({ rate, channels, length });
    case 'au':
      return auHeader({ rate, length });
    case 'none':
      return new Uint8Array(0);
  }
}
