import { auHeader } from './au-header';
import type { WrittenShape } from './file-format';
import { wavHeader } from './wav-header';

/** The header of a file of the given format with this many bytes of audio. Its length is constant. */
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
