import type { StoredField } from '../config/stores/object-store';
import type { ConfigObject, FieldSchema, ObjectSchema } from './config-object-schema';

/** Masked, a secret shows that it is set and nothing more. */
export type Secrets = 'shown' | 'masked';

const mask = '********';

/** All fields of an object as a list, in the order of the schema. */
export function viewObject(schema: ObjectSchema, object: ConfigObject, secrets: Secrets): readonly StoredField[] {
  return schema.fields
    .filter(({ name, quiet }) => quiet !== true || object.given.some(({ attribute }) => attribute === name))
    .map((field) => ({ attribute: field.name, value: shownValue(field, object, secrets) }));
}

function shownValue({ name, secret }: FieldSchema, { values }: ConfigObject, secrets: Secrets): string {
  const value = values.get(name) ?? '';
  return secret === true && secrets === 'masked' && value !== '' ? mask : value;
}
