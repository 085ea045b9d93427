import { statSync } from 'node:fs';
import { auHeader } from './au-header';
import { AudioFileError } from './audio-file-error';
import type { FileShape, PlayableFormat } from './file-format';
import { playableFormat } from './file-format';
import { readLayout } from './read-layout';
import type { SampleEncoder } from './sample-encoder';
import { makeEncoder } from './sample-encoder';
import { SourceFile } from './source-file';
import { UnfinishedFile } from './unfinished-file';
import { wavHeader } from './wav-header';

export interface AudioWriterOptions {
  /** Of the finished file, extension included; missing folders are made. */
  readonly path: string;
  /** An extension that can be recorded: `wav`, `sln16`, `ulaw`. */
  readonly format: string;
  /** Whether a file of that name is continued; otherwise it is replaced. Until `finish`, it stays as it is. */
  readonly appends: boolean;
}

/** A recording in the making. Whatever is thrown is an AudioFileError. */
export interface AudioWriter {
  readonly rate: number;
  /** Milliseconds written so far; what was continued is not counted. */
  readonly duration: number;
  /** Milliseconds of what was there before. */
  readonly continued: number;
  readonly write: (samples: Int16Array) => void;
  /** Takes back the last milliseconds, but nothing of what was continued. */
  readonly truncateBy: (milliseconds: number) => void;
  /** The recording is on disk, under its name, when this returns; nothing of it is left when it throws. */
  readonly finish: () => void;
  /** Leaves nothing. Harmless when repeated or after `finish`. */
  readonly discard: () => void;
}

/** Starts a recording under a hidden name beside the final one. */
export function makeAudioWriter({ path, format: extension, appends }: AudioWriterOptions): AudioWriter {
  const format = playableFormat(extension);
  if (format === undefined) throw new AudioFileError(path, `nothing can be recorded as '${extension}'`);
  const file = new UnfinishedFile(path);
  try {
    file.append(headerOf(format, 0));
    if (appends && statSync(path, { throwIfNoEntry: false }) !== undefined) copyAudio(format, file);
    return new FileWriter(format, file);
  } catch (error) {
    file.remove();
    throw AudioFileError.from(path, error);
  }
}

class FileWriter implements AudioWriter {
  readonly rate: number;
  readonly #encoder: SampleEncoder;
  readonly #floor: number;
  #isOver = false;

  constructor(
    private readonly format: PlayableFormat,
    private readonly file: UnfinishedFile,
  ) {
    this.rate = format.shape.rate;
    this.#encoder = makeEncoder(format.shape.encoding);
    this.#floor = file.length;
  }

  get duration(): number {
    return this.#millisecondsOf(this.file.length - this.#floor);
  }

  get continued(): number {
    return this.#millisecondsOf(this.#floor - headerOf(this.format, 0).length);
  }

  write(samples: Int16Array): void {
    if (this.#isOver) throw new AudioFileError(this.file.path, 'the recording is over already');
    this.file.append(this.#encoder.encode(samples));
  }

  truncateBy(milliseconds: number): void {
    if (this.#isOver || !(milliseconds > 0)) return;
    const { bytes, samples } = this.#encoder.unit;
    const taken = Math.round((milliseconds * this.rate) / 1000 / samples) * bytes;
    this.file.cut(Math.max(this.#floor, this.file.length - taken));
  }

  finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.file.publish(headerOf(this.format, this.file.length - headerOf(this.format, 0).length));
  }

  discard(): void {
    this.#isOver = true;
    this.file.remove();
  }

  #millisecondsOf(length: number): number {
    const { bytes, samples } = this.#encoder.unit;
    return Math.floor((length * samples * 1000) / bytes / this.rate);
  }
}

function headerOf({ shape: { container, rate } }: PlayableFormat, length: number): Uint8Array {
  switch (container) {
    case 'wav':
      return wavHeader({ rate, length });
    case 'au':
      return auHeader({ rate, length });
    case 'none':
      return new Uint8Array(0);
  }
}

/** What a recording continues is copied byte by byte, so that nothing of it is encoded twice. */
function copyAudio({ shape }: PlayableFormat, to: UnfinishedFile): void {
  const from = SourceFile.open(to.path);
  try {
    const { start, length } = wholeSamples(from, shape);
    const bytes = new Uint8Array(64 * 1024);
    for (let done = 0; done < length;) {
      const got = from.readAt(start + done, bytes.subarray(0, Math.min(bytes.length, length - done)));
      if (got === 0) throw new AudioFileError(from.path, 'it was cut while it was copied');
      to.append(bytes.subarray(0, got));
      done += got;
    }
  } finally {
    from.close();
  }
}

function wholeSamples(file: SourceFile, shape: FileShape): { readonly start: number; readonly length: number } {
  const { encoding, rate, channels, start, length } = readLayout(file, shape);
  if (encoding !== shape.encoding || rate !== shape.rate || channels !== 1)
    throw new AudioFileError(file.path, 'it cannot be continued: its audio is of another kind');
  return { start, length: encoding === 'linear-16' ? length - (length % 2) : length };
}
