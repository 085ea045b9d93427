import fc from 'fast-check';
import { PersistentStore } from '../../../src/storage/persistent-store';
import type { ConfigFailure } from '../../../src/engine/config-objects/config-object-failure';
import { describeConfigFailure } from '../../../src/engine/config-objects/config-object-failure';
import type { ObjectRef } from '../../../src/engine/config-objects/config-object-ref';
import type { ConfigObjects } from '../../../src/engine/config-objects/config-objects';
import { client, fields, Stage, user, users, valuesOf } from './config-objects-stage';
import { cases } from '../../support/effort';

let stage: Stage;
let objects: ConfigObjects;

beforeEach(() => {
  stage = new Stage();
  objects = stage.objects(stage.sections, stage.memory);
});
afterEach(() => stage.clear());

/** What a client would be told. */
function told(ref: ObjectRef, result: { readonly outcome: string }): string {
  return describeConfigFailure(ref, result as ConfigFailure);
}

const defaults = { password_format: 'plain', read_only: 'no' };

describe('reading a configuration object', () => {
  it('shows every field as text, defaults filled in and secrets masked', () => {
    expect(objects.get(user('reader'))).toEqual({
      outcome: 'found',
      fields: fields({ password_format: 'plain', password: '********', read_only: 'yes' }),
    });
  });

  it('masks secrets that are set, and those inside an address', async () => {
    const uri = 'ws://anna:pw@127.0.0.1:1/x?tenant=7&api_key=anna:pw&lang=en';
    await objects.put(client('c'), fields({ uri, password: 'pw' }));

    expect(valuesOf(objects.get(client('c')))).toMatchObject({
      uri: 'ws://anna:********@127.0.0.1:1/x?tenant=7&api_key=********&lang=en',
      password: '********',
      proxy_password: '',
    });
  });

  it.each([
    [
      { configClass: 'res_arx', objectType: 'user', id: 'x' },
      "there is no configuration class 'res_arx': did you mean 'res_ari'?",
    ],
    [
      { configClass: 'nosuchclass', objectType: 'x', id: 'y' },
      "there is no configuration class 'nosuchclass': known are res_ari, res_websocket_client",
    ],
    [
      { configClass: 'res_ari', objectType: 'nosuchtype', id: 'box' },
      "the class res_ari has no object type 'nosuchtype': known are user, outbound_websocket",
    ],
    [{ configClass: 'res_ari', objectType: 'user', id: 'box' }, "there is no user 'box' in the class res_ari"],
    [{ configClass: 'res_ari', objectType: '__proto__', id: 'constructor' }, /has no object type '__proto__'/],
    [{ configClass: 'res_ari/user', objectType: '', id: 'reader' }, /there is no configuration class 'res_ari\/user'/],
  ])('says which of class, type and id is unknown: %j', (ref, message) => {
    expect(told(ref, objects.get(ref))).toMatch(message);
  });

  it('lists the objects of all stores by id, those of the first store before their namesakes', async () => {
    await stage.memory.put('res_ari/user', 'reader', fields({ password: 'hidden by the file' }));
    await objects.put(user('box'), fields({ password: 'pw' }));

    const listed = objects.list(users);

    const found = listed.outcome === 'found' ? listed.objects : [];
    expect(found.map(({ id, values }) => [id, values.get('password')])).toEqual([
      ['box', 'pw'],
      ['reader', 'readerpw'],
    ]);
  });
});

describe('creating a configuration object', () => {
  it('takes the given fields, fills in the others and keeps it in the first store that can be written', async () => {
    const result = await objects.put(user('box'), fields({ password: 'pw1', read_only: 'TRUE' }));

    expect(result.outcome).toBe('created');
    expect(valuesOf(result)).toEqual({ ...defaults, password: '********', read_only: 'yes' });
    expect(objects.get(user('box'))).toEqual({ ...result, outcome: 'found' });
    expect(stage.memory.get('res_ari/user', 'box')?.fields).toEqual(fields({ password: 'pw1', read_only: 'yes' }));
  });

  it.each([
    ['no fields', undefined],
    ['an empty list', []],
  ])('with %s fails where one is required', async (_, given) => {
    const result = await objects.put(user('box'), given);

    expect(result).toMatchObject({ outcome: 'invalid-fields', action: 'create' });
    expect(told(user('box'), result)).toBe(
      "user 'box' was not created: field 'password' is required: give " +
        'a text of at least one character, without control characters',
    );
    expect(objects.get(user('box')).outcome).toBe('unknown-id');
  });

  it('is refused where no store can be written', async () => {
    objects = stage.objects(stage.sections);

    const result = await objects.put(client('new'), fields({ uri: 'ws://127.0.0.1:1/' }));

    expect(result).toEqual({ outcome: 'read-only', action: 'create' });
    expect(told(client('new'), result)).toBe(
      "websocket_client 'new' cannot be created: no store of the type websocket_client can be written",
    );
  });

  it.each(['with:colon', 'line\nbreak', '', 'x'.repeat(256)])('is refused for a user called %j', async (id) => {
    const result = await objects.put(user(id), fields({ password: 'pw' }));

    expect(result).toMatchObject({ outcome: 'invalid-fields', problems: [{ kind: 'bad-id', given: id }] });
  });
});

