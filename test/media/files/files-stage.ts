import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AudioFileError } from '../../../src/media/files/audio-file-error';
import type { AudioReader } from '../../../src/media/files/audio-reader';
import { openAudioFile } from '../../../src/media/files/audio-reader';
import type { AudioWriterOptions } from '../../../src/media/files/audio-writer';
import { makeAudioWriter } from '../../../src/media/files/audio-writer';

/** A folder of audio files that is gone after the test. */
export class AudioFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'patchbay-audio-'));

  at(name: string): string {
    return join(this.path, name);
  }

  put(name: string, bytes: Uint8Array): string {
    writeFileSync(this.at(name), bytes);
    return this.at(name);
  }

  bytes(name: string): Buffer {
    return readFileSync(this.at(name));
  }

  /** Everything in it, hidden files included. */
  names(): string[] {
    return readdirSync(this.path, { recursive: true, encoding: 'utf8' }).sort();
  }

  async record(name: string, samples: Int16Array, more: Partial<AudioWriterOptions> = {}): Promise<void> {
    const writer = makeAudioWriter({
      path: this.at(name),
      format: name.split('.').pop() ?? '',
      appends: false,
      ...more,
    });
    writer.write(samples);
    await writer.finish();
  }

  samples(name: string): Int16Array {
    const reader = openAudioFile(this.at(name));
    try {
      return allOf(reader);
    } finally {
      reader.close();
    }
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Reads to the end, in pieces of an odd size. */
export function allOf(reader: AudioReader, piece = 997): Int16Array {
  const samples: number[] = [];
  const frame = new Int16Array(piece);
  for (let count = reader.read(frame); count > 0; count = reader.read(frame)) samples.push(...frame.subarray(0, count));
  return Int16Array.from(samples);
}

/** Why a file is refused; anything but a refusal fails the test. */
export function reasonOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AudioFileError) return error.reason;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** As `reasonOf`, for what takes time. */
export async function laterReasonOf(refused: Promise<unknown>): Promise<string> {
  try {
    await refused;
  } catch (error) {
    if (error instanceof AudioFileError) return error.reason;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Samples that are told apart everywhere. */
export function ramp(length: number, step = 7): Int16Array {
  return Int16Array.from({ length }, (_, at) => ((at * step) % 60_000) - 30_000);
}

/** Tells samples apart as comparing them one by one does, and faster. */
export function printOf(samples: Iterable<number>): string {
  return createHash('sha256')
    .update(littleEndian(Int16Array.from(samples)))
    .digest('hex');
}

export function littleEndian(samples: Int16Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, at) => bytes.writeInt16LE(sample, at * 2));
  return bytes;
}

export function chunk(id: string, content: Uint8Array, claimed = content.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(claimed, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

export function riff(...chunks: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  return chunk('RIFF', content);
}

export interface FormatChunk {
  readonly tag: number;
  readonly channels: number;
  readonly rate: number;
  readonly bits: number;
}

export function formatChunk(given: Partial<FormatChunk> = {}, extension: Uint8Array = new Uint8Array(0)): Buffer {
  const { tag, channels, rate, bits } = { tag: 1, channels: 1, rate: 8000, bits: 16, ...given };
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16LE(tag, 0);
  bytes.writeUInt16LE(channels, 2);
  bytes.writeUInt32LE(rate, 4);
  bytes.writeUInt16LE(bits, 14);
  return chunk('fmt ', Buffer.concat([bytes, extension]));
}

/** Behind the plain description: its length, the valid bits, the speakers, and an identifier that begins with the tag. */
export function extensionWith(tag: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt16LE(22, 0);
  bytes.writeUInt16LE(16, 2);
  bytes.writeUInt16LE(tag, 8);
  return bytes;
}
