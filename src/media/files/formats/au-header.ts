import { AudioFileError } from '../audio-file-error';
import type { AudioLayout } from './audio-layout';
import { checkHeader } from './audio-layout';
import type { SampleEncoding } from './file-format';
import type { FileFacts, HeaderParser } from './header-parser';

export const auHeaderLength = 24;
const magic = 0x2e_73_6e_64; // ".snd"
const ulawCode = 1;
const unknownLength = 0xff_ff_ff_ff;
const encodings: Readonly<Record<number, SampleEncoding>> = { [ulawCode]: 'ulaw', 27: 'alaw' };

/** Reads the header of an AU file: big-endian words for offset, length, encoding, rate and channels. */
export function* readAuLayout(file: FileFacts): HeaderParser<AudioLayout> {
  const bytes = yield { position: 0, length: auHeaderLength };
  if (bytes.length < auHeaderLength || bytes.readUInt32BE(0) !== magic)
    throw new AudioFileError(file.path, 'it is not an AU file');
  const [start, claimed, code] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8), bytes.readUInt32BE(12)];
  const encoding = encodings[code];
  if (encoding === undefined) throw new AudioFileError(file.path, `its AU encoding ${code} is not supported`);
  if (start < auHeaderLength || start > file.size)
    throw new AudioFileError(file.path, 'its header points to audio outside the file');
  const layout = { encoding, rate: bytes.readUInt32BE(16), channels: bytes.readUInt32BE(20), start };
  checkHeader(file, layout);
  const there = file.size - start;
  return { ...layout, length: claimed === unknownLength ? there : Math.min(claimed, there) };
}

/** The header of a mono µ-law file with this many bytes of audio. */
export function auHeader({ rate, length }: { readonly rate: number; readonly length: number }): Uint8Array {
  const bytes = new Uint8Array(auHeaderLength);
  const view = new DataView(bytes.buffer);
  const words = [magic, auHeaderLength, Math.min(length, unknownLength), ulawCode, rate, 1];
  words.forEach((word, at) => view.setUint32(at * 4, word));
  return bytes;
}
