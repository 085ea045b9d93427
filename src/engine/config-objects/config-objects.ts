import type { ObjectStore, StoredField, StoredObject } from '../../storage/object-store';
import { EventHub } from '../../shared/event-hub';
import type { Logger } from '../../shared/logger';
import type { DeleteFailure, FieldProblem, GetFailure, LookupFailure, PutFailure } from './config-object-failure';
import { noGuard } from './config-object-guard';
import type { ObjectGuard } from './config-object-guard';
import { checkFields, mergeFields, objectProblems } from './config-object-fields';
import { typeKey, withUnderscores } from './config-object-ref';
import type { ObjectRef, TypeRef } from './config-object-ref';
import { readObject } from './config-object-schema';
import type { ConfigObject, ObjectDirectory, ObjectSchema } from './config-object-schema';
import { movedSecrets } from './config-object-secrets';
import { viewObject } from './config-object-view';

export interface ObjectType extends TypeRef {
  readonly schema: ObjectSchema;
  /** In this order: the first one that has an object answers, the first one that can be written takes new ones. */
  readonly stores: readonly ObjectStore[];
}

export type GetResult = { readonly outcome: 'found'; readonly fields: readonly StoredField[] } | GetFailure;
export type ListResult = { readonly outcome: 'found'; readonly objects: readonly ConfigObject[] } | LookupFailure;
export type PutResult =
  | { readonly outcome: 'created' | 'updated'; readonly fields: readonly StoredField[] }
  | PutFailure;
export type DeleteResult = { readonly outcome: 'deleted' } | DeleteFailure;

export type ConfigChange =
  | (ObjectRef & { readonly change: 'created' | 'updated'; readonly object: ConfigObject })
  | (ObjectRef & { readonly change: 'deleted' });

/** A stored object and the store it was found in. */
interface Held {
  readonly store: ObjectStore;
  readonly stored: StoredObject;
}

