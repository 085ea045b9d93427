import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import type { MusicClassConfig } from '../../../../src/config/server-config';
import { FileListings } from '../../../../src/engine/audio/sources/file-listings';
import { MusicClasses } from '../../../../src/engine/audio/sources/music-classes';
import { sayCharacters, sayDigits, sayNumber } from '../../../../src/engine/audio/sources/say';
import { SoundFiles } from '../../../../src/engine/audio/sources/sound-files';
import { Sounds } from '../../../../src/engine/sounds/sounds';
import { loadConfig } from '../../../../src/config/load-config';
import { makeLogger } from '../../../../src/shared/logger';
import { projectRoot } from '../../../../src/shared/project-root';
import { samplesOf } from '../../../media/engine-rig';
import { SeededRandom } from '../../../support/seeded-random';
import { isPlayable } from '../../../support/provided';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderWith(...files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-sounds-'));
  made.push(folder);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}

const listings = () => new FileListings(Date.now, isPlayable);
const silent = makeLogger(() => undefined);

/** Another server, on which there is one sound. */
const elsewhere = {
  find: async (address: string) =>
    address === 'https://host/a' ? { path: '/fetched/a.wav' } : { missing: 'nothing there' },
  findAll: (addresses: readonly string[]) => Promise.all(addresses.map(elsewhere.find)),
};

describe('finding the file of a sound', () => {
  const finder = (folder: string, allowed: readonly string[] = []) => {
    const sounds = new SoundFiles({
      directory: folder,
      defaultLanguage: 'en',
      allowedDirectories: allowed,
      listings: listings(),
      remote: elsewhere,
    });
    return async (name: string, request: { language?: string; rate?: number } = {}) => {
      const found = await sounds.find(name, { language: 'en', rate: 8000, ...request });
      return 'path' in found ? found.path.replace(`${folder}/`, '') : undefined;
    };
  };

  it('goes from the language to its base, the default one and none', async () => {
    const find = finder(
      folderWith('en_GB/a.wav', 'en/a.wav', 'en/b.wav', 'fr/b.wav', 'fr/c.wav', 'a.wav', 'd.wav', 'en/digits/1.wav'),
    );

    expect(await find('a', { language: 'en_GB' })).toBe('en_GB/a.wav');
    expect(await find('b', { language: 'en_GB' })).toBe('en/b.wav');
    expect(await find('b', { language: 'fr_CA' })).toBe('fr/b.wav');
    expect(await find('a', { language: 'fr' })).toBe('en/a.wav');
    expect(await find('d', { language: 'fr' })).toBe('d.wav');
    expect(await find('digits/1', { language: 'xx' })).toBe('en/digits/1.wav');
    expect(await find('c')).toBeUndefined();
  });

  it('takes the format that suits the rate, and never one that cannot be played', async () => {
    const find = finder(
      folderWith('en/a.ulaw', 'en/a.wav', 'en/a.sln16', 'en/a.sln48', 'en/b.gsm', 'en/c.sln', 'en/d.g722'),
    );

    expect(await find('a', { rate: 8000 })).toBe('en/a.wav');
    expect(await find('a', { rate: 16_000 })).toBe('en/a.sln16');
    expect(await find('a', { rate: 24_000 })).toBe('en/a.sln48');
    expect(await find('b')).toBeUndefined();
    expect(await find('c', { rate: 48_000 })).toBe('en/c.sln');
    expect(await find('d')).toBe('en/d.g722');
  });

  it('allows absolute paths only below the folders it was given', async () => {
    const folder = folderWith('en/a.wav', 'other/b.wav', 'others/b.wav');
    const find = finder(folder, [join(folder, 'other')]);

    expect(await find(join(folder, 'other/b'))).toBe('other/b.wav');
    expect(await find(join(folder, 'others/b'))).toBeUndefined();
    expect(await find(join(folder, 'other/../others/b'))).toBeUndefined();
  });

  it.each(['', 'en/', '../secret', 'x/../../secret', 'a\0b', 'x'.repeat(2000), 'http://host/a', '/etc/passwd'])(
    'finds nothing under %p',
    async (name) => {
      const folder = folderWith('secret.wav', 'sounds/en/a.wav');

      expect(await finder(join(folder, 'sounds'))(name)).toBeUndefined();
    },
  );

  it('does not leave the folder for a language either', async () => {
    const folder = folderWith('a.wav', 'sounds/en/b.wav');

    expect(await finder(join(folder, 'sounds'))('a', { language: '..' })).toBeUndefined();
  });

  it('sees a file that has just come, and none that has gone', async () => {
    const folder = folderWith('en/a.wav');
    const find = finder(folder);
    await find('b');
    writeFileSync(join(folder, 'en/b.wav'), '');
    const after = await find('b');
    rmSync(join(folder, 'en/b.wav'));

    expect([after, await find('b')]).toEqual(['en/b.wav', undefined]);
  });

  it('is fetched where its name is a web address', async () => {
    const find = finder(folderWith('en/a.wav'));

    expect([await find('https://host/a'), await find('https://host/b')]).toEqual(['/fetched/a.wav', undefined]);
  });

  it('finds all prompts of a list or tells which is missing', async () => {
    const folder = folderWith('en/a.wav', 'en/b.wav');
    const sounds = new SoundFiles({
      directory: folder,
      defaultLanguage: 'en',
      allowedDirectories: [],
      listings: listings(),
      remote: elsewhere,
    });

    expect(await sounds.findAll(['b', 'a'], { language: 'en', rate: 8000 })).toEqual({
      paths: [join(folder, 'en/b.wav'), join(folder, 'en/a.wav')],
    });
    expect(await sounds.findAll(['a', 'x'], { language: 'en', rate: 8000 })).toEqual({
      missing: 'there is no sound x',
    });
  });

  it('looks for each prompt once, however often it is said', async () => {
    const folder = folderWith('en/a.wav', 'en/b.wav');
    let looks = 0;
    const counted = {
      called: (...given: Parameters<FileListings['called']>) => {
        looks += 1;
        return listings().called(...given);
      },
    };
    const sounds = new SoundFiles({
      directory: folder,
      defaultLanguage: 'en',
      allowedDirectories: [],
      remote: elsewhere,
      listings: counted,
    });

    const found = await sounds.findAll(['a', 'b', 'b', 'a', 'b'], { language: 'en', rate: 8000 });

    const [a, b] = [join(folder, 'en/a.wav'), join(folder, 'en/b.wav')];
    expect([found, looks]).toEqual([{ paths: [a, b, b, a, b] }, 2]);
  });
});

