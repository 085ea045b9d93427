import { extname } from 'node:path';
import { AudioFileError } from './audio-file-error';
import type { AudioLayout } from './formats/audio-layout';
import { playableFormat } from './formats/file-format';
import { parse } from './formats/header-parser';
import { readLayout } from './formats/read-layout';
import type { SampleDecoder } from './formats/sample-decoder';
import { makeDecoder } from './formats/sample-decoder';
import { SourceFile } from './source-file';

/** Reads an audio file sequentially, with seeking. Throws only AudioFileError. */
export interface AudioReader {
  readonly rate: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Returns the number of samples read: fewer than asked for only near the end, and 0 at the end. */
  readonly read: (into: Int16Array) => number;
  /** Seeks to milliseconds from the start, clamped to the ends. */
  readonly seek: (position: number) => void;
  /** Idempotent. */
  readonly close: () => void;
}

/** Shared by all readers of a thread: its content is decoded before the next read. */
const bytesRead = new Uint8Array(64 * 1024);
/** Keeps a thousand readers small, whatever a codec expands a byte to. */
const samplesKept = 4 * 1024;

/** Opens a media file by the extension of its name; an AudioFileError says why it cannot be played. */
export function openAudioFile(path: string): AudioReader {
  const extension = extname(path).slice(1);
  const format = playableFormat(extension);
  if (format === undefined) throw new AudioFileError(path, `files of type '${extension}' cannot be played`);
  const file = SourceFile.open(path);
  try {
    const layout = parse(readLayout(file, format.shape), (wanted) => file.bytesAt(wanted));
    return new FileReader(file, layout);
  } catch (error) {
    file.close();
    throw error;
  }
}

class FileReader implements AudioReader {
  readonly rate: number;
  readonly duration: number;
  readonly #blocks: number;
  readonly #blocksAtOnce: number;
  #decoder: SampleDecoder;
  #nextBlock = 0;
  #samples: Int16Array = new Int16Array(0);
  #taken = 0;

  constructor(
    private readonly file: SourceFile,
    private readonly layout: AudioLayout,
  ) {
    this.rate = layout.rate;
    this.#decoder = makeDecoder(layout.encoding);
    const { bytes, samples } = this.#decoder.unit;
    // Half a sample at the end is ignored.
    this.#blocks = Math.floor(layout.length / (bytes * layout.channels));
    this.#blocksAtOnce = Math.floor(Math.min(bytesRead.length / bytes, samplesKept / samples) / layout.channels);
    this.duration = Math.floor((this.#blocks * samples * 1000) / layout.rate);
  }

  read(into: Int16Array): number {
    let filled = 0;
    while (filled < into.length) {
      if (this.#taken === this.#samples.length && !this.#refill()) break;
      const count = Math.min(into.length - filled, this.#samples.length - this.#taken);
      into.set(this.#samples.subarray(this.#taken, this.#taken + count), filled);
      this.#taken += count;
      filled += count;
    }
    return filled;
  }

  seek(position: number): void {
    const { samples } = this.#decoder.unit;
    const block = Math.floor((position * this.rate) / 1000 / samples);
    this.#nextBlock = Math.min(this.#blocks, Math.max(0, Number.isNaN(block) ? 0 : block));
    this.#drop();
    // The state of a codec belongs to the previous position.
    this.#decoder = makeDecoder(this.layout.encoding);
  }

  close(): void {
    this.#nextBlock = this.#blocks;
    this.#drop();
    this.file.close();
  }

  #drop(): void {
    this.#samples = new Int16Array(0);
    this.#taken = 0;
  }

  #refill(): boolean {
    const { channels, start } = this.layout;
    const blockBytes = this.#decoder.unit.bytes * channels;
    const wanted = Math.min(this.#blocksAtOnce, this.#blocks - this.#nextBlock);
    if (wanted <= 0) return false;
    const bytes = bytesRead.subarray(0, wanted * blockBytes);
    const got = Math.floor(this.file.readAt(start + this.#nextBlock * blockBytes, bytes) / blockBytes);
    // The file was truncated after it was opened: it ends here.
    this.#nextBlock = got < wanted ? this.#blocks : this.#nextBlock + got;
    this.#samples = mixedDown(this.#decoder.decode(bytes.subarray(0, got * blockBytes)), channels);
    this.#taken = 0;
    return this.#samples.length > 0;
  }
}

/** All channels with the same weight, at a level that cannot overflow. */
function mixedDown(samples: Int16Array, channels: number): Int16Array {
  if (channels === 1) return samples;
  const mixed = new Int16Array(Math.floor(samples.length / channels));
  for (let at = 0; at < mixed.length; at += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += samples[at * channels + channel] ?? 0;
    mixed[at] = sum / channels;
  }
  return mixed;
}
