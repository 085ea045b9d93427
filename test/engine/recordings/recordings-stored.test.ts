import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type { StoredMedia } from '../../../src/engine/recordings/stored-media';
import { StoredRecordings } from '../../../src/engine/recordings/stored-recordings';
import { aFolder } from '../engine-rig';
import { cases } from '../../support/effort';

class Spool {
  readonly #folder = aFolder();
  readonly outside = join(this.#folder.path, 'outside');
  readonly directory = join(this.#folder.path, 'recording');
  readonly stored = new StoredRecordings(this.directory);

  constructor() {
    mkdirSync(this.directory);
    mkdirSync(this.outside);
    writeFileSync(join(this.outside, 'secret.wav'), 'secret');
  }

  at(name: string): string {
    return join(this.directory, name);
  }

  add(...names: string[]): void {
    for (const name of names) {
      mkdirSync(dirname(this.at(name)), { recursive: true });
      writeFileSync(this.at(name), `bytes of ${name}`);
    }
  }

  /** All files below, those that are hidden too. */
  files(): string[] {
    return readdirSync(this.directory, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.directory.length + 1))
      .sort();
  }

  remove(): void {
    this.#folder.remove();
  }
}

let spool: Spool;
beforeEach(() => {
  spool = new Spool();
});
afterEach(() => spool.remove());

async function textOf(media: StoredMedia, range?: { readonly start: number; readonly end: number }): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of media.open(range)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function mediaOf(name: string): Promise<StoredMedia> {
  const opened = await spool.stored.open(name);
  if (opened.outcome !== 'ok') throw new Error(opened.outcome);
  return opened.media;
}

describe('the stored recordings', () => {
  it('are the media files of the directory and all folders in it, by name', async () => {
    spool.add('two.wav', 'one.wav', 'sub/three.ulaw', 'sub/deep/er/four.sln16', 'dotted.name.wav', 'one.gsm', 'Z.h264');
    spool.add('notes.txt', 'noextension', '.wav', 'sub/.ulaw', 'two.WaV', '.patchbay-1-0-1.part');

    expect(await spool.stored.list()).toEqual([
      { name: 'Z', format: 'h264' },
      { name: 'dotted.name', format: 'wav' },
      { name: 'one', format: 'gsm' },
      { name: 'one', format: 'wav' },
      { name: 'sub/deep/er/four', format: 'sln16' },
      { name: 'sub/three', format: 'ulaw' },
      { name: 'two', format: 'wav' },
    ]);
  });

  it('are none when there is no directory', async () => {
    expect(await new StoredRecordings(join(spool.outside, 'nowhere')).list()).toEqual([]);
    expect(await new StoredRecordings(join(spool.outside, 'nowhere')).get('a')).toBeUndefined();
  });

  it('are found by the names they are listed under, and removed by them', async () => {
    spool.add('one.wav', 'sub/three.ulaw', 'dotted.name.wav', 'with space.wav', 'ünï☎.wav');
    for (const recording of await spool.stored.list()) {
      expect(await spool.stored.get(recording.name)).toEqual(recording);
      expect(await spool.stored.delete(recording.name)).toBe('deleted');
      expect(await spool.stored.delete(recording.name)).toBe('not-found');
    }

    expect(spool.files()).toEqual([]);
  });

  it('of one name in several formats are met one after another', async () => {
    spool.add('one.ulaw', 'one.wav');

    expect(await spool.stored.get('one')).toEqual({ name: 'one', format: 'wav' });
    expect(await spool.stored.delete('one')).toBe('deleted');
    expect(await spool.stored.get('one')).toEqual({ name: 'one', format: 'ulaw' });
  });

  it('are neither found nor removed nor opened nor copied by anything else', async () => {
    spool.add('one.wav', 'two.wav', 'sub/three.wav');
    mkdirSync(spool.at('folder.wav'));
    const tricks = [
      ...['', '.', '..', '/', '//', 'one.wav', 'one/', 'sub', 'folder', 'one/../two', 'sub/../one', '../recording/one'],
      ...['../outside/secret', '/etc/hostname', '/../outside/secret', 'sub/../../outside/secret', spool.at('one')],
      ...['one\0', 'one\0.wav', '\0', 'one.wav\0', 'n'.repeat(300), 'n/'.repeat(3000), '/'.repeat(100_000), '..\\one'],
      ...['%2e%2e/one', '*', 'on?', '~', '$HOME', 'one\n'],
    ];
    for (const name of tricks) {
      expect([name, await spool.stored.get(name)]).toEqual([name, undefined]);
      expect([name, await spool.stored.delete(name)]).toEqual([name, 'not-found']);
      expect([name, await spool.stored.open(name)]).toEqual([name, { outcome: 'not-found' }]);
      expect([name, await spool.stored.copy(name, 'copy')]).toEqual([name, { outcome: 'not-found' }]);
    }

    expect(spool.files()).toEqual(['one.wav', 'sub/three.wav', 'two.wav']);
  });

  it('stay where they are, whatever name is asked for', async () => {
    spool.add('one.wav', 'sub/two.wav');
    const part = fc.oneof(fc.constantFrom('..', '.', '', 'sub', 'outside', 'secret', 'recording', '\0'), fc.string());
    const name = fc.array(part, { maxLength: 6 }).map((parts) => parts.join('/'));
    await fc.assert(
      fc.asyncProperty(name, async (given) => {
        const found = await spool.stored.get(given);
        const place = await spool.stored.resolveName(given);
        if (found !== undefined && !['one', 'sub/two'].includes(found.name)) throw new Error(found.name);
        if (place.outcome === 'ok' && !place.path.startsWith(`${spool.directory}/`)) throw new Error(place.path);
      }),
      { numRuns: cases({ few: 60, many: 300 }) },
    );
  });
});

describe('a symbolic link', () => {
  beforeEach(() => {
    spool.add('one.wav', 'sub/two.wav');
    symlinkSync(spool.outside, spool.at('out'));
    symlinkSync(join(spool.outside, 'secret.wav'), spool.at('leak.wav'));
    symlinkSync(join(spool.outside, 'not-there.wav'), spool.at('dangling.wav'));
    symlinkSync(spool.at('one.wav'), spool.at('same.wav'));
    symlinkSync(spool.at('sub'), spool.at('alias'));
    symlinkSync('..', spool.at('sub/up'));
    symlinkSync('round', spool.at('round'));
  });

  it('is followed within the directory, and never in circles', async () => {
    expect((await spool.stored.list()).map(({ name }) => name)).toEqual(['alias/two', 'one', 'same', 'sub/two']);
    expect(await textOf(await mediaOf('same'))).toBe('bytes of one.wav');
  });

  it('does not lead out of it to read, remove or write', async () => {
    for (const name of ['leak', 'out/secret', 'dangling', 'round/one']) {
      expect([name, await spool.stored.get(name)]).toEqual([name, undefined]);
      expect([name, await spool.stored.open(name)]).toEqual([name, { outcome: 'not-found' }]);
      expect([name, await spool.stored.delete(name)]).toEqual([name, 'not-found']);
      expect([name, await spool.stored.resolveName(name)]).toEqual([name, { outcome: 'outside' }]);
      expect([name, await spool.stored.copy('one', name)]).toEqual([name, { outcome: 'outside' }]);
    }
    expect(await spool.stored.copy('one', 'out/new/copy')).toEqual({ outcome: 'outside' });
    expect(readdirSync(spool.outside)).toEqual(['secret.wav']);
  });

  it('may be the recording directory itself', async () => {
    symlinkSync(spool.directory, join(spool.outside, 'elsewhere'));
    const stored = new StoredRecordings(join(spool.outside, 'elsewhere'));

    expect(await stored.get('one')).toEqual({ name: 'one', format: 'wav' });
    expect(await stored.copy('one', 'new/copy')).toMatchObject({ outcome: 'copied' });
  });

  it('is removed instead of what it leads to', async () => {
    expect(await spool.stored.delete('same')).toBe('deleted');
    expect(existsSync(spool.at('one.wav'))).toBe(true);
  });
});

describe('the name of a recording to be', () => {
  it.each([
    ['plain', 'plain'],
    ['/abs', 'abs'],
    ['///abs', 'abs'],
    ['./dot', 'dot'],
    ['a/../b', 'b'],
    ['sub/./dir//name', 'sub/dir/name'],
    ['with space', 'with space'],
    ['named.wav', 'named.wav'],
    ['...', '...'],
    ['..a', '..a'],
  ])('%s becomes a place below the directory', async (given, name) => {
    const path = spool.at(name);

    expect(await spool.stored.resolveName(given)).toEqual({ outcome: 'ok', name, path, formats: [] });
  });

  it.each([
    ['', 'empty'],
    ['.', 'empty'],
    ['/', 'empty'],
    ['a/..', 'empty'],
    ['..', 'outside'],
    ['../escape', 'outside'],
    ['a/../../escape', 'outside'],
    ['/../escape', 'outside'],
    ['sub/', 'invalid'],
    ['nul\0', 'invalid'],
    ['n'.repeat(248), 'invalid'],
    ['ü'.repeat(124), 'invalid'],
    [`${'n'.repeat(256)}/a`, 'invalid'],
    ['n/'.repeat(600) + 'n', 'invalid'],
  ])('is refused: %j', async (given, outcome) => {
    expect(await spool.stored.resolveName(given)).toMatchObject({ outcome });
  });

  it('comes with the formats in which it is taken', async () => {
    spool.add('sub/one.ulaw', 'sub/one.wav', 'sub/one.txt');

    expect(await spool.stored.resolveName('/sub/x/../one')).toMatchObject({
      name: 'sub/one',
      formats: ['wav', 'ulaw'],
    });
  });

  it('is fine before the directory exists', async () => {
    const stored = new StoredRecordings(join(spool.outside, 'later'));

    expect(await stored.resolveName('sub/a')).toMatchObject({ outcome: 'ok', name: 'sub/a' });
  });
});

describe('the name of a recording in progress', () => {
  const claimed = async (name: string) => {
    const place = await spool.stored.claim(name);
    if (place.outcome !== 'ok') throw new Error(place.outcome);
    return place;
  };

  it('is taken until it is released', async () => {
    spool.add('one.wav');
    const { release } = await claimed('sub/new');

    expect(await spool.stored.claim('/sub/x/../new')).toEqual({ outcome: 'taken' });
    expect(await spool.stored.copy('one', 'sub/new')).toEqual({ outcome: 'taken' });
    release();
    const again = await claimed('sub/new');
    release();
    expect(await spool.stored.claim('sub/new')).toEqual({ outcome: 'taken' });
    again.release();
    expect(await spool.stored.copy('one', 'sub/new')).toMatchObject({ outcome: 'copied' });
  });

  it('is taken by whatever way it is reached', async () => {
    spool.add('sub/one.wav');
    symlinkSync(spool.at('sub'), spool.at('alias'));
    await claimed('alias/new/deep');

    expect(await spool.stored.claim('sub/new/deep')).toEqual({ outcome: 'taken' });
  });

  it('is given up by a copy, however that goes', async () => {
    spool.add('one.wav', 'blocker', 'two.wav');
    for (const destination of ['two', 'blocker/three', 'fresh'])
      for (const attempt of [1, 2])
        expect([destination, attempt, await spool.stored.copy('one', destination)]).not.toContainEqual({
          outcome: 'taken',
        });
  });

  it('does not miss what was stored there while it was asked for', async () => {
    for (let round = 0; round < 50; round += 1) {
      const name = `round-${round}`;
      const { release } = await claimed(name);
      const late = spool.stored.claim(name);
      spool.add(`${name}.wav`);
      release();
      const found = await late;

      expect(found.outcome === 'taken' || (found.outcome === 'ok' && found.formats.includes('wav'))).toBe(true);
    }
  });
});

describe('copying a recording', () => {
  beforeEach(() => spool.add('one.wav', 'two.ulaw', 'blocker'));

  it.each([
    ['three', 'three'],
    ['sub/dir/three', 'sub/dir/three'],
    ['three.wav', 'three'],
    ['three.ulaw', 'three'],
    ['dotted.name', 'dotted.name'],
    ['/three', 'three'],
    ['a/../three', 'three'],
  ])('to %s makes a second one in the same format', async (destination, name) => {
    expect(await spool.stored.copy('one', destination)).toEqual({
      outcome: 'copied',
      recording: { name, format: 'wav' },
    });
    expect(readFileSync(spool.at(`${name}.wav`), 'utf8')).toBe('bytes of one.wav');
    expect(spool.files()).toEqual(['blocker', `${name}.wav`, 'one.wav', 'two.ulaw'].sort());
  });

  it.each([
    ['one', 'exists'],
    ['two', 'exists'],
    ['two.wav', 'exists'],
    ['', 'empty'],
    ['..', 'outside'],
    ['../three', 'outside'],
    ['sub/../../three', 'outside'],
    ['nul\0', 'invalid'],
    ['sub/', 'invalid'],
    ['blocker/inside', 'invalid'],
    ['n'.repeat(300), 'invalid'],
  ])('to %j is refused', async (destination, outcome) => {
    expect(await spool.stored.copy('one', destination)).toMatchObject({ outcome });
    expect(spool.files()).toEqual(['blocker', 'one.wav', 'two.ulaw']);
  });

  it('finds nothing where the recording was deleted a moment before', async () => {
    for (let round = 0; round < 50; round += 1) {
      spool.add('fleeting.wav');
      const [copied, deleted] = await Promise.all([
        spool.stored.copy('fleeting', `copy-${round}`),
        spool.stored.delete('fleeting'),
      ]);

      expect([['copied', 'not-found'].includes(copied.outcome), deleted]).toEqual([true, 'deleted']);
    }
  });

  it('leaves no folder behind when it fails', async () => {
    spool.add('fleeting.wav');
    const [copied] = await Promise.all([spool.stored.copy('fleeting', 'a/b/c'), spool.stored.delete('fleeting')]);

    expect([copied.outcome, existsSync(spool.at('a'))]).toEqual(
      copied.outcome === 'copied' ? ['copied', true] : ['not-found', false],
    );
  });

  it('many times at once to one name succeeds once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => spool.stored.copy('one', 'three')));

    expect(outcomes.filter(({ outcome }) => outcome === 'copied')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => ['exists', 'taken'].includes(outcome))).toHaveLength(19);
    expect(spool.files()).toEqual(['blocker', 'one.wav', 'three.wav', 'two.ulaw']);
  });
});

