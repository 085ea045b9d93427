import type { EnumValues, Model, Parameter, Primitive, TypeRef } from '../model/interface-model';

/** A JSON Schema as we build them: plain data, keys in a fixed order. */
export type Schema = { readonly [keyword: string]: unknown };

/** Milliseconds and a numeric zone without a colon: the ecosystem's habit, which RFC 3339 would refuse. */
export const timestampPattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}[+-]\\d{4}$';

const primitives: Readonly<Record<Primitive, Schema>> = {
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

/** How the schema of a model is referred to, such as `(name) => '#/components/schemas/' + name`. */
export type RefersTo = (model: string) => Schema;

export function typeSchema(type: TypeRef, refersTo: RefersTo, values?: EnumValues): Schema {
  switch (type.kind) {
    case 'array':
      return { type: 'array', items: typeSchema(type.items, refersTo, values) };
    case 'model':
      return refersTo(type.name);
    case 'primitive':
      return values ? { type: 'string', enum: values.values } : primitives[type.name];
  }
}

/** The most values that one list parameter takes. */
export const maximumValues = 127;

/** The schema of a parameter's value once it has been read: coerced, and a list where several are allowed. */
export function parameterSchema(
  { type, enum: values, multiple, minimum, maximum, defaultValue }: Parameter,
  refersTo: RefersTo,
): Schema {
  const one = {
    ...typeSchema(type, refersTo, values),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  const whole = multiple ? { type: 'array', items: one, minItems: 1, maxItems: maximumValues } : one;
  return defaultValue === undefined ? whole : { ...whole, default: defaultValue };
}

/** A reference that stands for itself: the model's own schema, put in place. */
export function inlined(models: readonly Model[]): RefersTo {
  const refersTo: RefersTo = (name) => {
    const model = models.find((candidate) => candidate.name === name);
    if (model === undefined) throw new Error(`the check let a reference to '${name}' pass`);
    return {
      type: 'object',
      properties: Object.fromEntries(
        model.properties.map((property) => [property.name, typeSchema(property.type, refersTo, property.enum)]),
      ),
      required: model.properties.filter(({ required }) => required).map((property) => property.name),
    };
  };
  return refersTo;
}