describe('changing a configuration object', () => {
  beforeEach(() => objects.put(user('box'), fields({ password: 'pw1', read_only: 'yes' })));

  it('sets the given fields and leaves the others', async () => {
    const result = await objects.put(user('box'), fields({ password: 'pw2' }));

    expect(result.outcome).toBe('updated');
    expect(valuesOf(result)).toEqual({ ...defaults, password: '********', read_only: 'yes' });
    expect(valuesOf(objects.get(user('box')))).toEqual(valuesOf(result));
  });

  it('needs fields; an empty list of them changes nothing', async () => {
    const without = await objects.put(user('box'), undefined);
    const empty = await objects.put(user('box'), []);

    expect(told(user('box'), without)).toBe("user 'box' exists already: give the fields to change");
    expect(empty.outcome).toBe('updated');
    expect(valuesOf(empty)).toEqual({ ...defaults, password: '********', read_only: 'yes' });
  });

  it.each([
    [
      'an unknown field',
      [{ attribute: 'nosuchfield', value: '1' }],
      /: there is no field 'nosuchfield': known are password_format, password, read_only, /,
    ],
    ['a slip', [{ attribute: 'pasword', value: '1' }], ": there is no field 'pasword': did you mean 'password'?"],
    [
      'a bad value',
      [{ attribute: 'password_format', value: 'rot13' }],
      ": field 'password_format' cannot be 'rot13': give plain, crypt or scrypt",
    ],
    ['an empty value', [{ attribute: 'read_only', value: '' }], ": field 'read_only' cannot be empty: give yes or no"],
    [
      'a bad secret, untold',
      [{ attribute: 'password', value: 'a\u0000b' }],
      /: field 'password' cannot have this value: give a text/,
    ],
    ['a field without a value', [{ attribute: 'read_only' }], ": field 'read_only' has no value: give yes or no"],
    ['a value of null', [{ attribute: 'read_only', value: null }], ": field 'read_only' has no value: give yes or no"],
    [
      'a number',
      [{ attribute: 'read_only', value: 1 }],
      ": the value of field 'read_only' is not a JSON string: give yes or no, in quotes",
    ],
    [
      'no attribute',
      [{ attribute: 'read_only', value: 'no' }, { value: '1' }],
      ': entry 3 of the fields has no attribute: name the field to set',
    ],
    ['nonsense', [null, 'text', []], /: entry 2 of .*; entry 3 of .*; entry 4 of /],
    [
      'several problems',
      fields({ read_only: 'perhaps', color: 'red' }),
      /: field 'read_only' cannot be 'perhaps': .*; there is no field 'color'/,
    ],
  ])('is refused as a whole for %s', async (_, given, message) => {
    const result = await objects.put(user('box'), [{ attribute: 'password', value: 'pw9' }, ...given]);

    const text = told(user('box'), result);
    expect(text.startsWith("user 'box' was not updated: ")).toBe(true);
    expect(text).toMatch(message);
    expect(valuesOf(objects.get(user('box')))).toEqual({ ...defaults, password: '********', read_only: 'yes' });
  });

  it('keeps the last value of a field that comes twice, and finds fields in any case', async () => {
    const result = await objects.put(user('box'), [...fields({ password: 'first' }), ...fields({ PassWord: 'last' })]);

    expect(valuesOf(result)).toEqual({ ...defaults, password: '********', read_only: 'yes' });
  });

  it('loses none of many changes that come at the same time', async () => {
    const values = { read_only: 'no', password: 'new', methods: 'GET', resources: 'channels', applications: 'a,b' };

    await Promise.all(
      Object.entries(values).map(([name, value]) => objects.put(user('box'), fields({ [name]: value }))),
    );

    expect(valuesOf(objects.get(user('box')))).toEqual({ ...defaults, ...values, password: '********' });
    expect(stage.memory.get('res_ari/user', 'box')?.fields).toContainEqual({ attribute: 'password', value: 'new' });
  });

  it('is refused where the store that holds it is only read, even if another one is not', async () => {
    const result = await objects.put(user('reader'), fields({ read_only: 'no' }));

    expect(result).toEqual({ outcome: 'read-only', action: 'update' });
    expect(told(user('reader'), result)).toBe(
      "user 'reader' cannot be updated: its store is only read, as configuration files are",
    );
    expect(valuesOf(objects.get(user('reader')))).toMatchObject({ read_only: 'yes' });
    expect(stage.memory.get('res_ari/user', 'reader')).toBeUndefined();
  });
});