describe('music on hold', () => {
  const aClass = (given: Partial<MusicClassConfig>): MusicClassConfig => ({
    name: 'default',
    directory: '',
    entries: [],
    sort: 'alpha',
    announcement: '',
    loopsLast: false,
    answeredOnly: false,
    digit: '',
    ...given,
  });
  const request = { asked: undefined, ofChannel: '', language: 'en', rate: 8000 };
  const announcements = {
    find: async (name: string, { language }: { language: string }) =>
      name === 'wait' ? { path: `/sounds/${language}/wait.wav` } : { missing: `there is no sound ${name}` },
  };
  const music = (classes: readonly MusicClassConfig[], dataDirectory = '/nowhere', prefersChannelClass = true) => {
    const warnings: string[] = [];
    const random = new SeededRandom(3);
    const of = new MusicClasses({
      music: { prefersChannelClass, classes },
      dataDirectory,
      listings: listings(),
      remote: elsewhere,
      sounds: announcements,
      random: () => random.below(1000) / 1000,
      log: makeLogger((level, _fields, sentence) => warnings.push(`${level}: ${sentence}`)),
    });
    return { of, warnings };
  };

  it('is a piece once, in the format that suits, without end', async () => {
    const folder = folderWith('moh/b.wav', 'moh/a.wav', 'moh/a.sln16', 'moh/readme.txt', 'moh/c.gsm', 'moh/.d.wav');
    const { of } = music([aClass({ directory: 'moh' })], folder);

    expect(await of.find({ ...request, rate: 16_000 })).toEqual({
      kind: 'files',
      files: [join(folder, 'moh/a.sln16'), join(folder, 'moh/b.wav')],
      isEndless: true,
    });
  });

  it('is what a class lists, in that order, from here and elsewhere', async () => {
    const folder = folderWith('moh/a.wav', 'moh/a.sln16', 'moh/b.wav', 'moh/c.txt');
    const entries = ['moh/b.wav', 'https://host/a', 'https://host/b', join(folder, 'moh/a'), 'moh/c', 'moh/c.txt'];
    const { of, warnings } = music([aClass({ entries })], folder);

    expect(await of.find({ ...request, rate: 16_000 })).toEqual({
      kind: 'files',
      files: [join(folder, 'moh/b.wav'), '/fetched/a.wav', join(folder, 'moh/a.sln16')],
      isEndless: true,
    });
    expect(warnings).toEqual(Array(3).fill('warn: music file not found'));
  });

  it('comes in an order of its own where that is asked for', async () => {
    const names = [...'abcdefgh'];
    const folder = folderWith(...names.map((name) => `m/${name}.wav`));
    const order = async (sort: MusicClassConfig['sort']) => {
      const source = await music([aClass({ directory: join(folder, 'm'), sort })]).of.find(request);
      return source.kind === 'files' ? source.files.map((file) => file.at(-5)).join('') : '';
    };

    expect(await order('alpha')).toBe('abcdefgh');
    expect('abcdefghabcdefgh').toContain(await order('randstart'));
    const shuffled = await order('random');
    expect([...shuffled].sort()).toEqual(names);
    expect(shuffled).not.toBe('abcdefgh');
  });

  it('is announced before every piece, in the language of who hears it', async () => {
    const folder = folderWith('moh/a.wav', 'moh/b.wav');
    const [a, b] = [join(folder, 'moh/a.wav'), join(folder, 'moh/b.wav')];
    const classes = [
      aClass({ directory: 'moh', announcement: 'wait' }),
      aClass({ name: 'last', directory: 'moh', announcement: 'wait', loopsLast: true }),
      aClass({ name: 'bare', directory: 'moh', announcement: 'none', loopsLast: true }),
    ];
    const { of, warnings } = music(classes, folder);
    const wait = '/sounds/fr/wait.wav';

    expect(await of.find({ ...request, language: 'fr' })).toEqual({
      kind: 'files',
      isEndless: true,
      files: [wait, a, wait, b],
    });
    expect(await of.find({ ...request, asked: 'last', language: 'fr' })).toMatchObject({
      files: [wait, a, wait, b],
      loopsFrom: 2,
    });
    expect(await of.find({ ...request, asked: 'bare' })).toMatchObject({ files: [a, b], loopsFrom: 1 });
    expect(warnings).toEqual(['warn: music announcement cannot be played']);
  });

  it('is chosen by a digit, and may be for those only who have been answered', () => {
    const { of } = music([
      aClass({ name: 'mute' }),
      aClass({ digit: '#' }),
      aClass({ name: 'late', digit: 'A', answeredOnly: true }),
    ]);

    expect(['#', 'a', '1', ''].map((digit) => of.classOn(digit))).toEqual(['default', 'late', undefined, undefined]);
    expect(['late', 'default', 'none'].map((asked) => of.needsAnswer({ asked, ofChannel: '' }))).toEqual([
      ...[true, false, false],
    ]);
  });

  it('is what has been read last, for who asks from then on', async () => {
    const folder = folderWith('moh/a.wav', 'other/b.wav');
    const { of } = music([aClass({ directory: 'moh' })], folder);
    of.reconfigure({ prefersChannelClass: true, classes: [aClass({ directory: 'other' })] });

    expect(await of.find(request)).toMatchObject({ files: [join(folder, 'other/b.wav')] });
  });

  it('is silence with a warning where there is no such class, or no music in it', async () => {
    const { of, warnings } = music([aClass({ name: 'empty', directory: 'none' })]);

    expect(await of.find({ ...request, asked: 'jazz' })).toEqual({ kind: 'silence' });
    expect(await of.find({ ...request, asked: 'empty' })).toEqual({ kind: 'silence' });
    expect(warnings).toEqual([
      'warn: there is no such music class; callers wait in silence',
      'warn: a music class has no music; callers wait in silence',
    ]);
  });

  it('is of the class of the channel, the one asked for, or the default one', () => {
    expect(music([]).of.classFor({ asked: 'a', ofChannel: 'c' })).toBe('c');
    expect(music([], '/', false).of.classFor({ asked: 'a', ofChannel: 'c' })).toBe('a');
    expect(music([]).of.classFor({ asked: 'a', ofChannel: '' })).toBe('a');
    expect(music([]).of.classFor({ asked: undefined, ofChannel: '' })).toBe('default');
  });
});

