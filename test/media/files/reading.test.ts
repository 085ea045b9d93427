import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync } from 'node:fs';
import { openAudioFile } from '../../../src/media/files/audio-reader';
import { extensionsOfCodec, formatOfExtension, mediaExtensions } from '../../../src/media/files/formats/file-format';
import {
  allOf,
  AudioFolder,
  chunk,
  extensionWith,
  formatChunk,
  littleEndian,
  printOf,
  ramp,
  reasonOf,
  riff,
} from './files-stage';

let folder: AudioFolder;
beforeEach(() => {
  folder = new AudioFolder();
});
afterEach(() => folder.remove());

const audio = ramp(800);
const data = chunk('data', littleEndian(audio));

describe('the audio of a WAV file', () => {
  it.each<[string, Buffer]>([
    ['follows its format', riff(formatChunk(), data)],
    ['may come before its format', riff(data, formatChunk())],
    [
      'may have other chunks before and behind it',
      riff(chunk('LIST', Buffer.from('INFOx')), formatChunk(), data, data),
    ],
    [
      'is found behind a chunk of odd length without padding',
      riff(chunk('junk', Buffer.of(1)).subarray(0, 9), formatChunk(), data),
    ],
    ['is found in an extensible file', riff(formatChunk({ tag: 0xfffe }, extensionWith(1)), data)],
    [
      'ends where the file does, however long it claims to be',
      riff(formatChunk(), chunk('data', littleEndian(audio), 0xffffffff)),
    ],
    [
      'is all that follows when its length was never written',
      riff(formatChunk(), chunk('data', littleEndian(audio), 0)),
    ],
    [
      'does not depend on the length of the whole',
      chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), formatChunk(), data]), 3),
    ],
    [
      'ends with the last whole sample',
      Buffer.concat([riff(formatChunk(), chunk('data', littleEndian(audio), 1601)), Buffer.of(9)]),
    ],
  ])('%s', (_, bytes) => {
    folder.put('a.wav', bytes);

    expect(folder.samples('a.wav')).toEqual(audio);
  });

  it('is empty when nothing but another chunk follows its length of zero', () => {
    folder.put('a.wav', riff(formatChunk(), chunk('data', Buffer.alloc(0)), chunk('LIST', Buffer.from('INFO'))));

    expect(folder.samples('a.wav')).toHaveLength(0);
  });

  it.each<[string, Buffer, number[]]>([
    ['of 8 bits', riff(formatChunk({ bits: 8 }), chunk('data', Buffer.of(0, 128, 255))), [-32768, 0, 32512]],
    [
      'of 24 bits',
      riff(formatChunk({ bits: 24 }), chunk('data', Buffer.of(9, 0, 128, 9, 1, 0, 9, 255, 127))),
      [-32768, 1, 32767],
    ],
    [
      'in stereo',
      riff(formatChunk({ channels: 2 }), chunk('data', littleEndian(Int16Array.of(10, 30, -5, -15, 32767, 32767)))),
      [20, -10, 32767],
    ],
  ])('%s becomes one channel of 16 bits', (_, bytes, samples) => {
    folder.put('a.wav', bytes);

    expect([...folder.samples('a.wav')]).toEqual(samples);
  });

  it('has the rate that the header says, whatever the extension', () => {
    const reader = openAudioFile(folder.put('a.wav', riff(formatChunk({ rate: 16_000 }), data)));

    expect(reader).toMatchObject({ rate: 16_000, duration: 50 });
    reader.close();
  });

  it.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /not a WAV file/],
    ['another file', Buffer.from('<html><body>not found</body></html>'), /not a WAV file/],
    ['no format', riff(data), /does not say its format/],
    ['no audio', riff(formatChunk()), /no audio/],
    ['half a format', riff(chunk('fmt ', Buffer.alloc(9)), data), /too short/],
    ['no channels', riff(formatChunk({ channels: 0 }), data), /0 channels/],
    ['countless channels', riff(formatChunk({ channels: 65_535 }), data), /65535 channels/],
    ['no rate', riff(formatChunk({ rate: 0 }), data), /0 Hz/],
    ['an absurd rate', riff(formatChunk({ rate: 0xfffffff1 }), data), /4294967281 Hz/],
    ['32 bits', riff(formatChunk({ bits: 32 }), data), /32 bits/],
    ['floating point', riff(formatChunk({ tag: 3, bits: 32 }), data), /floating point/],
    ['GSM', riff(formatChunk({ tag: 49 }), data), /GSM/],
    ['an unheard-of encoding', riff(formatChunk({ tag: 0xfffe }, extensionWith(4711)), data), /4711/],
    [
      'too many chunks',
      riff(...Array.from({ length: 2000 }, () => chunk('junk', Buffer.alloc(0))), formatChunk(), data),
      /1000 chunks/,
    ],
  ])('cannot be had from a file with %s', (_, bytes, reason) => {
    expect(reasonOf(() => openAudioFile(folder.put('a.wav', bytes)))).toMatch(reason);
  });
});

