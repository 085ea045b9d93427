import type { FileHandle } from 'node:fs/promises';
import { AudioFileError } from './audio-file-error';
import { copyAudio } from './continued-audio';
import type { WrittenShape } from './formats/file-format';
import { playableFormat } from './formats/file-format';
import { fileHeader } from './formats/file-header';
import type { SampleEncoder } from './formats/sample-encoder';
import { makeEncoder } from './formats/sample-encoder';
import { UnfinishedFile } from './unfinished/unfinished-file';

export interface AudioWriterOptions {
  /** Of the finished file, extension included; missing folders are created. */
  readonly path: string;
  /** An extension that can be recorded: `wav`, `sln16`, `ulaw`. */
  readonly format: string;
  /** Whether a file of that name is continued; otherwise it is replaced. It is unchanged until `finish`. */
  readonly appends: boolean;
  /** Whether finishing fails instead of replacing a file that has appeared meanwhile. */
  readonly isNew?: boolean;
  /** Two only for formats with interleaved channels: not for packed formats. Default 1. */
  readonly channels?: 1 | 2;
}

/**
 * A recording in progress. It never waits for the disk: unwritten audio is kept in memory. All exceptions and
 * rejections are AudioFileErrors.
 */
export interface AudioWriter {
  readonly rate: number;
  readonly channels: 1 | 2;
  /** Resolves when the file exists, with the audio it continues; when rejected, nothing was created. */
  readonly ready: Promise<void>;
  /** Milliseconds written so far, without the continued audio. */
  readonly duration: number;
  /** Milliseconds of the continued audio; known when it is ready. */
  readonly continued: number;
  /** Throws an earlier error of the disk. */
  readonly write: (samples: Int16Array) => void;
  /** Removes the last milliseconds, but none of the continued audio. */
  readonly truncateBy: (milliseconds: number) => void;
  /** Resolves when the recording is on disk under its name; when rejected, nothing of it is left. */
  readonly finish: () => Promise<void>;
  /** Discards the recording. Idempotent, and without effect after `finish`. */
  readonly discard: () => Promise<void>;
}

/** Starts a recording under a hidden name beside the final one. */
export function makeAudioWriter(options: AudioWriterOptions): AudioWriter {
  const { path, format: extension, appends, isNew = false, channels = 1 } = options;
  const format = playableFormat(extension);
  if (format === undefined) throw new AudioFileError(path, `nothing can be recorded as '${extension}'`);
  if (channels > 1 && format.shape.encoding !== 'linear-16')
    throw new AudioFileError(path, `two channels cannot be recorded as '${extension}'`);
  const shape = { ...format.shape, channels };
  const at = fileHeader(shape, 0).length;
  const begin = async (to: FileHandle): Promise<number> =>
    appends ? at + (await copyAudio({ path, shape, to, at })) : at;
  return new FileWriter(shape, new UnfinishedFile({ path, isNew, channels, appends, begin }));
}

class FileWriter implements AudioWriter {
  readonly rate: number;
  readonly channels: 1 | 2;
  readonly ready: Promise<void>;
  readonly #encoder: SampleEncoder;
  readonly #headerLength: number;
  #end: Promise<void> | undefined;

  constructor(
    private readonly shape: WrittenShape,
    private readonly file: UnfinishedFile,
  ) {
    this.rate = shape.rate;
    this.channels = shape.channels;
    this.ready = file.ready;
    this.#encoder = makeEncoder(shape.encoding);
    this.#headerLength = fileHeader(shape, 0).length;
  }

  get duration(): number {
    return this.#millisecondsOf(this.file.length);
  }

  get continued(): number {
    return this.#millisecondsOf(Math.max(0, this.file.start - this.#headerLength));
  }

  write(samples: Int16Array): void {
    if (this.#end !== undefined) throw new AudioFileError(this.file.path, 'the recording has already ended');
    this.file.append(this.#encoder.encode(samples));
  }

  truncateBy(milliseconds: number): void {
    if (this.#end !== undefined || !(milliseconds > 0)) return;
    const { bytes, samples } = this.#encoder.unit;
    const taken = Math.round((milliseconds * this.rate) / 1000 / samples) * bytes * this.channels;
    this.file.cut(Math.max(0, this.file.length - taken));
  }

  finish(): Promise<void> {
    this.#end ??= this.file.publish((length) => fileHeader(this.shape, length - this.#headerLength));
    return this.#end;
  }

  discard(): Promise<void> {
    const removed = this.file.remove();
    this.#end ??= removed;
    return removed;
  }

  #millisecondsOf(length: number): number {
    const { bytes, samples } = this.#encoder.unit;
    return Math.floor((length * samples * 1000) / bytes / this.channels / this.rate);
  }
}
