import { PersistentStore } from '../../../src/storage/persistent-store';
import type { ConfigChange, ConfigObjects } from '../../../src/engine/config-objects/config-objects';
import { typeKey } from '../../../src/engine/config-objects/config-object-ref';
import { client, clients, fields, Stage, user, users } from './config-objects-stage';

let stage: Stage;
let objects: ConfigObjects;
let seen: string[];

beforeEach(() => {
  stage = new Stage();
  objects = stage.objects(stage.sections, stage.memory);
  seen = [];
});
afterEach(() => stage.clear());

const note = (change: ConfigChange): void => {
  const password = 'object' in change ? change.object.values.get('password') : undefined;
  seen.push([change.change, change.id, ...(password === undefined ? [] : [password])].join(' '));
};

describe('listening to the objects of a type', () => {
  it('tells what was created, updated and deleted, and what it is like now', async () => {
    objects.onChange(users, note);

    await objects.put(user('box'), fields({ password: 'pw1' }));
    await objects.put(user('box'), fields({ password: 'pw2' }));
    await objects.delete(user('box'));

    expect(seen).toEqual(['created box pw1', 'updated box pw2', 'deleted box']);
  });

  it('tells it before the one who asked for the change hears of it, when it can be read already', async () => {
    objects.onChange(users, ({ id }) => seen.push(`told: ${objects.get(user(id)).outcome}`));

    await objects.put(user('box'), fields({ password: 'pw' })).then(({ outcome }) => seen.push(`answered: ${outcome}`));
    await objects.delete(user('box')).then(({ outcome }) => seen.push(`answered: ${outcome}`));

    expect(seen).toEqual(['told: found', 'answered: created', 'told: unknown-id', 'answered: deleted']);
  });

  it('tells nothing of refusals, of other types, of what did not change, and after it has ended', async () => {
    const end = objects.onChange(users, note);
    await objects.put(user('box'), fields({ password: 'pw' }));

    await objects.put(user('box'), fields({ read_only: 'perhaps' }));
    await objects.put(user('box'), fields({ password: 'pw' }));
    await objects.put(user('box'), []);
    await objects.put(user('reader'), fields({ password: 'pw' }));
    await objects.put(client('c'), fields({ uri: 'ws://127.0.0.1:1/' }));
    end();
    await objects.delete(user('box'));

    expect(seen).toEqual(['created box pw']);
  });

  it('goes on for others when a listener fails, and so does the write', async () => {
    objects.onChange(users, () => {
      throw new Error('no');
    });
    objects.onChange(users, note);

    const { outcome } = await objects.put(user('box'), fields({ password: 'pw' }));

    expect(outcome).toBe('created');
    expect(seen).toEqual(['created box pw']);
    expect(stage.lines).toEqual(['error a listener to configuration objects failed']);
  });

  it('may lead to further changes', async () => {
    const further: Promise<unknown>[] = [];
    objects.onChange(users, () => further.push(objects.put(client('c'), fields({ uri: 'ws://127.0.0.1:1/' }))));

    await objects.put(user('box'), fields({ password: 'pw' }));
    await Promise.all(further);

    expect(objects.get(client('c')).outcome).toBe('found');
  });

  it('tells that an object of a later store comes to light when its namesake is deleted', async () => {
    const database = new PersistentStore({ persistence: stage.database(), log: stage.log });
    objects = stage.objects(database, stage.sections);
    await database.put(typeKey(users), 'reader', fields({ password: 'in front' }));
    objects.onChange(users, note);

    await objects.delete(user('reader'));

    expect(seen).toEqual(['updated reader readerpw']);
  });
});

describe('reading a file again', () => {
  it('tells what came, went and changed', async () => {
    objects.onChange(users, note);
    await objects.refresh(users, () => {
      stage.sections.replace(typeKey(users), [
        { id: 'reader', fields: fields({ password: 'other' }) },
        { id: 'same', fields: fields({ password: 'pw' }) },
      ]);
    });

    await objects.refresh(users, () => {
      stage.sections.replace(typeKey(users), [{ id: 'same', fields: fields({ password: 'pw' }) }]);
    });

    expect(seen).toEqual(['updated reader other', 'created same pw', 'deleted reader']);
  });

  it('hides an object that was made at run time behind the one of the file', async () => {
    await objects.put(user('box'), fields({ password: 'run time' }));
    objects.onChange(users, note);

    await objects.refresh(users, () => {
      stage.sections.replace(typeKey(users), [{ id: 'box', fields: fields({ password: 'file' }) }]);
    });

    expect(seen).toEqual(['updated box file', 'deleted reader']);
    expect((await objects.delete(user('box'))).outcome).toBe('read-only');
  });

  it('runs for a type that is not registered, and passes on errors', async () => {
    let runs = 0;
    await objects.refresh({ configClass: 'res_none', objectType: 'none' }, () => void (runs += 1));

    const failed = objects.refresh(clients, () => {
      throw new Error('cannot read the file');
    });

    await expect(failed).rejects.toThrow('cannot read the file');
    expect(runs).toBe(1);
    expect((await objects.put(user('box'), fields({ password: 'pw' }))).outcome).toBe('created');
  });
});

describe('registering a type', () => {
  it('is refused the second time', () => {
    const type = {
      ...users,
      schema: { id: { allowed: '', read: (value: string) => ({ value }) }, fields: [] },
      stores: [],
    };

    expect(() => objects.register(type)).toThrow('res_ari/user is registered already');
  });
});