describe('an AU file', () => {
  const header = (words: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(words.length * 4);
    words.forEach((word, at) => bytes.writeUInt32BE(word, at * 4));
    return bytes;
  };
  const au = (words: readonly number[]): Buffer =>
    Buffer.concat([header([0x2e736e64, ...words]), Buffer.of(0xff, 0x80, 0x00)]);

  it('is heard as far as it goes', () => {
    folder.put('a.au', au([28, 0xffffffff, 1, 8000, 1, 0]));

    expect([...folder.samples('a.au')]).toEqual([0, 32124, -32124]);
  });

  it.each([
    ['does not begin like one', Buffer.from('.sndx'), /not an AU file/],
    ['begins behind its end', au([999, 3, 1, 8000, 1]), /outside the file/],
    ['begins within its header', au([4, 3, 1, 8000, 1]), /outside the file/],
    ['is in another encoding', au([24, 3, 3, 8000, 1]), /encoding 3/],
    ['has no channel', au([24, 3, 1, 8000, 0]), /0 channels/],
  ])('is refused when it %s', (_, bytes, reason) => {
    expect(reasonOf(() => openAudioFile(folder.put('a.au', bytes)))).toMatch(reason);
  });
});

describe('a reader', () => {
  it('goes to any place, and to the nearest end from beyond', () => {
    const reader = openAudioFile(folder.put('a.sln', littleEndian(ramp(80_000))));
    const hear = (position: number): number[] => {
      const frame = new Int16Array(1);
      reader.seek(position);
      return [...frame.subarray(0, reader.read(frame))];
    };

    expect(reader.duration).toBe(10_000);
    expect([5000, 0, 9999, -1, NaN].map((place) => hear(place)[0])).toEqual(
      [40_000, 0, 79_992, 0, 0].map((at) => ramp(80_000)[at]),
    );
    expect([10_000, 99_999_999, Infinity].map(hear)).toEqual([[], [], []]);
    reader.close();
  });

  it('reads what is longer than one chunk without a seam', () => {
    const long = ramp(150_001);
    folder.put('a.sln16', littleEndian(long));

    expect(printOf(folder.samples('a.sln16'))).toBe(printOf(long));
  });

  it('ends early in a file that is cut behind its back', () => {
    const path = folder.put('a.ulaw', Buffer.alloc(100_000));
    const reader = openAudioFile(path);
    truncateSync(path, 40_000);

    expect(allOf(reader)).toHaveLength(40_000);
    reader.close();
  });

  it('has nothing more to say once it is closed, and may be closed again', () => {
    const reader = openAudioFile(folder.put('a.sln', littleEndian(ramp(100))));
    reader.close();
    reader.close();

    expect(reader.read(new Int16Array(10))).toBe(0);
  });

  it('refuses a folder, a pipe, a missing file and what is not audio, at once', () => {
    mkdirSync(folder.at('folder.wav'));
    execFileSync('mkfifo', [folder.at('pipe.wav')]);
    folder.put('a.gsm', Buffer.alloc(33));

    expect(
      ['folder.wav', 'pipe.wav', 'missing.wav', 'a.gsm', 'noextension', 'nul\0.wav'].map((name) =>
        reasonOf(() => openAudioFile(folder.at(name))),
      ),
    ).toEqual([
      expect.stringMatching(/regular file/),
      expect.stringMatching(/regular file/),
      'no such file or directory',
      "files of type 'gsm' cannot be played",
      "files of type '' cannot be played",
      expect.stringMatching(/null bytes/),
    ]);
  });
});

describe('a media extension', () => {
  it('stands for a codec, and a codec for its extensions', () => {
    expect(formatOfExtension('sln44')).toMatchObject({ codec: 'slin44', medium: 'audio', shape: { rate: 44_100 } });
    expect(formatOfExtension('h264')).toMatchObject({ medium: 'video', shape: undefined });
    expect([formatOfExtension('WAV')?.codec, formatOfExtension('Wav'), formatOfExtension('txt')]).toEqual([
      'gsm',
      undefined,
      undefined,
    ]);
    expect(extensionsOfCodec('slin')).toEqual(['wav', 'sln', 'slin', 'raw']);
    expect(new Set(mediaExtensions).size).toBe(mediaExtensions.length);
  });
});
