import type { EnumValues, Model, Parameter, Primitive, Property, Since, TypeRef } from '../model/interface-model';
import type { Bounds } from '../model/bounds';
import { usualBounds } from '../model/bounds';
import { allProperties, ancestorsOf } from '../model/interface-model';
import { compareVersions } from '../../src/shared/text/version';

/** A JSON Schema as we build them: plain data, keys in a fixed order. */
export type Schema = { readonly [keyword: string]: unknown };

/** How the schemas of one artefact are written. */
export interface SchemaDialect {
  /** What stands where a model is meant, such as `{ $ref: '#/components/schemas/Channel' }`. */
  readonly refersTo: (model: string) => Schema;
  readonly primitives: Readonly<Record<Primitive, Schema>>;
  /** Keywords that say since when an entry is there. */
  readonly dated: (since: Since) => Schema;
  /** Keywords that say which values of an enum are younger than the entry. */
  readonly datedValues: (values: EnumValues) => Schema;
}

/** Milliseconds and a numeric zone without a colon: the ecosystem's habit, which RFC 3339 would refuse. */
export const timestampPattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}[+-]\\d{4}$';

/** For schemas that values are checked against: what an integer type can hold is said as bounds. */
export const checkedPrimitives: Readonly<Record<Primitive, Schema>> = {
  string: { type: 'string' },
  'date-time': { type: 'string', pattern: timestampPattern },
  binary: { type: 'string', contentEncoding: 'binary' },
  int32: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  int64: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  object: { type: 'object' },
  json: {},
};

/** For schemas that people and their code generators read: formats rather than bounds, and an example. */
export const describedPrimitives: Readonly<Record<Primitive, Schema>> = {
  ...checkedPrimitives,
  'date-time': { type: 'string', pattern: timestampPattern, examples: ['2026-11-15T00:18:51.581+0000'] },
  binary: { type: 'string', contentMediaType: 'application/octet-stream' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
};

export function typeSchema(type: TypeRef, dialect: SchemaDialect, values?: EnumValues): Schema {
  switch (type.kind) {
    case 'array':
      return { type: 'array', items: typeSchema(type.items, dialect, values) };
    case 'model':
      return dialect.refersTo(type.name);
    case 'primitive':
      return values
        ? { type: 'string', enum: values.values, ...dialect.datedValues(values) }
        : dialect.primitives[type.name];
  }
}

/** The schema of a parameter's value once it has been read: coerced, and a list where several are allowed. */
export function parameterSchema(
  { type, enum: values, multiple, minimum, maximum, bounds, defaultValue }: Parameter,
  dialect: SchemaDialect,
): Schema {
  const { maxItems, ...ofElement } = bounds;
  const one = {
    ...typeSchema(type, dialect, values),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...boundKeywords(ofElement),
    ...(multiple || maxItems === undefined ? {} : { maxItems }),
  };
  const whole = multiple ? { type: 'array', items: one, minItems: 1, maxItems } : one;
  return defaultValue === undefined ? whole : { ...whole, default: defaultValue };
}

/** Of an object, each member that is a text has the bound; the members may also be something else. */
function boundKeywords({ maxLength, maxProperties }: Bounds): Schema {
  if (maxProperties !== undefined) return { maxProperties, additionalProperties: { maxLength } };
  return maxLength === undefined ? {} : { maxLength };
}

/** References that stand for themselves: each model's own schema, put in place. */
export function inlined(models: readonly Model[]): SchemaDialect {
  const refersTo = (name: string): Schema => {
    const model = models.find((candidate) => candidate.name === name);
    if (model === undefined) throw new Error(`the check let a reference to '${name}' pass`);
    return {
      type: 'object',
      properties: Object.fromEntries(
        model.properties.map((property) => [property.name, typeSchema(property.type, dialect, property.enum)]),
      ),
      required: model.properties.filter(({ required }) => required).map((property) => property.name),
    };
  };
  const string = { type: 'string', maxLength: usualBounds.memberText };
  const dialect = {
    refersTo,
    primitives: { ...checkedPrimitives, string },
    dated: () => ({}),
    datedValues: () => ({}),
  };
  return dialect;
}

/**
 * The schema of a concrete model, inherited properties included. In a family, the property that tells its members
 * apart has the model's own name as its only value.
 */
export function modelSchema(model: Model, models: readonly Model[], dialect: SchemaDialect): Schema {
  const properties = allProperties(model, models);
  const discriminator = ancestorsOf(model, models).find((base) => base.discriminator !== undefined)?.discriminator;
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    type: 'object',
    description: model.description,
    ...dialect.dated(model.since),
    properties: Object.fromEntries(
      properties.map((property) => [
        property.name,
        {
          ...(property.name === discriminator
            ? { type: 'string', const: model.name }
            : typeSchema(property.type, dialect, property.enum)),
          description: property.description,
          ...dialect.dated(inheritedSince(property, model)),
        },
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** A model cannot have had an inherited property before it was there itself. */
function inheritedSince({ since }: Property, owner: Model): Since {
  return compareVersions(since.added, owner.since.added) < 0 ? { ...since, added: owner.since.added } : since;
}

/** The given models and all that their properties refer to, in document order. */
export function withReferences(roots: readonly Model[], models: readonly Model[]): Model[] {
  const byName = new Map(models.map((model) => [model.name, model]));
  const reached = new Set<Model>();
  const reach = (model: Model): void => {
    if (reached.has(model)) return;
    reached.add(model);
    for (const { type } of allProperties(model, models)) {
      const referred = byName.get(modelIn(type) ?? '');
      if (referred) reach(referred);
    }
  };
  roots.forEach(reach);
  return models.filter((model) => reached.has(model));
}

function modelIn(type: TypeRef): string | undefined {
  if (type.kind === 'array') return modelIn(type.items);
  return type.kind === 'model' ? type.name : undefined;
}