describe('the bytes of a recording', () => {
  it('come as a whole or in part, under the type of their extension', async () => {
    spool.add('one.wav', 'film.h264');
    const media = await mediaOf('one');

    expect(media).toMatchObject({ contentType: 'audio/wav', length: 16 });
    expect([await textOf(media), await textOf(media, { start: 9, end: 11 })]).toEqual(['bytes of one.wav', 'one']);
    expect((await mediaOf('film')).contentType).toBe('video/h264');
  });

  it('are all there when there are many, and none when there are none', async () => {
    writeFileSync(spool.at('large.sln'), 'x'.repeat(200_001));
    writeFileSync(spool.at('empty.sln'), '');

    expect(await textOf(await mediaOf('large'))).toBe('x'.repeat(200_001));
    expect(await textOf(await mediaOf('empty'))).toBe('');
  });

  it('fail rather than be too few, or those of another recording', async () => {
    spool.add('short.wav', 'new.wav');
    writeFileSync(spool.at('cut.sln'), 'x'.repeat(200_001));
    const [short, replaced, cut] = [await mediaOf('short'), await mediaOf('new'), await mediaOf('cut')];
    writeFileSync(spool.at('short.wav'), 'bytes');
    spool.add('other.wav');
    renameSync(spool.at('other.wav'), spool.at('new.wav'));
    const reading = cut.open()[Symbol.asyncIterator]();
    await reading.next();
    writeFileSync(spool.at('cut.sln'), 'bytes');

    await expect(textOf(short)).rejects.toThrow('changed before it was read');
    await expect(textOf(replaced)).rejects.toThrow('changed before it was read');
    await expect(reading.next()).rejects.toThrow('cut while it was read');
  });

  it('are out of reach when the file may not be read', async () => {
    spool.add('one.wav');
    chmodSync(spool.at('one.wav'), 0);
    const isAlmighty = process.getuid?.() === 0;

    expect((await spool.stored.open('one')).outcome).toBe(isAlmighty ? 'ok' : 'unreadable');
  });
});
