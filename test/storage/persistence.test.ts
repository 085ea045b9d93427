import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/storage/database';
import { openDatabase } from '../../src/storage/database';
import { MemoryPersistence } from '../../src/storage/memory-persistence';

let folder: string;
const opened: Database[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-persistence-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await rm(folder, { recursive: true });
});

function aDatabase(name = 'state.lmdb'): Database {
  const database = openDatabase(join(folder, name));
  opened.push(database);
  return database;
}

/** Keys that a database of bytes could refuse, cut short or mix up. */
const oddKeys = [
  '',
  ' ',
  'Stasis:büro/€ 😀',
  'a\u0000b',
  'a\u0000',
  'a',
  '\u0001',
  'line\nbreak',
  '\ud800',
  '\udc00',
  '\ufffd',
  'x'.repeat(500),
  'x'.repeat(501),
  'x'.repeat(100_000),
  '😀'.repeat(250),
];

describe.each([
  ['in memory', () => new MemoryPersistence()],
  ['in the database', () => aDatabase()],
])('values kept %s', (_, persistence) => {
  it('come back as they were put, whatever JSON can say', async () => {
    const kept = persistence();
    const values = ['', 'text', '\ud800', 0, -1.5, true, false, null, [], {}, { list: [1, { deep: 'ü' }] }];

    await Promise.all(values.map((value, index) => kept.put('values', String(index), value)));

    expect(values.map((_value, index) => kept.get('values', String(index)))).toEqual(values);
  });

  it('are found under any text as a key', async () => {
    const kept = persistence();

    for (const key of oddKeys) await kept.put('odd', key, { of: key });

    expect(oddKeys.map((key) => kept.get('odd', key))).toEqual(oddKeys.map((key) => ({ of: key })));
    expect(kept.list('odd').map(({ key }) => key)).toEqual([...oddKeys].sort());
  });

  it('of one namespace are apart from those of another', async () => {
    const kept = persistence();

    await kept.put('a', 'key', 1);
    await kept.put('ab', 'key', 2);
    await kept.put('a/b', 'key', 3);
    await kept.delete('ab', 'key');

    expect(kept.list('a')).toEqual([{ key: 'key', value: 1 }]);
    expect(kept.list('ab')).toEqual([]);
    expect(kept.get('a/b', 'key')).toBe(3);
    expect(kept.get('b', 'key')).toBeUndefined();
  });

  it('take the last of many writes that were not waited for', async () => {
    const kept = persistence();

    await Promise.all([
      ...Array.from({ length: 500 }, (_none, index) => kept.put('many', 'same', index)),
      kept.put('many', 'gone', 1),
      kept.delete('many', 'gone'),
      kept.delete('many', 'never there'),
    ]);

    expect(kept.list('many')).toEqual([{ key: 'same', value: 499 }]);
  });

  it('do not change with the value that was put or got', async () => {
    const kept = persistence();
    const value = { count: 1 };

    await kept.put('own', 'key', value);
    value.count = 2;
    Object.assign(kept.get('own', 'key') as object, { count: 3 });

    expect(kept.get('own', 'key')).toEqual({ count: 1 });
  });
});

describe('a database', () => {
  it('has everything that was written before it was closed, also unawaited writes', async () => {
    const before = aDatabase();
    await before.put('kept', 'waited', 1);
    const late = before.put('kept', 'not waited', 2);
    await before.close();
    await late;

    const after = aDatabase();

    expect(after.list('kept')).toEqual([
      { key: 'not waited', value: 2 },
      { key: 'waited', value: 1 },
    ]);
  });

  it('takes writes in their order while its file grows, each as it was then', async () => {
    const before = aDatabase();
    const value = { text: 'x'.repeat(50_000), count: 0 };
    const writes = Array.from({ length: 100 }, (_, index) => {
      value.count = index;
      return before.put('growing', index % 2 === 0 ? 'even' : `odd ${index}`, value);
    });
    void before.delete('growing', 'odd 1');
    const closed = before.close();
    await Promise.all(writes);
    await closed;

    const after = aDatabase();

    expect(after.get('growing', 'even')).toMatchObject({ count: 98 });
    expect(after.get('growing', 'odd 99')).toMatchObject({ count: 99 });
    expect(after.list('growing')).toHaveLength(50);
  });

  it('keeps records larger than its first file size', async () => {
    const before = aDatabase();
    const large = 'x'.repeat(3_000_000);
    await before.put('large', 'key', large);
    await before.close();

    expect(aDatabase().get('large', 'key')).toBe(large);
  });

  it('can be closed twice and refuses later operations', async () => {
    const database = aDatabase();

    await Promise.all([database.close(), database.close()]);
    await database.close();

    expect(() => database.get('a', 'b')).toThrow(/is closed/);
    expect(() => database.list('a')).toThrow(/is closed/);
    await expect(database.put('a', 'b', 1)).rejects.toThrow(/is closed/);
    await expect(database.delete('a', 'b')).rejects.toThrow(/is closed/);
  });

  it('makes the folders above its file, and is readable only by its user', async () => {
    const database = aDatabase(join('one', 'two', 'state.lmdb'));

    expect((await stat(database.file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'one', 'two'))).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['a text', Buffer.from('[general]\nenabled = yes\n')],
    ['a large file of zeros', Buffer.alloc(100_000)],
    ['noise', Buffer.from(Array.from({ length: 40_000 }, (_, index) => (index * 7919) % 251))],
  ])('refuses to take %s for a database, and leaves it alone', async (_, content) => {
    await writeFile(join(folder, 'state.lmdb'), content);

    expect(() => aDatabase()).toThrow(/state\.lmdb cannot be opened: the file is not a database/);
    expect((await stat(join(folder, 'state.lmdb'))).size).toBe(content.length);
  });

  it('takes an empty file, which a start that was cut short leaves behind', async () => {
    await writeFile(join(folder, 'state.lmdb'), '');

    expect(aDatabase().list('any')).toEqual([]);
  });

  it('says which file it cannot open and why', async () => {
    await writeFile(join(folder, 'not-a-folder'), '');

    expect(() => aDatabase(join('not-a-folder', 'state.lmdb'))).toThrow(
      /the database .*not-a-folder\/state\.lmdb cannot be opened: .*(ENOTDIR|EEXIST)/,
    );
  });
});
