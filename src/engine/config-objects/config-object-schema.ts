import type { StoredField, StoredObject } from '../../storage/object-store';
import type { FieldProblem } from './config-object-failure';
import type { FieldKind } from './config-object-kinds';
import type { ObjectRef, TypeRef } from './config-object-ref';

/** One field that the objects of a type have. */
export interface FieldSchema {
  readonly name: string;
  readonly kind: FieldKind;
  /** What holds, and is shown, where the field is not given. */
  readonly default: string;
  readonly required?: boolean;
  /**
   * What of it is a secret, which is written and never read: all of it, or the credentials inside an address. It is
   * masked wherever the object is shown, and appears in no failure.
   */
  readonly secret?: 'whole' | 'credentials';
  /** Fields that decide who gets to see this secret: when one of them changes, the secret has to be given again. */
  readonly sentTo?: readonly string[];
  /** Shown only where it is given: an addition of ours, unknown to existing clients. */
  readonly quiet?: boolean;
  /** Never shown: another field shows the result. */
  readonly hidden?: boolean;
}

/** What the objects of a type look like. */
export interface ObjectSchema {
  readonly fields: readonly FieldSchema[];
  /** What an object may be called. */
  readonly id: FieldKind;
  /** What no field can be blamed for alone; asked when every field by itself is in order. */
  readonly check?: (object: ConfigObject, others: ObjectDirectory) => readonly FieldProblem[];
}

/** A configuration object as its users see it. */
export interface ConfigObject {
  readonly id: string;
  /** Every field of its type, defaults filled in, the pieces of a list joined by commas. */
  readonly values: ReadonlyMap<string, string>;
  /** What was given, piece by piece: for lists whose order across fields counts, such as permit and deny. */
  readonly given: readonly StoredField[];
}

/** The objects that are there now, for checks that look beyond one of them. */
export interface ObjectDirectory {
  readonly find: (ref: ObjectRef) => ConfigObject | undefined;
  readonly list: (ref: TypeRef) => readonly ConfigObject[];
}

export const anyId: FieldKind = idOf('1 to 255 characters, none of them a control character', /^\P{Control}{1,255}$/u);

export function idOf(allowed: string, pattern: RegExp): FieldKind {
  return { allowed, read: (given) => (pattern.test(given) ? { value: given } : { refused: given }) };
}

/**
 * Reads an object as it is stored. It was checked when it was written, by this version of the server or another one; a
 * value that is invalid today is shown as it is, so that it can be seen and corrected.
 */
export function readObject(schema: ObjectSchema, { id, fields }: StoredObject): ConfigObject {
  const given = fields.flatMap(({ attribute, value }) => {
    const field = fieldNamed(schema, attribute);
    if (field === undefined) return [];
    const reading = field.kind.read(value);
    return [{ attribute: field.name, value: 'value' in reading ? reading.value : value }];
  });
  return { id, given, values: new Map(schema.fields.map((field) => [field.name, valueIn(given, field)])) };
}

export function fieldNamed({ fields }: ObjectSchema, name: string): FieldSchema | undefined {
  const lower = name.toLowerCase();
  return fields.find((field) => field.name === lower);
}

function valueIn(given: readonly StoredField[], { name, kind, default: fallback }: FieldSchema): string {
  const values = given.flatMap(({ attribute, value }) => (attribute === name ? [value] : []));
  return (kind.isList ? joined(values) : values.at(-1)) ?? fallback;
}

function joined(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.filter((value) => value !== '').join(',');
}
