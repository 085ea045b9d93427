import fc from 'fast-check';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeAudioWriter } from '../../../src/media/files/audio-writer';
import { nameIfFree } from '../../../src/media/files/unfinished/name-if-free';
import { AudioFolder, laterReasonOf, ramp } from './files-stage';

let folder: AudioFolder;
beforeEach(() => {
  folder = new AudioFolder();
});
afterEach(() => folder.remove());

const start = (name: string) => makeAudioWriter({ path: folder.at(name), format: 'sln', appends: false, isNew: true });

describe('the folders that are made for a recording', () => {
  it('are gone when it is discarded, and those that were there before are not', async () => {
    mkdirSync(folder.at('old/empty'), { recursive: true });
    for (const name of ['old/empty/new/a.sln', 'old/b.sln', 'x/y/z/c.sln']) {
      const writer = start(name);
      await writer.ready;
      expect(existsSync(dirname(folder.at(name)))).toBe(true);
      await writer.discard();
    }

    expect(folder.names()).toEqual(['old', 'old/empty']);
  });

  it('are gone when it fails in the middle', async () => {
    writeFileSync(folder.at('file'), '');
    await laterReasonOf(start('file/deep/a.sln').ready);
    await laterReasonOf(start(`new/${'n'.repeat(300)}/a.sln`).ready);
    const writer = start('taken/a.sln');
    await writer.ready;
    mkdirSync(folder.at('taken/a.sln'));
    await laterReasonOf(writer.finish());

    expect(folder.names()).toEqual(['file', 'taken', 'taken/a.sln']);
  });

  it('stay for others who use them, and go with the last one', async () => {
    const [one, two, three] = [start('a/b/one.sln'), start('a/b/two.sln'), start('a/c/three.sln')];
    await Promise.all([one.ready, two.ready, three.ready]);
    await one.discard();
    expect(existsSync(folder.at('a/b'))).toBe(true);
    await two.discard();
    expect(folder.names().filter((name) => !name.includes('.'))).toEqual(['a', 'a/c']);
    await three.discard();

    expect(folder.names()).toEqual([]);
  });

  it('stay with a recording that was stored there, and with the files of others', async () => {
    const [one, two, three] = [start('a/one.sln'), start('a/two.sln'), start('b/three.sln')];
    one.write(ramp(10));
    await one.finish();
    await two.discard();
    await three.ready;
    writeFileSync(folder.at('b/theirs.txt'), '');
    await three.discard();

    expect(folder.names()).toEqual(['a', 'a/one.sln', 'b', 'b/theirs.txt']);
  });

  it('do not disturb a recording that starts while they are removed', async () => {
    const plan = fc.array(
      fc.record({ place: fc.constantFrom('a', 'a/b', 'a/b/c', 'a/d', ''), isKept: fc.boolean(), waits: fc.boolean() }),
      { minLength: 2, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(plan, async (tasks) => {
        const stage = new AudioFolder();
        await Promise.all(
          tasks.map(async ({ place, isKept, waits }, index) => {
            const path = stage.at(`${place}/r${index}.sln`);
            const writer = makeAudioWriter({ path, format: 'sln', appends: false, isNew: true });
            if (waits) await writer.ready;
            writer.write(ramp(10));
            await (isKept ? writer.finish() : writer.discard());
          }),
        );
        const left = stage.names().filter((name) => !name.endsWith('.sln'));
        const files = stage.names().filter((name) => name.endsWith('.sln'));
        expect(files).toHaveLength(tasks.filter(({ isKept }) => isKept).length);
        for (const made of left)
          expect([made, files.some((file) => file.startsWith(`${made}/`))]).toEqual([made, true]);
        stage.remove();
      }),
      { numRuns: 60 },
    );
  });
});

describe('a recording that is to be new', () => {
  it('leaves alone what has appeared under its name, fails and leaves nothing else', async () => {
    const writer = start('a.sln');
    writer.write(ramp(10));
    await writer.ready;
    folder.put('a.sln', Buffer.from('theirs'));

    expect(await laterReasonOf(writer.finish())).toMatch(/created during the recording/);
    expect(folder.bytes('a.sln').toString()).toBe('theirs');
    expect(folder.names()).toEqual(['a.sln']);
  });

  it('gets its name when that is free', async () => {
    await folder.record('a.sln', ramp(10), { isNew: true });

    expect(folder.names()).toEqual(['a.sln']);
    expect(folder.samples('a.sln')).toEqual(ramp(10));
  });

  it('is one of many that want the name, and gets it alone', async () => {
    const names = Array.from({ length: 20 }, (_, index) => folder.put(`${index}.part`, Buffer.from(String(index))));
    const outcomes = await Promise.all(names.map((name) => nameIfFree(name, folder.at('a.sln'))));

    expect(outcomes.filter((outcome) => outcome === 'named')).toHaveLength(1);
    expect(folder.names()).toHaveLength(20);
    expect(folder.bytes('a.sln').toString()).toBe(String(outcomes.indexOf('named')));
  });
});
