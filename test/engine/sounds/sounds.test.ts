import { chmod, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Sounds } from '../../../src/engine/sounds/sounds';
import { readDescriptions } from '../../../src/engine/sounds/sound-descriptions';
import { mediaFileName } from '../../../src/media/files/formats/file-format';
import { aFolder, anEngine } from '../engine-rig';

class SoundFolder {
  readonly #folder = aFolder();
  readonly directory = join(this.#folder.path, 'sounds');
  readonly engine = anEngine();
  // The real time: it is held against that of the file system.
  readonly sounds = new Sounds({ directory: this.directory, now: Date.now, log: this.engine.log });

  async add(...files: string[]): Promise<void> {
    for (const file of files) {
      await mkdir(dirname(join(this.directory, file)), { recursive: true });
      await writeFile(join(this.directory, file), '');
    }
  }

  /** Makes folders look as if nothing had changed there for a minute. */
  async age(...folders: string[]): Promise<void> {
    const longAgo = new Date(Date.now() - 60_000);
    for (const folder of folders) await utimes(join(this.directory, folder), longAgo, longAgo);
  }

  async ids(): Promise<string[]> {
    return (await this.sounds.list()).map(({ id }) => id);
  }

  remove(): void {
    this.#folder.remove();
  }
}

let folder: SoundFolder;
beforeEach(() => {
  folder = new SoundFolder();
});
afterEach(() => folder.remove());

describe('the installed sounds', () => {
  it('are the media files below the folder of a language', async () => {
    await folder.add('en/hello-world.wav', 'en/hello-world.sln', 'en/hello-world.ulaw', 'fr/hello-world.wav');
    await folder.add('en/digits/1.gsm', 'en/a.b.wav', 'readme.wav', 'en/readme.txt', 'en/.hidden.wav', 'en/.git/x.wav');

    expect(await folder.sounds.list()).toEqual([
      { id: 'a.b', formats: [{ language: 'en', format: 'slin' }] },
      { id: 'digits/1', formats: [{ language: 'en', format: 'gsm' }] },
      {
        id: 'hello-world',
        formats: [
          { language: 'en', format: 'slin' },
          { language: 'en', format: 'ulaw' },
          { language: 'fr', format: 'slin' },
        ],
      },
    ]);
  });

  it('are filtered by language and by format, down to the formats of each', async () => {
    await folder.add('en/hello.wav', 'en/hello.ulaw', 'fr/hello.wav', 'en/beep.wav');
    const list = async (language?: string, format?: string) =>
      (await folder.sounds.list({ language, format })).map(
        ({ id, formats }) => `${id}: ${formats.map((pair) => `${pair.language}/${pair.format}`).join(' ')}`,
      );

    expect(await list('fr')).toEqual(['hello: fr/slin']);
    expect(await list(undefined, 'ulaw')).toEqual(['hello: en/ulaw']);
    expect(await list('en', 'slin')).toEqual(['beep: en/slin', 'hello: en/slin']);
    expect(await list('fr', 'ulaw')).toEqual([]);
    expect(await list('EN')).toEqual([]);
  });

  it('say what is heard, where an English list tells', async () => {
    await folder.add('en/beep.wav', 'en/digits/1.wav', 'fr/beep.wav', 'fr/only.wav');
    await writeFile(
      join(folder.directory, 'en/core-sounds-en.txt'),
      '; beep: no\nbeep: [a short beep]\ndigits/1: one\n',
    );
    await writeFile(join(folder.directory, 'fr/core-sounds-fr.txt'), 'only: seulement\n');

    expect(await folder.sounds.get('beep')).toMatchObject({ text: '[a short beep]' });
    expect(await folder.sounds.get('digits/1')).toMatchObject({ text: 'one' });
    expect(await folder.sounds.get('only')).not.toHaveProperty('text');
  });

  it('are looked up by id, and by nothing else', async () => {
    await folder.add('en/digits/1.wav');

    for (const id of ['digits', 'digits/1.wav', 'en/digits/1', '1', '', '../sounds/en/digits/1'])
      expect(await folder.sounds.get(id)).toBeUndefined();
  });

  it('are none where there is no folder, which is reported and may come later', async () => {
    expect(await folder.sounds.list()).toEqual([]);
    expect(await folder.sounds.get('beep')).toBeUndefined();
    expect(folder.engine.lines).toHaveLength(1);
    expect(folder.engine.lines[0]).toContain('warn a folder of sounds cannot be read');

    await folder.add('en/beep.wav');

    expect(await folder.ids()).toEqual(['beep']);
  });

  it('are seen as soon as they are there, and no longer once they are gone', async () => {
    await folder.add('en/one.wav');
    expect(await folder.ids()).toEqual(['one']);

    await folder.add('en/two.wav');
    expect(await folder.ids()).toEqual(['one', 'two']);
    await rename(join(folder.directory, 'en/one.wav'), join(folder.directory, 'en/three.wav'));
    expect(await folder.ids()).toEqual(['three', 'two']);
    await rm(join(folder.directory, 'en'), { recursive: true });
    expect(await folder.ids()).toEqual([]);
  });

  it('are read only once while nothing changes', async () => {
    await folder.add('en/one.wav', 'en/digits/1.wav');
    await folder.age('.', 'en', 'en/digits');

    const first = await folder.sounds.get('one');

    expect(await folder.sounds.get('one')).toBe(first);
    await folder.sounds.refresh();
    expect(await folder.sounds.get('one')).not.toBe(first);
    expect(await folder.sounds.get('one')).toEqual(first);
  });

  it('are read again when something changes deep down, or in the list of what they say', async () => {
    await folder.add('en/one.wav', 'en/digits/1.wav', 'en/core-sounds-en.txt');
    await folder.age('.', 'en', 'en/digits', 'en/core-sounds-en.txt');
    expect(await folder.ids()).toEqual(['digits/1', 'one']);

    await folder.add('en/digits/2.wav');
    expect(await folder.ids()).toEqual(['digits/1', 'digits/2', 'one']);
    await folder.age('en/digits');
    await folder.sounds.refresh();
    await writeFile(join(folder.directory, 'en/core-sounds-en.txt'), 'one: One.');
    expect(await folder.sounds.get('one')).toMatchObject({ text: 'One.' });
  });

  it('are read once more, not for each, when many ask at the same time', async () => {
    await folder.add('en/one.wav');

    const found = await Promise.all(Array.from({ length: 20 }, () => folder.sounds.get('one')));

    expect(new Set(found).size).toBe(1);
  });

  it('may be links, also to folders, but not in circles', async () => {
    await folder.add('store/x/one.wav');
    await mkdir(join(folder.directory, 'en'));
    await symlink(join(folder.directory, 'store/x'), join(folder.directory, 'en/linked'));
    await symlink(join(folder.directory, 'en'), join(folder.directory, 'en/again'));
    await symlink(join(folder.directory, 'nowhere'), join(folder.directory, 'en/broken.wav'));

    expect(await folder.ids()).toEqual(['linked/one', 'x/one']);
  });

  it('are passed over where they cannot be read', async () => {
    await folder.add('en/one.wav', 'en/secret/two.wav');
    await chmod(join(folder.directory, 'en/secret'), 0o000);
    const isRoot = process.getuid?.() === 0;

    expect(await folder.ids()).toEqual(isRoot ? ['one', 'secret/two'] : ['one']);
    await chmod(join(folder.directory, 'en/secret'), 0o700);
  });
});

describe('the ending of a media file', () => {
  it.each([
    ['x.wav', 'slin'],
    ['x.WAV', 'gsm'],
    ['x.wav16', 'slin16'],
    ['x.sln192', 'slin192'],
    ['x.pcm', 'ulaw'],
    ['x.g726-24', 'g726'],
    ['x.vox', 'adpcm'],
    ['x.ogg', 'vorbis'],
  ])('of %s says %s', (file, codec) => {
    expect(mediaFileName(file)).toMatchObject({ base: 'x', format: { codec } });
  });

  it.each(['x.mp9', 'x.Wav', 'wav', '.wav', 'x.', 'x'])('of %s says nothing', (file) => {
    expect(mediaFileName(file)).toBeUndefined();
  });
});

describe('a list of what sounds say', () => {
  it('has an id and a text a line, and passes over everything else', () => {
    const list = '; comment: no\r\n hello-world : Hello: world. \r\n\nno colon\nempty:\n: text\ndigits/1:one';

    expect([...readDescriptions(list)]).toEqual([
      ['hello-world', 'Hello: world.'],
      ['digits/1', 'one'],
    ]);
  });
});
