import type { StoredField } from '../../storage/object-store';
import type { FieldProblem } from './config-object-failure';
import { fieldNamed } from './config-object-schema';
import type { ConfigObject, FieldSchema, ObjectSchema } from './config-object-schema';
import { mask, meaningOf, shownValue } from './config-object-secrets';

export interface CheckedFields {
  readonly fields: readonly StoredField[];
  readonly problems: readonly FieldProblem[];
}

/** Far beyond any object that makes sense; more would only keep the server busy. */
const most = { fields: 500, characters: 65_536 };

/** Reads fields as a client sends them, `{attribute, value}` each: known and of its kind, or a problem. */
export function checkFields(
  schema: ObjectSchema,
  input: readonly unknown[],
  stored: readonly StoredField[],
): CheckedFields {
  if (isTooMuch(input)) return { fields: [], problems: [{ kind: 'too-much', ...most }] };
  const checked = input.flatMap((field, index) => checkField({ schema, stored }, field, index));
  return {
    fields: lastOfEach(
      schema,
      checked.flatMap((outcome) => ('value' in outcome ? [outcome] : [])),
    ),
    problems: checked.flatMap((outcome) => ('kind' in outcome ? [outcome] : [])),
  };
}

function isTooMuch(input: readonly unknown[]): boolean {
  if (input.length > most.fields) return true;
  const lengths = input.map(membersOf).map(({ value }) => (typeof value === 'string' ? value.length : 0));
  return lengths.reduce((sum, length) => sum + length, 0) > most.characters;
}

interface Target {
  readonly schema: ObjectSchema;
  /** What the object has so far. */
  readonly stored: readonly StoredField[];
}

/** Nothing for a field that stays as it is. */
function checkField(
  { schema, stored }: Target,
  input: unknown,
  index: number,
): StoredField | FieldProblem | readonly [] {
  const { attribute, value } = membersOf(input);
  if (typeof attribute !== 'string') return { kind: 'no-attribute', position: index + 1 };
  const field = fieldNamed(schema, attribute);
  if (field === undefined)
    return { kind: 'unknown-field', field: attribute, known: schema.fields.map(({ name }) => name) };
  if (value === undefined || value === null)
    return { kind: 'no-value', field: field.name, allowed: field.kind.allowed };
  if (typeof value !== 'string') return { kind: 'not-text', field: field.name, allowed: field.kind.allowed };
  const meaning = meaningOf(field, value, stored);
  if (meaning.kind === 'unchanged') return [];
  if (meaning.kind === 'mask-without-secret') return maskProblem(field);
  const reading = field.kind.read(value);
  return 'value' in reading ? { attribute: field.name, value: reading.value } : badValue(field, reading.refused);
}

function membersOf(input: unknown): { readonly attribute?: unknown; readonly value?: unknown } {
  return typeof input === 'object' && input !== null ? input : {};
}

function badValue(field: FieldSchema, refused: string): FieldProblem {
  const given = field.secret === 'whole' ? {} : { given: shownValue(field, refused) };
  return { kind: 'bad-value', field: field.name, ...given, allowed: field.kind.allowed };
}

function maskProblem({ name }: FieldSchema): FieldProblem {
  const allowed = `the value itself, because ${mask} only stands for a secret that is not shown`;
  return { kind: 'bad-value', field: name, given: mask, allowed };
}

/** The last value of a non-list field counts, as in a file. */
function lastOfEach(schema: ObjectSchema, fields: readonly StoredField[]): readonly StoredField[] {
  const last = new Map(fields.map((field) => [field.attribute, field]));
  return fields.filter((field) => isList(schema, field) || last.get(field.attribute) === field);
}

function isList(schema: ObjectSchema, { attribute }: StoredField): boolean {
  return fieldNamed(schema, attribute)?.kind.isList === true;
}

/**
 * What is stored, with the new values of the fields given now. They take the places of the old ones, because the order
 * of permit and deny decides who comes in; new fields go to the end.
 */
export function mergeFields(stored: readonly StoredField[], now: readonly StoredField[]): readonly StoredField[] {
  const [given, old] = [namesIn(now), namesIn(stored)];
  const placed = new Set<string>();
  const merged = stored.flatMap((field) => {
    const { attribute: name } = field;
    if (!given.has(name)) return [field];
    if (placed.has(name)) return [];
    placed.add(name);
    return now.filter(({ attribute }) => attribute === name);
  });
  return [...merged, ...now.filter(({ attribute }) => !old.has(attribute))];
}

function namesIn(fields: readonly StoredField[]): ReadonlySet<string> {
  return new Set(fields.map(({ attribute }) => attribute));
}

/** What is wrong with the object as a whole: its id, and required fields it does not have. */
export function objectProblems(
  schema: ObjectSchema,
  { id, values }: ConfigObject,
  known: readonly FieldProblem[],
): readonly FieldProblem[] {
  // Nothing was read, so nothing can be missed.
  if (known.some(({ kind }) => kind === 'too-much')) return [];
  const name = schema.id.read(id);
  const missing = schema.fields
    // One that was given and refused need not be asked for as well.
    .filter((field) => !known.some((problem) => 'field' in problem && problem.field === field.name))
    .filter((field) => field.required === true && (values.get(field.name) ?? '') === '')
    .map((field): FieldProblem => ({ kind: 'missing', field: field.name, allowed: field.kind.allowed }));
  return 'refused' in name ? [{ kind: 'bad-id', given: id, allowed: schema.id.allowed }, ...missing] : missing;
}
