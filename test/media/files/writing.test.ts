import fc from 'fast-check';
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { openAudioFile } from '../../../src/media/files/audio-reader';
import { makeAudioWriter } from '../../../src/media/files/audio-writer';
import { mediaExtensions, playableFormat } from '../../../src/media/files/formats/file-format';
import {
  AudioFolder,
  chunk,
  formatChunk,
  laterReasonOf,
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

const playable = mediaExtensions.filter((extension) => playableFormat(extension) !== undefined);
const exact = playable.filter((extension) => playableFormat(extension)?.shape.encoding === 'linear-16');
const start = (name: string, appends = false) =>
  makeAudioWriter({ path: folder.at(name), format: name.split('.').pop() ?? '', appends });

const startedAndReady = async (name: string, appends = false): Promise<void> => start(name, appends).ready;

/** So much of what is being recorded has reached the disk. */
async function untilWritten(bytes: number): Promise<void> {
  const written = () => folder.names().reduce((sum, name) => sum + statSync(folder.at(name)).size, 0);
  while (written() < bytes) await new Promise(setImmediate);
}

function loudness(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** Loud enough to be told from noise, and low enough for every rate. */
function hum(length: number, rate: number): Int16Array {
  return Int16Array.from({ length }, (_, at) => Math.round(12_000 * Math.sin((2 * Math.PI * 300 * at) / rate)));
}

describe('a recording', () => {
  it.each(exact)('in %s gives back every sample', async (extension) => {
    await folder.record(`a.${extension}`, ramp(33_333));

    expect(printOf(folder.samples(`a.${extension}`))).toBe(printOf(ramp(33_333)));
    expect(openRate(`a.${extension}`)).toBe(playableFormat(extension)?.shape.rate);
  });

  it.each(playable)('in %s has the length and the level of what was said', async (extension) => {
    const rate = playableFormat(extension)?.shape.rate ?? 0;
    const said = hum(rate / 2, rate);
    await folder.record(`a.${extension}`, said);
    const heard = folder.samples(`a.${extension}`);

    expect(heard).toHaveLength(said.length);
    expect(loudness(heard) / loudness(said)).toBeCloseTo(1, 1);
  });

  it('in WAV is what the format says, byte by byte', async () => {
    await folder.record('a.wav', Int16Array.of(1, -2));

    expect(folder.bytes('a.wav').toString('hex')).toBe(
      '52494646' +
        '28000000' +
        '57415645' +
        '666d7420' +
        '10000000' +
        '0100' +
        '0100' +
        '401f0000' +
        '803e0000' +
        '0200' +
        '1000' +
        '64617461' +
        '04000000' +
        '0100feff',
    );
  });

  it('in AU is what the format says, byte by byte', async () => {
    await folder.record('a.au', Int16Array.of(0, 0));

    expect(folder.bytes('a.au').toString('hex')).toBe('2e736e64000000180000000200000001' + '00001f4000000001' + 'ffff');
  });

  it('is the same however it was cut into frames', async () => {
    const frames = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('wav', 'ulaw', 'g722'), frames, async (extension, lengths) => {
        const whole = hum(
          lengths.reduce((sum, length) => sum + length, 0),
          8000,
        );
        const writer = start(`cut.${extension}`);
        let at = 0;
        for (const length of lengths) writer.write(whole.subarray(at, (at += length)));
        await writer.finish();
        await folder.record(`whole.${extension}`, whole);
        expect(folder.bytes(`cut.${extension}`).equals(folder.bytes(`whole.${extension}`))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('has no name before it is finished, and nothing but its name afterwards', async () => {
    const writer = start('deep/er/a.wav');
    writer.write(ramp(50_000));
    await writer.ready;
    const meanwhile = readdirSync(folder.at('deep/er'));
    await writer.finish();
    await writer.finish();
    await writer.discard();

    expect(meanwhile).toEqual([expect.stringMatching(/^\.patchbay-\d+-\d+-\d+-1-a\.wav\.part$/)]);
    expect(readdirSync(folder.at('deep/er'))).toEqual(['a.wav']);
  });

  it('replaces an older one only when it is finished', async () => {
    await folder.record('a.sln', ramp(10));
    const writer = start('a.sln');
    writer.write(ramp(20, 3));
    const before = folder.samples('a.sln');
    await writer.finish();

    expect(before).toEqual(ramp(10));
    expect(folder.samples('a.sln')).toEqual(ramp(20, 3));
  });

  it('leaves nothing when it is discarded', async () => {
    const writer = start('a.wav');
    writer.write(ramp(50_000));
    await writer.discard();
    await writer.discard();

    expect(folder.names()).toEqual([]);
    expect(reasonOf(() => writer.write(ramp(1)))).toMatch(/already ended/);
  });

  it('with a name as long as a file system takes is possible', async () => {
    const name = `${'n'.repeat(251)}.wav`;
    await folder.record(name, ramp(10));

    expect(folder.names()).toEqual([name]);
  });

  it.each([
    ['an unknown format', 'a.gsm', /cannot|nothing can be recorded as 'gsm'/],
    ['a file where a folder should be', 'file.txt/a.wav', /a file stands where a folder is needed/],
    ['a name that is too long', `${'n'.repeat(300)}/a.wav`, /name too long/],
    ['a name with a NUL', 'nul\0/a.wav', /null bytes/],
  ])('is refused because of %s', async (_, name, reason) => {
    writeFileSync(folder.at('file.txt'), '');

    expect(await laterReasonOf(startedAndReady(name))).toMatch(reason);
    expect(folder.names()).toEqual(['file.txt']);
  });

  it('that cannot get its name is refused and leaves nothing', async () => {
    mkdirSync(folder.at('a.wav'));
    const writer = start('a.wav');
    writer.write(ramp(10));

    expect(await laterReasonOf(writer.finish())).toMatch(/directory/);
    expect(folder.names()).toEqual(['a.wav']);
  });
});

describe('taking back the end of a recording', () => {
  it.each<[string, number, number]>([
    ['that is still in memory', 8000, 250],
    ['that waits for the disk', 80_000, 6000],
    ['that is on disk already', 80_000, 6000],
    ['more than there is', 8000, 99_999],
    ['nothing', 8000, 0],
  ])('works with %s', async (which, length, milliseconds) => {
    const writer = start('a.wav');
    writer.write(ramp(length));
    if (which.includes('already')) await untilWritten(128 * 1024);
    writer.truncateBy(milliseconds);
    const left = Math.max(0, length - milliseconds * 8);
    expect(writer.duration).toBe(left / 8);
    writer.write(Int16Array.of(1, 2, 3));
    await writer.finish();

    expect(printOf(folder.samples('a.wav'))).toBe(printOf([...ramp(length).subarray(0, left), 1, 2, 3]));
  });

  it('spares what was continued', async () => {
    await folder.record('a.ulaw', ramp(8000));
    const writer = start('a.ulaw', true);
    writer.write(ramp(8000));
    writer.truncateBy(5000);
    await writer.finish();

    expect(folder.bytes('a.ulaw')).toHaveLength(8000);
  });
});

describe('continuing a recording', () => {
  it.each(exact)('in %s puts the new behind the old', async (extension) => {
    await folder.record(`a.${extension}`, ramp(40_000));
    await folder.record(`a.${extension}`, ramp(500, 3), { appends: true });

    expect(printOf(folder.samples(`a.${extension}`))).toBe(printOf([...ramp(40_000), ...ramp(500, 3)]));
  });

  it.each(['ulaw', 'alaw', 'g722', 'au'])('in %s leaves the old bytes as they are', async (extension) => {
    await folder.record(`a.${extension}`, hum(8000, 8000));
    const before = openLength(`a.${extension}`);
    await folder.record(`a.${extension}`, hum(8000, 8000), { appends: true });

    expect(openLength(`a.${extension}`)).toBe(2 * before);
  });

  it('that does not exist starts it', async () => {
    await folder.record('a.wav', ramp(10), { appends: true });

    expect(folder.samples('a.wav')).toEqual(ramp(10));
  });

  it('brings a file with unusual chunks into the usual form', async () => {
    folder.put('a.wav', riff(chunk('data', littleEndian(ramp(9))), formatChunk(), chunk('LIST', Buffer.from('INFO'))));
    await folder.record('a.wav', ramp(4), { appends: true });

    expect(folder.bytes('a.wav').subarray(44)).toEqual(littleEndian(Int16Array.of(...ramp(9), ...ramp(4))));
  });

  it('leaves the old one alone until it is finished', async () => {
    await folder.record('a.wav', ramp(10));
    const before = folder.bytes('a.wav');
    const writer = start('a.wav', true);
    writer.write(ramp(50_000));
    await writer.ready;
    expect(folder.bytes('a.wav')).toEqual(before);
    await writer.discard();

    expect(folder.bytes('a.wav')).toEqual(before);
    expect(folder.names()).toEqual(['a.wav']);
  });

  it.each([
    ['stereo', riff(formatChunk({ channels: 2 }), chunk('data', Buffer.alloc(8)))],
    ['of another rate', riff(formatChunk({ rate: 16_000 }), chunk('data', Buffer.alloc(8)))],
    ['of 8 bits', riff(formatChunk({ bits: 8 }), chunk('data', Buffer.alloc(8)))],
    ['broken', Buffer.from('RIFF')],
  ])('is refused when the old one is %s', async (_, bytes) => {
    folder.put('a.wav', bytes);

    expect(await laterReasonOf(startedAndReady('a.wav', true))).toMatch(/another kind|not a WAV/);
    expect(folder.bytes('a.wav')).toEqual(bytes);
    expect(folder.names()).toEqual(['a.wav']);
  });

  it('replaces a link by a file and leaves alone what it led to', async () => {
    await folder.record('real.sln', ramp(10));
    symlinkSync(folder.at('real.sln'), folder.at('link.sln'));
    await folder.record('link.sln', ramp(5), { appends: true });

    expect([folder.samples('real.sln').length, folder.samples('link.sln').length]).toEqual([10, 15]);
  });
});

function openRate(name: string): number {
  const reader = openAudioFile(folder.at(name));
  reader.close();
  return reader.rate;
}

function openLength(name: string): number {
  const reader = openAudioFile(folder.at(name));
  reader.close();
  return reader.duration;
}
