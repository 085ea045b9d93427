import fc from 'fast-check';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AudioFileError } from '../../../src/media/files/audio-file-error';
import { openAudioFile } from '../../../src/media/files/audio-reader';
import { mediaExtensions, playableFormat } from '../../../src/media/files/formats/file-format';
import { audioBytes } from '../samples/audio-bytes';
import { leg, MediaRig, samplesOf } from '../engine-rig';
import { allOf, AudioFolder, chunk, formatChunk, littleEndian, ramp, riff } from './files-stage';
import { cases } from '../../support/effort';

const folder = new AudioFolder();
afterAll(() => folder.remove());

const extensions = mediaExtensions.filter((extension) => playableFormat(extension) !== undefined);
const headless = extensions.filter((extension) => playableFormat(extension)?.shape.container === 'none');
const samplesOfByte = { 'linear-16': 0.5, ulaw: 1, alaw: 1, g722: 2 };
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

/** Files that look right at first sight, and lie in every word behind. */
const auFile = fc
  .tuple(
    fc.array(fc.oneof(fc.nat(40), fc.nat(0xffffffff), fc.constant(8000)), { minLength: 5, maxLength: 5 }),
    anyBytes(),
  )
  .map(([words, rest]) => {
    const header = Buffer.alloc(24);
    [0x2e736e64, ...words].forEach((word, at) => header.writeUInt32BE(word, at * 4));
    return Buffer.concat([header, rest]);
  });
const wavFile = fc
  .tuple(mutations, anyBytes())
  .map(([changes, rest]) => mutated(riff(formatChunk(), chunk('data', rest, 0xffffffff)), changes, 1000));
/** By extension; those with headers as often as all others together. */
const anyFile = fc.oneof(
  fc.tuple(fc.constantFrom(...extensions), anyBytes()),
  fc.tuple(fc.constant('au'), auFile),
  fc.tuple(fc.constantFrom('wav', 'wav16'), wavFile),
);

function anyBytes(): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ maxLength: 1500 });
}

describe('whatever a file holds, it is heard or refused', () => {
  it('when its bytes are arbitrary', () => {
    fc.assert(
      fc.property(fc.constantFrom(...extensions), fc.uint8Array({ maxLength: 400 }), position, (extension, bytes, at) =>
        play(`any.${extension}`, bytes, at),
      ),
      { numRuns: cases({ few: 80, many: 400 }) },
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
      { numRuns: cases({ few: 80, many: 400 }) },
    );
  });

  it('when a good WAV file was damaged', () => {
    const good = riff(formatChunk(), chunk('LIST', Buffer.from('INFO')), chunk('data', littleEndian(ramp(60))));
    fc.assert(
      fc.property(mutations, fc.nat(good.length), position, (changes, kept, at) =>
        play('damaged.wav', mutated(good, changes, kept), at),
      ),
      { numRuns: cases({ few: 80, many: 400 }) },
    );
  });

  it('when a good AU file was damaged', () => {
    const good = audioBytes('au', () => ramp(60));
    fc.assert(
      fc.property(mutations, fc.nat(good.length), position, (changes, kept, at) =>
        play('damaged.au', mutated(good, changes, kept), at),
      ),
      { numRuns: cases({ few: 80, many: 400 }) },
    );
  });

  it('when the words of an AU header are arbitrary', () => {
    fc.assert(
      fc.property(auFile, position, (bytes, at) => play('words.au', bytes, at)),
      { numRuns: cases({ few: 80, many: 400 }) },
    );
  });

  it('when it has no header, to its last whole sample', () => {
    fc.assert(
      fc.property(fc.constantFrom(...headless), fc.uint8Array({ maxLength: 400 }), (extension, bytes) => {
        const encoding = playableFormat(extension)?.shape.encoding ?? 'ulaw';
        const reader = openAudioFile(folder.put(`headless.${extension}`, bytes));
        const { length } = allOf(reader);
        reader.close();
        expect(length).toBe(Math.floor(bytes.length * samplesOfByte[encoding]));
      }),
      { numRuns: cases({ few: 80, many: 400 }) },
    );
  });
});

describe('whatever a file holds, it costs nothing but itself', () => {
  let rig: MediaRig;
  beforeEach(() => {
    rig = new MediaRig();
    rig.pair('one', 'other');
  });
  afterEach(() => rig.close());

  it('when it is played: that playback ends or fails, and the thread goes on', () => {
    const by = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(anyFile, by, fc.boolean(), ([extension, bytes], offset, isEndless) => {
        const path = join(rig.folder, `any.${extension}`);
        writeFileSync(path, bytes);
        const play = rig.play(leg('one'), { kind: 'files', files: [path], isEndless }, { offset: Math.max(0, offset) });
        rig.pass(40);
        rig.send({ do: 'seek-play', play, by: offset }, { do: 'restart-play', play });
        rig.pass(40);
        rig.send({ do: 'stop-play', play });
        rig.pass(20);

        expect(rig.all('play-ended').filter((notice) => notice.play === play)).toHaveLength(1);
        expect(rig.losses).toEqual([]);
      }),
      { numRuns: cases({ few: 60, many: 300 }) },
    );
  });

  it('when it is continued: that recording is stored or fails, and the file is continued or as it was', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async ([extension, bytes]) => {
        const path = join(rig.folder, `any.${extension}`);
        writeFileSync(path, bytes);
        const file = { path, format: extension, appends: true };
        const limits = { beep: undefined, maxDuration: 40, maxSilence: undefined };
        rig.send({ do: 'record', record: 'r', target: leg('one'), file, ...limits });
        rig.pass(40);
        await rig.stored();

        const end = rig.all('record-ended').at(-1);
        if (end?.why === 'failed') expect(readFileSync(path)).toEqual(Buffer.from(bytes));
        else expect(samplesOf(path).length).toBeGreaterThan(0);
        expect(rig.losses).toEqual([]);
        expect(readdirSync(rig.folder).filter((name) => name.startsWith('.'))).toEqual([]);
      }),
      { numRuns: cases({ few: 60, many: 150 }) },
    );
  });
});
