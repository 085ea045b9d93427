import { AudioFileError } from '../audio-file-error';
import type { AudioLayout } from './audio-layout';
import { checkHeader } from './audio-layout';
import type { SampleEncoding } from './file-format';
import type { FileFacts, HeaderParser } from './header-parser';

export const wavHeaderLength = 44;
const riffHeaderLength = 12;
const chunkHeaderLength = 8;
/** A file may consist of nothing but tiny chunks; reading stops after this many. */
const maxChunks = 1000;
const pcm = 1;
const extensible = 0xff_fe;
const tagNames: Readonly<Record<number, string>> = {
  2: 'ADPCM',
  3: 'floating point',
  6: 'A-law',
  7: 'µ-law',
  17: 'IMA ADPCM',
  49: 'GSM',
  85: 'MP3',
};
const encodings: Readonly<Record<number, SampleEncoding>> = { 8: 'unsigned-8', 16: 'linear-16', 24: 'linear-24' };

type Form = Pick<AudioLayout, 'encoding' | 'rate' | 'channels'>;
type Extent = Pick<AudioLayout, 'start' | 'length'>;

interface Chunk {
  readonly id: string;
  /** Position behind the chunk's header. */
  readonly start: number;
  /** As the header claims. */
  readonly claimed: number;
}

/** Finds format and audio in a RIFF file, in whatever order, and limits lengths to the size of the file. */
export function* readWavLayout(file: FileFacts): HeaderParser<AudioLayout> {
  yield* checkRiff(file);
  let form: Form | undefined;
  let extent: Extent | undefined;
  let position = riffHeaderLength;
  for (let count = 0; count < maxChunks; count += 1) {
    const chunk = yield* chunkAt(file, position);
    if (chunk === undefined)
      throw new AudioFileError(file.path, form === undefined ? 'it does not say its format' : 'it has no audio');
    if (chunk.id === 'fmt ') form ??= yield* readForm(file, chunk);
    else if (chunk.id === 'data') extent ??= yield* extentOf(file, chunk);
    if (form !== undefined && extent !== undefined) return { ...form, ...extent };
    position = yield* behind(chunk);
  }
  throw new AudioFileError(file.path, `it has more than ${maxChunks} chunks`);
}

interface WavFacts {
  readonly rate: number;
  readonly channels: number;
  /** Bytes of audio. */
  readonly length: number;
}

/** The header of a file of 16-bit samples. */
export function wavHeader({ rate, channels, length }: WavFacts): Uint8Array {
  const bytes = Buffer.alloc(wavHeaderLength);
  // Beyond 4 GiB the header cannot hold the length; readers use the size of the file.
  const claimed = Math.min(length, 0xff_ff_ff_ff - wavHeaderLength);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(claimed + wavHeaderLength - chunkHeaderLength, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(pcm, 20);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * channels * 2, 28);
  bytes.writeUInt16LE(channels * 2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(claimed, 40);
  return bytes;
}

function* checkRiff(file: FileFacts): HeaderParser<void> {
  const bytes = yield { position: 0, length: riffHeaderLength };
  const [riff, wave] = [bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8)];
  // RF64 is RIFF for files beyond 4 GiB; the lengths it adds are those that we look up ourselves.
  if ((riff !== 'RIFF' && riff !== 'RF64') || wave !== 'WAVE')
    throw new AudioFileError(file.path, 'it is not a WAV file');
}

function* chunkAt(file: FileFacts, position: number): HeaderParser<Chunk | undefined> {
  if (position + chunkHeaderLength > file.size) return undefined;
  const bytes = yield { position, length: chunkHeaderLength };
  if (bytes.length < chunkHeaderLength) return undefined;
  const id = bytes.toString('latin1', 0, 4);
  return { id, start: position + chunkHeaderLength, claimed: bytes.readUInt32LE(4) };
}

/** Chunks start at even offsets, but not every program pads; no chunk's name begins with the zero of a pad. */
function* behind({ start, claimed }: Chunk): HeaderParser<number> {
  const end = start + claimed;
  if (claimed % 2 === 0) return end;
  const [pad = 0] = yield { position: end, length: 1 };
  return pad === 0 ? end + 1 : end;
}

function* extentOf(file: FileFacts, { start, claimed }: Chunk): HeaderParser<Extent> {
  const there = Math.max(0, file.size - start);
  if (claimed > 0) return { start, length: Math.min(claimed, there) };
  // A crashed recorder has not written the length: the rest is audio, unless it looks like a chunk.
  return { start, length: isChunk(file, yield* chunkAt(file, start)) ? 0 : there };
}

function isChunk(file: FileFacts, chunk: Chunk | undefined): boolean {
  return chunk !== undefined && /^[\x20-\x7e]{4}$/.test(chunk.id) && chunk.start + chunk.claimed <= file.size;
}

function* readForm(file: FileFacts, { start, claimed }: Chunk): HeaderParser<Form> {
  const bytes = yield { position: start, length: Math.min(claimed, 40) };
  if (bytes.length < 16) throw new AudioFileError(file.path, 'its description of the format is too short');
  const written = bytes.readUInt16LE(0);
  // The extensible form has the actual tag at the start of a longer identifier.
  const tag = written === extensible && bytes.length >= 26 ? bytes.readUInt16LE(24) : written;
  const bits = bytes.readUInt16LE(14);
  const encoding = encodings[bits];
  if (tag !== pcm)
    throw new AudioFileError(file.path, `its encoding (${tagNames[tag] ?? `number ${tag}`}) is not supported`);
  if (encoding === undefined) throw new AudioFileError(file.path, `samples of ${bits} bits are not supported`);
  const form = { encoding, channels: bytes.readUInt16LE(2), rate: bytes.readUInt32LE(4) };
  checkHeader(file, form);
  return form;
}
