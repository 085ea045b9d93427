import type { StoredField } from '../../storage/object-store';
import type { ConfigObject, ObjectSchema } from './config-object-schema';
import { shownValue } from './config-object-secrets';

/** All fields of an object as a list, in the order of the schema, without its secrets. */
export function viewObject(schema: ObjectSchema, object: ConfigObject): readonly StoredField[] {
  return schema.fields
    .filter(({ hidden }) => hidden !== true)
    .filter(({ name, quiet }) => quiet !== true || object.given.some(({ attribute }) => attribute === name))
    .map((field) => ({ attribute: field.name, value: shownValue(field, object.values.get(field.name) ?? '') }));
}