describe('deleting a configuration object', () => {
  it('removes it from its store', async () => {
    await objects.put(user('box'), fields({ password: 'pw' }));

    expect(await objects.delete(user('box'))).toEqual({ outcome: 'deleted' });
    expect(await objects.delete(user('box'))).toEqual({ outcome: 'unknown-id' });
    expect(objects.get(user('box'))).toEqual({ outcome: 'unknown-id' });
  });

  it('is refused where the store is only read', async () => {
    const result = await objects.delete(user('reader'));

    expect(told(user('reader'), result)).toBe(
      "user 'reader' cannot be deleted: its store is only read, as configuration files are",
    );
    expect(objects.get(user('reader')).outcome).toBe('found');
  });

  it('says which of class, type and id is unknown', async () => {
    const nowhere = { configClass: 'nosuchclass', objectType: 'x', id: 'y' };

    expect((await objects.delete(nowhere)).outcome).toBe('unknown-class');
    expect((await objects.delete({ ...user('y'), objectType: 'x' })).outcome).toBe('unknown-type');
    expect((await objects.put(nowhere, [])).outcome).toBe('unknown-class');
    expect((await objects.put({ ...user('y'), objectType: 'x' }, [])).outcome).toBe('unknown-type');
  });
});

describe('configuration objects in the database', () => {
  it('are there, as they were last changed, when the server starts again', async () => {
    const database = stage.database();
    objects = stage.objects(stage.sections, new PersistentStore({ persistence: database, log: stage.log }));
    await objects.put(user('box'), fields({ password: 'pw1', deny: '0.0.0.0/0', permit: '10.0.0.0/8' }));
    await objects.put(user('box'), fields({ password: 'pw2' }));
    await objects.put(user('gone'), fields({ password: 'pw' }));
    await objects.delete(user('gone'));
    await database.close();

    const again = stage.objects(stage.sections, new PersistentStore({ persistence: stage.database(), log: stage.log }));

    expect(valuesOf(again.get(user('box')))).toEqual({
      ...defaults,
      password: '********',
      deny: '0.0.0.0/0',
      permit: '10.0.0.0/8',
    });
    expect(again.get(user('gone')).outcome).toBe('unknown-id');
  });

  it('are not announced as changed when the database cannot be written', async () => {
    const database = stage.database();
    objects = stage.objects(new PersistentStore({ persistence: database, log: stage.log }), stage.memory);
    const seen: string[] = [];
    objects.onChange(users, ({ id }) => seen.push(id));
    await objects.put(user('one'), fields({ password: 'pw' }));
    await database.close();

    await expect(objects.put(user('two'), fields({ password: 'pw' }))).rejects.toThrow(/is closed/);
    await expect(objects.delete(user('one'))).rejects.toThrow(/is closed/);

    expect(seen).toEqual(['one']);
  });
});

describe('any list of fields', () => {
  it('is refused unread when it is too long, and described in a few words when it is wrong', async () => {
    const list = (length: number, attribute: string) =>
      Array.from({ length }, () => ({ attribute, value: '10.0.0.0/8' }));

    const tooMany = await objects.put(user('box'), [...fields({ password: 'pw' }), ...list(500, 'permit')]);
    const tooLong = await objects.put(user('box'), fields({ password: 'x'.repeat(65_537) }));
    const wrong = await objects.put(user('box'), list(500, 'nosuchfield'));
    const good = await objects.put(user('box'), [...fields({ password: 'pw' }), ...list(499, 'permit')]);

    const limits = /was not created: too many fields: give at most 500, with 65536 characters in all values$/;
    expect(told(user('box'), tooMany)).toMatch(limits);
    expect(told(user('box'), tooLong)).toMatch(limits);
    expect(told(user('box'), wrong)).toMatch(/; and 491 more$/);
    expect(good.outcome).toBe('created');
  });

  const name = fc.oneof(
    fc.constantFrom('password', 'read_only', 'permit', 'deny', 'acl', 'methods', '__proto__'),
    fc.string(),
  );
  const value = fc.oneof(fc.constantFrom('yes', '10.0.0.0/8', 'GET', 'office', ''), fc.string(), fc.jsonValue());
  const field = fc.oneof(fc.record({ attribute: name, value }, { requiredKeys: [] }), fc.jsonValue());

  it('gives an object that reads back as it was answered, or a refusal that changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.option(fc.array(field), { nil: undefined }), async (id, given) => {
        const before = objects.get(user(id));
        const result = await objects.put(user(id), given);
        const after = objects.get(user(id));
        if ('fields' in result) expect(after).toEqual({ outcome: 'found', fields: result.fields });
        else {
          expect(after).toEqual(before);
          expect(told(user(id), result)).not.toBe('');
        }
      }),
      { numRuns: cases({ few: 200, many: 1000 }) },
    );
  });
});
