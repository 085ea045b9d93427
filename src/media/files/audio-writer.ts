import type { FileHandle } from 'node:fs/promises';
import { AudioFileError } from './audio-file-error';
import { copyAudio } from './continued-audio';
import type { WrittenShape } from './file-format';
import { playableFormat } from './file-format';
import { fileHeader } from './file-header';
import type { SampleEncoder } from './sample-encoder';
import { makeEncoder } from './sample-encoder';
import { UnfinishedFile } from './unfinished-file';

export interface AudioWriterOptions {
  /** Of the finished file, extension included; missing folders are made. */
  readonly path: string;
  /** An extension that can be recorded: `wav`, `sln16`, `ulaw`. */
  readonly format: string;
  /** Whether a file of that name is continued; otherwise it is replaced. Until `finish`, it stays as it is. */
  readonly appends: boolean;
  /** Whether finishing fails rather than replace what has appeared under the name meanwhile. */
  readonly isNew?: boolean;
  /** Two only where samples of two channels can take turns: not in packed formats. One when it is not given. */
  readonly channels?: 1 | 2;
}

/**
 * A recording in the making. It never waits for the disk: what is written before that has taken it is in memory.
 * Whatever is thrown, and whatever a promise is rejected with, is an AudioFileError.
 */
export interface AudioWriter {
  readonly rate: number;
  readonly channels: 1 | 2;
  /** There is a file, with what it continues; nothing is there when this is rejected. */
  readonly ready: Promise<void>;
  /** Milliseconds written so far; what was continued is not counted. */
  readonly duration: number;
  /** Milliseconds of what was there before; known when it is ready. */
  readonly continued: number;
  /** Throws what the disk has refused before. */
  readonly write: (samples: Int16Array) => void;
  /** Takes back the last milliseconds, but nothing of what was continued. */
  readonly truncateBy: (milliseconds: number) => void;
  /** The recording is on disk, under its name, when this is resolved; nothing of it is left when it is rejected. */
  readonly finish: () => Promise<void>;
  /** Leaves nothing. Harmless when repeated or after `finish`. */
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
    if (this.#end !== undefined) throw new AudioFileError(this.file.path, 'the recording is over already');
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
