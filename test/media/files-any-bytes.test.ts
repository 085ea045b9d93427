import fc from 'fast-check';
import { AudioFileError } from '../../src/media/files/audio-file-error';
import { openAudioFile } from '../../src/media/files/audio-reader';
import { mediaExtensions, playableFormat } from '../../src/media/files/file-format';
import { allOf, AudioFolder, chunk, formatChunk, littleEndian, ramp, riff } from './files-stage';

const folder = new AudioFolder();
afterAll(() => folder.remove());

const extensions = mediaExtensions.filter((extension) => playableFormat(extension) !== undefined);
/** No byte makes more samples than one of G.722. */
const samplesPerByte = 2;

/** Plays a file to its end; what is thrown must be a refusal. */
function play(name: string, bytes: Uint8Array, position: number): void {
  const path = folder.put(name, bytes);
  try {
    const reader = openAudioFile(path);
    try {
      // Plain comparisons: this runs thousands of times.
      const most = bytes.length * samplesPerByte;
      if (reader.duration > (most * 1000) / 8000) throw new Error(`${reader.duration} ms of audio out of nothing`);
      if (allOf(reader).length > most) throw new Error('more samples than bytes can hold');
      reader.seek(position);
      reader.read(new Int16Array(160));
    } finally {
      reader.close();
    }
  } catch (error) {
    if (!(error instanceof AudioFileError)) throw error;
  }
}

const position = fc.double();
const mutations = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 12 });

/** Good bytes with some of them changed, and cut somewhere. */
function mutated(bytes: Uint8Array, changes: readonly (readonly [number, number])[], kept: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (const [at, value] of changes) copy[at % copy.length] = value;
  return copy.subarray(0, kept);
}

describe('whatever a file holds, it is heard or refused', () => {
  it('when its bytes are arbitrary', () => {
    fc.assert(
      fc.property(fc.constantFrom(...extensions), fc.uint8Array({ maxLength: 400 }), position, (extension, bytes, at) =>
        play(`any.${extension}`, bytes, at),
      ),
      { numRuns: 400 },
    );
  });

  it('when its chunks are arbitrary', () => {
    const size = fc.oneof(fc.nat(60), fc.constantFrom(0xffffffff, 0x7fffffff, 0xfffffff7));
    const someChunk = fc
      .tuple(fc.constantFrom('fmt ', 'data', 'LIST', '\0\0\0\0', 'fact'), fc.uint8Array({ maxLength: 48 }), size)
      .map(([id, bytes, claimed]) => chunk(id, bytes, claimed));
    const chunks = fc.array(fc.oneof(someChunk, fc.constant(formatChunk())), { maxLength: 6 });
    fc.assert(
      fc.property(chunks, position, (all, at) => play('chunks.wav', riff(...all), at)),
      { numRuns: 400 },
    );
  });

  it('when a good WAV file was damaged', () => {
    const good = riff(formatChunk(), chunk('LIST', Buffer.from('INFO')), chunk('data', littleEndian(ramp(60))));
    fc.assert(
      fc.property(mutations, fc.nat(good.length), position, (changes, kept, at) =>
        play('damaged.wav', mutated(good, changes, kept), at),
      ),
      { numRuns: 400 },
    );
  });

  it('when a good AU file was damaged', () => {
    folder.record('good.au', ramp(60));
    const good = folder.bytes('good.au');
    fc.assert(
      fc.property(mutations, fc.nat(good.length), position, (changes, kept, at) =>
        play('damaged.au', mutated(good, changes, kept), at),
      ),
      { numRuns: 400 },
    );
  });
});
