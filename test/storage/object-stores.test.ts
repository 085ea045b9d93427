import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/storage/database';
import { openDatabase } from '../../src/storage/database';
import { MemoryPersistence } from '../../src/storage/memory-persistence';
import type { Persistence } from '../../src/storage/persistence';
import { PersistentStore } from '../../src/storage/persistent-store';
import { SectionStore } from '../../src/storage/section-store';
import { makeLogger } from '../../src/shared/logger';

const lines: string[] = [];
const log = makeLogger((level, fields, sentence) => lines.push(`${level} ${sentence} ${JSON.stringify(fields)}`));
let folder: string;
const opened: Database[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-stores-'));
});
afterEach(async () => {
  lines.length = 0;
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await rm(folder, { recursive: true });
});

function aDatabase(): Database {
  const database = openDatabase(join(folder, 'state.lmdb'));
  opened.push(database);
  return database;
}

const password = { attribute: 'password', value: 'pw' };
const permits = [
  { attribute: 'permit', value: '10.0.0.0/8' },
  { attribute: 'deny', value: '10.1.0.0/16' },
  { attribute: 'permit', value: '10.1.1.0/24' },
];

describe.each([
  ['memory', (): Persistence => new MemoryPersistence()],
  ['the database', (): Persistence => aDatabase()],
])('a store over %s', (_, persistence) => {
  it('has the fields of an object in the order they were put, repetitions included', async () => {
    const store = new PersistentStore({ persistence: persistence(), log });

    await store.put('res_ari/user', 'box', [password, ...permits]);

    expect(store.canWrite).toBe(true);
    expect(store.get('res_ari/user', 'box')).toEqual({ id: 'box', fields: [password, ...permits] });
  });

  it('replaces all fields of an object at once', async () => {
    const store = new PersistentStore({ persistence: persistence(), log });
    await store.put('res_ari/user', 'box', permits);

    await store.put('res_ari/user', 'box', [password]);

    expect(store.list('res_ari/user')).toEqual([{ id: 'box', fields: [password] }]);
  });

  it('lists the objects of a type by id, apart from those of other types', async () => {
    const store = new PersistentStore({ persistence: persistence(), log });
    for (const id of ['b', 'Z', 'a', 'ü', '\u0000']) await store.put('res_ari/user', id, []);
    await store.put('res_ari/users', 'other', []);

    expect(store.list('res_ari/user').map(({ id }) => id)).toEqual(['\u0000', 'Z', 'a', 'b', 'ü']);
    expect(store.list('res_ari')).toEqual([]);
  });

  it('deletes an object, also one that does not exist', async () => {
    const store = new PersistentStore({ persistence: persistence(), log });
    await store.put('res_ari/user', 'box', [password]);

    await store.delete('res_ari/user', 'box');
    await store.delete('res_ari/user', 'box');

    expect(store.get('res_ari/user', 'box')).toBeUndefined();
  });

  it('ignores a value that is not an object, and logs it', async () => {
    const kept = persistence();
    const store = new PersistentStore({ persistence: kept, log });
    await store.put('t', 'good', [password]);
    const wrong = [
      'text',
      { attribute: 'a', value: 'b' },
      [null],
      [{ attribute: 'a' }],
      [{ attribute: 1, value: 'b' }],
    ];
    for (const [index, value] of wrong.entries()) await kept.put('objects/t', `wrong${index}`, value);

    expect(store.list('t')).toEqual([{ id: 'good', fields: [password] }]);
    expect(store.get('t', 'wrong0')).toBeUndefined();
    expect(lines[0]).toBe('error ignoring a stored object that is not a list of fields {"type":"t","id":"wrong0"}');
    expect(lines).toHaveLength(wrong.length + 1);
  });
});

describe('a store over the database', () => {
  it('has its objects after a restart', async () => {
    const before = aDatabase();
    await new PersistentStore({ persistence: before, log }).put('res_ari/user', 'box', [password]);
    await before.close();

    const store = new PersistentStore({ persistence: aDatabase(), log });

    expect(store.list('res_ari/user')).toEqual([{ id: 'box', fields: [password] }]);
  });
});

describe('a store over sections of a file', () => {
  const sections = [
    {
      id: 'reader',
      fields: [{ attribute: 'type', value: 'user' }, password, { attribute: 'read_only', value: 'yes' }],
    },
    { id: 'admin', fields: [password, { attribute: 'Type', value: 'user' }] },
  ];

  it('has the sections of each type, without the option that says what they are', () => {
    const store = new SectionStore();
    store.replace('res_ari/user', sections);

    expect(store.canWrite).toBe(false);
    expect(store.list('res_ari/user').map(({ id }) => id)).toEqual(['admin', 'reader']);
    expect(store.get('res_ari/user', 'reader')?.fields).toEqual([password, { attribute: 'read_only', value: 'yes' }]);
    expect(store.get('res_ari/user', 'nobody')).toBeUndefined();
    expect(store.list('res_ari/other')).toEqual([]);
    expect(store.get('res_ari/other', 'reader')).toBeUndefined();
  });

  it('has the new sections when the file is read again', () => {
    const store = new SectionStore();
    store.replace('res_ari/user', sections);

    store.replace('res_ari/user', [{ id: 'new', fields: [] }]);

    expect(store.list('res_ari/user')).toEqual([{ id: 'new', fields: [] }]);
  });

  it('refuses to be written', async () => {
    const store = new SectionStore();
    store.replace('res_ari/user', sections);

    await expect(store.put('res_ari/user', 'reader')).rejects.toThrow("res_ari/user 'reader' cannot be written");
    await expect(store.delete('res_ari/user', 'reader')).rejects.toThrow('configuration files are only read');
    expect(store.get('res_ari/user', 'reader')).toBeDefined();
  });
});