/** The configuration objects that can be read and changed while the server runs, by class, type and id. */
export class ConfigObjects {
  readonly #classes = new Map<string, Map<string, ObjectType>>();
  readonly #changes: EventHub<{ readonly type: string; readonly change: ConfigChange }, 'changed'>;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor({ log }: { readonly log: Logger }) {
    this.#changes = new EventHub(['changed'], (error, { change: { configClass, objectType, id } }) =>
      log.error({ error, configClass, objectType, id }, 'a listener to configuration objects failed'),
    );
  }

  register(type: ObjectType): void {
    const types = this.#classes.get(type.configClass) ?? new Map<string, ObjectType>();
    if (types.has(type.objectType)) throw new Error(`${typeKey(type)} is registered already`);
    this.#classes.set(type.configClass, types.set(type.objectType, type));
  }

  /** All fields of an object, its secrets masked. */
  get(ref: ObjectRef): GetResult {
    const type = this.#typeOf(ref);
    if ('outcome' in type) return type;
    const object = objectIn(type, ref.id);
    if (object === undefined) return { outcome: 'unknown-id' };
    return { outcome: 'found', fields: viewObject(type.schema, object) };
  }

  /** Those whose ids are asked for; all of them, when absent. */
  list(ref: TypeRef, isAskedFor?: (id: string) => boolean): ListResult {
    const type = this.#typeOf(ref);
    return 'outcome' in type ? type : { outcome: 'found', objects: objectsIn(type, isAskedFor) };
  }

  /** Makes the object, or changes the given fields of the one there is. The result comes when the change is stored. */
  put(ref: ObjectRef, fields: readonly unknown[] | undefined, guard: ObjectGuard = noGuard): Promise<PutResult> {
    return this.#inTurn(async () => {
      const type = this.#typeOf(ref);
      return 'outcome' in type ? type : this.#put(type, ref.id, { input: fields, guard });
    });
  }

  delete(ref: ObjectRef, guard: ObjectGuard = noGuard): Promise<DeleteResult> {
    return this.#inTurn(async () => {
      const type = this.#typeOf(ref);
      if ('outcome' in type) return type;
      const held = heldIn(type, ref.id);
      if (held === undefined) return { outcome: 'unknown-id' };
      if (!held.store.canWrite) return { outcome: 'read-only', action: 'delete' };
      const before = readObject(type.schema, held.stored);
      const objection = guard({ type, id: ref.id, before, after: undefined, others: this.#directory });
      if (objection !== undefined) return { outcome: 'forbidden', action: 'delete', reason: objection };
      await held.store.delete(typeKey(type), ref.id);
      // A store further down may have one of the same id, which comes to light now.
      this.#announce({ type, id: ref.id, before, after: objectIn(type, ref.id) });
      return { outcome: 'deleted' };
    });
  }

  /** Calls the listener when a change is stored, before the request is answered. */
  onChange(type: TypeRef, listener: (change: ConfigChange) => void): () => void {
    return this.#changes.on('changed', typeKey(type), ({ change }) => listener(change));
  }

  /** Runs an external change of a store, such as reloading a file, and announces the resulting changes. */
  refresh(ref: TypeRef, replace: () => void): Promise<void> {
    return this.#inTurn(async () => {
      const type = this.#typeOf(ref);
      if ('outcome' in type) return replace();
      const before = byId(objectsIn(type));
      replace();
      const after = byId(objectsIn(type));
      for (const id of new Set([...before.keys(), ...after.keys()]))
        this.#announce({ type, id, before: before.get(id), after: after.get(id) });
    });
  }

  async #put(
    type: ObjectType,
    id: string,
    { input, guard }: { readonly input: readonly unknown[] | undefined; readonly guard: ObjectGuard },
  ): Promise<PutResult> {
    const { schema } = type;
    const held = heldIn(type, id);
    if (held !== undefined && input === undefined) return { outcome: 'fields-required' };
    const action = held === undefined ? 'create' : 'update';
    const stored = held?.stored.fields ?? [];
    const checked = checkFields(schema, input ?? [], stored);
    const fields = mergeFields(stored, checked.fields);
    const object = readObject(schema, { id, fields });
    const before = held === undefined ? undefined : readObject(schema, held.stored);
    const sent = new Set(checked.fields.map(({ attribute }) => attribute));
    const moved = movedSecrets(schema, { before, after: object, sent });
    const problems = this.#problemsOf(type, object, [...checked.problems, ...moved]);
    if (problems.length > 0) return { outcome: 'invalid-fields', action, problems };
    const store = held === undefined ? type.stores.find(({ canWrite }) => canWrite) : held.store;
    if (store?.canWrite !== true) return { outcome: 'read-only', action };
    const objection = guard({ type, id, before, after: object, others: this.#directory });
    if (objection !== undefined) return { outcome: 'forbidden', action, reason: objection };
    if (!isSame(before, object)) await store.put(typeKey(type), id, fields);
    this.#announce({ type, id, before, after: object });
    return { outcome: `${action}d`, fields: viewObject(schema, object) };
  }

  #problemsOf(type: ObjectType, object: ConfigObject, ofFields: readonly FieldProblem[]): readonly FieldProblem[] {
    const problems = [...ofFields, ...objectProblems(type.schema, object, ofFields)];
    return problems.length > 0 ? problems : (type.schema.check?.(object, this.#directory) ?? []);
  }

  readonly #directory: ObjectDirectory = {
    find: (ref) => {
      const type = this.#typeOf(ref);
      return 'outcome' in type ? undefined : objectIn(type, ref.id);
    },
    list: (ref) => {
      const type = this.#typeOf(ref);
      return 'outcome' in type ? [] : objectsIn(type);
    },
  };

  #typeOf({ configClass, objectType }: TypeRef): ObjectType | LookupFailure {
    const types = this.#classes.get(configClass);
    if (types === undefined) return { outcome: 'unknown-class', known: [...this.#classes.keys()] };
    const type = types.get(objectType) ?? types.get(withUnderscores(objectType));
    return type ?? { outcome: 'unknown-type', known: [...types.keys()] };
  }

  /** Writes wait for each other: a check must still hold when its write is done, and no merge may lose another one. */
  #inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
    const turn = this.#lastWrite.then(write);
    this.#lastWrite = turn.catch(() => undefined);
    return turn;
  }

  #announce({ type, id, before, after }: Transition): void {
    if (isSame(before, after)) return;
    const ref = { configClass: type.configClass, objectType: type.objectType, id };
    const change: ConfigChange =
      after === undefined
        ? { ...ref, change: 'deleted' }
        : { ...ref, change: before === undefined ? 'created' : 'updated', object: after };
    this.#changes.emit({ type: typeKey(type), change });
  }
}

interface Transition {
  readonly type: ObjectType;
  readonly id: string;
  readonly before: ConfigObject | undefined;
  readonly after: ConfigObject | undefined;
}

function heldIn(type: ObjectType, id: string): Held | undefined {
  for (const store of type.stores) {
    const stored = store.get(typeKey(type), id);
    if (stored !== undefined) return { store, stored };
  }
  return undefined;
}

function objectIn(type: ObjectType, id: string): ConfigObject | undefined {
  const held = heldIn(type, id);
  return held === undefined ? undefined : readObject(type.schema, held.stored);
}

/** Ordered by id; of several objects of one id the one in the first store counts. */
function objectsIn(type: ObjectType, isAskedFor?: (id: string) => boolean): readonly ConfigObject[] {
  const stored = type.stores.toReversed().flatMap((store) => store.list(typeKey(type)));
  const asked = isAskedFor === undefined ? stored : stored.filter(({ id }) => isAskedFor(id));
  const objects = new Map(asked.map((object) => [object.id, object]));
  const ordered = [...objects.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  return ordered.map((object) => readObject(type.schema, object));
}

function byId(objects: readonly ConfigObject[]): ReadonlyMap<string, ConfigObject> {
  return new Map(objects.map((object) => [object.id, object]));
}

function isSame(one: ConfigObject | undefined, other: ConfigObject | undefined): boolean {
  return JSON.stringify(one?.given) === JSON.stringify(other?.given);
}