describe('the shipped sounds', () => {
  const { config } = loadConfig({
    folder: join(projectRoot(), 'config'),
    shippedData: projectRoot(),
    env: {},
    flags: {},
  });
  const directory = config?.directories.sounds ?? '';
  const sounds = new Sounds({ directory, now: Date.now, log: silent });

  it('are listed by the shipped configuration, each with what it says', async () => {
    const listed = await sounds.list();

    expect(directory).toBe(join(projectRoot(), 'sounds'));
    expect(listed.length).toBeGreaterThan(90);
    for (const { id, text, formats } of listed)
      expect({ id, text, formats }).toEqual({
        id,
        text: expect.any(String) as string,
        formats: [{ language: 'en', format: id.startsWith('silence/') ? 'ulaw' : 'g722' }],
      });
    expect(await sounds.get('hello-world')).toMatchObject({ text: 'Hello world.' });
  });

  it('say every number, digit and character', async () => {
    const here = { directory, allowedDirectories: [], listings: listings(), remote: elsewhere };
    const files = new SoundFiles({ ...here, defaultLanguage: 'en' });
    const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
    const spoken = [sayCharacters(ascii), sayDigits('0123456789*#-'), sayNumber('-1987654321')];
    const tens = Array.from({ length: 100 }, (_, number) => sayNumber(String(number)));
    const prompts = [...spoken, ...tens].flatMap((said) => ('prompts' in said ? said.prompts : ['refused']));

    expect(await files.findAll(prompts, { language: 'en_GB', rate: 8000 })).toHaveProperty('paths');
    expect(await files.find('beep', { language: 'de', rate: 8000 })).toHaveProperty('path');
  });

  it('are small files of G.722 that are not silent', () => {
    const all = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) => extname(file) !== '');
    const sounds = all.filter((file) => !/\.(md|txt)$/.test(file));

    expect(sounds.filter((file) => extname(file) !== '.g722' && !/silence.\d+\.ulaw$/.test(file))).toEqual([]);
    expect(sounds.reduce((sum, file) => sum + statSync(join(directory, file)).size, 0)).toBeLessThan(2_000_000);
    for (const file of sounds) {
      const loudest = samplesOf(join(directory, file)).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      expect([file, loudest > 1000]).toEqual([file, !file.includes('silence')]);
    }
  });
});
