import { basename } from 'node:path';
import type { AudioReader } from '../files/audio-reader';
import { openAudioFile } from '../files/audio-reader';
import { frameSize, framesPerSecond } from '../samples/media-frames';
import type { PlaySource } from './play-source';
import { Resampler } from '../samples/resample';

interface FileList {
  readonly files: readonly string[];
  readonly isEndless: boolean;
  /** The file that comes after the last one of an endless list; the first when it is left out. */
  readonly loopsFrom?: number;
}

/** Files one after another, without a gap where their rates agree. At most one of them is open. */
export class FileSource implements PlaySource {
  readonly #list: FileList;
  /** Milliseconds of the files opened so far; later ones are unknown until they are opened. */
  readonly #lengths: number[] = [];
  #rate: number;
  #index = 0;
  #reader: AudioReader | undefined;
  #resampler: Resampler | undefined;
  #raw = new Int16Array(0);
  /** Samples taken from the file that is open. */
  #taken = 0;
  #emptyRounds = 0;
  #isOver = false;

  constructor(list: FileList, rate: number) {
    this.#list = list;
    this.#rate = rate;
    this.#open(0);
  }

  get position(): number {
    const here = this.#reader === undefined ? 0 : (this.#taken * 1000) / this.#reader.rate;
    return Math.round(this.#lengthBefore(this.#index) + here);
  }

  fill(frame: Int16Array): boolean {
    while (this.#reader !== undefined) {
      const { rate } = this.#reader;
      // Kept: reaching the end of a file puts the resampler of the next one in place.
      const resampler = this.#resampler;
      const raw = resampler === undefined ? frame : this.#raw;
      const filled = this.#fillRaw(raw, rate);
      if (filled === 0) continue;
      raw.fill(0, filled);
      if (resampler !== undefined) frame.set(resampler.process(raw));
      return true;
    }
    return false;
  }

  seek(by: number): void {
    this.#goTo(Math.max(0, this.position + by));
  }

  restart(): void {
    this.#goTo(0);
  }

  retune(rate: number): void {
    this.#rate = rate;
    if (this.#reader !== undefined) this.#tuneTo(this.#reader);
  }

  close(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#isOver = true;
  }

  /** A file at another rate than this begins with the next frame. */
  #fillRaw(raw: Int16Array, rate: number): number {
    let filled = 0;
    while (filled < raw.length && this.#reader?.rate === rate) {
      const count = this.#reader.read(filled === 0 ? raw : raw.subarray(filled));
      filled += count;
      this.#taken += count;
      if (count > 0) this.#emptyRounds = 0;
      else if (!this.#openNext()) break;
    }
    return filled;
  }

  /** The file that follows; false at the end of all. */
  #openNext(): boolean {
    const next = this.#index + 1;
    if (next < this.#list.files.length) return this.#open(next);
    if (!this.#list.isEndless) return this.#finish();
    // Files without samples would otherwise loop forever within one frame.
    this.#emptyRounds += 1;
    if (this.#emptyRounds > 1) throw new Error('there is no audio in these files');
    return this.#open(this.#loopStart);
  }

  #finish(): false {
    this.#reader?.close();
    this.#reader = undefined;
    // Stays behind the last one, so that the position is the whole length.
    this.#index = this.#list.files.length;
    return false;
  }

  #goTo(milliseconds: number): void {
    if (this.#isOver) return;
    let left = milliseconds;
    for (let index = 0; index < this.#list.files.length; index += 1) {
      const length = this.#lengths[index] ?? this.#lengthOf(index);
      if (left < length) return this.#openAt(index, left);
      left -= length;
    }
    const start = this.#lengthBefore(this.#loopStart);
    const loop = this.#lengthBefore(this.#list.files.length) - start;
    if (this.#list.isEndless && loop > 0) this.#goTo(start + ((milliseconds - start) % loop));
    else this.#finish();
  }

  get #loopStart(): number {
    return this.#list.loopsFrom ?? 0;
  }

  #lengthOf(index: number): number {
    this.#open(index);
    return this.#lengths[index] ?? 0;
  }

  #openAt(index: number, milliseconds: number): void {
    if (this.#index !== index || this.#reader === undefined) this.#open(index);
    this.#reader?.seek(milliseconds);
    this.#taken = Math.round((milliseconds * (this.#reader?.rate ?? 0)) / 1000);
  }

  #open(index: number): boolean {
    const path = this.#list.files[index];
    if (path === undefined) return this.#finish();
    this.#reader?.close();
    this.#reader = undefined;
    // Before it may fail: the position is then the end of the previous files.
    this.#index = index;
    this.#taken = 0;
    const reader = opened(path);
    this.#reader = reader;
    this.#lengths[index] = reader.duration;
    this.#tuneTo(reader);
    return true;
  }

  #tuneTo({ rate }: AudioReader): void {
    const size = frameSize(rate);
    if (this.#raw.length !== size) this.#raw = new Int16Array(size);
    this.#resampler = rate === this.#rate ? undefined : new Resampler(rate, this.#rate);
  }

  #lengthBefore(index: number): number {
    let sum = 0;
    for (let file = 0; file < index; file += 1) sum += this.#lengths[file] ?? 0;
    return sum;
  }
}

function opened(path: string): AudioReader {
  const reader = openAudioFile(path);
  if (reader.rate % framesPerSecond === 0) return reader;
  reader.close();
  throw new Error(`${basename(path)}: audio at ${reader.rate} Hz cannot be played`);
}
