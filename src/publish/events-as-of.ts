import type { JsonObject, JsonValue } from '../contract/json';
import { compareVersions } from '../shared/text/version';
import { withoutDangling, withoutYounger } from './dated-json';
import { listOf, objectOf } from './json-access';

/**
 * The AsyncAPI document as it would have been at a version: without whatever carries a younger `x-since`, and without
 * the operations that have no messages then.
 */
export function asyncApiAsOf(document: JsonObject, version: string): JsonObject {
  const settled = withoutDangling(objectOf(withoutYounger(document, version)));
  const operations = Object.entries(objectOf(settled['operations'])).filter(
    ([, operation]) => listOf(objectOf(operation)['messages']).length > 0,
  );
  return {
    ...settled,
    info: { ...objectOf(settled['info']), version },
    operations: Object.fromEntries(operations),
  };
}

/**
 * The JSON Schema of the events as it would have been at a version. A schema has no place for all the dates, so that
 * `asyncApi`, the AsyncAPI document as of the same version, says which models, properties and values there were.
 */
export function eventSchemasAsOf(document: JsonObject, asyncApi: JsonObject, version: string): JsonObject {
  const models = objectOf(objectOf(asyncApi['components'])['schemas']);
  const kept = Object.entries(objectOf(document['$defs'])).filter(([name]) => models[name] !== undefined);
  const $defs = Object.fromEntries(
    kept.map(([name, schema]) => [name, modelAsOf(objectOf(schema), objectOf(models[name]), version)]),
  );
  const { $id: id } = document;
  const $id = typeof id === 'string' ? id.replace(/[^:]*$/, version) : '';
  return withoutDangling({ ...document, $id, $defs });
}

function modelAsOf(schema: JsonObject, dated: JsonObject, version: string): JsonObject {
  const before = objectOf(dated['properties']);
  const kept = Object.entries(objectOf(schema['properties'])).filter(([name]) => before[name] !== undefined);
  const properties = kept.map(([name, property]): [string, JsonValue] => [
    name,
    withValuesOf(withOlderChanges(objectOf(property), version), objectOf(before[name])),
  ]);
  return { ...withOlderChanges(schema, version), properties: Object.fromEntries(properties) };
}

/** The values that there are in `dated`, where the schema, or that of its items, lists values. */
function withValuesOf(schema: JsonObject, dated: JsonObject): JsonObject {
  const values = dated['enum'];
  if (schema['enum'] !== undefined && values !== undefined) return { ...schema, enum: values };
  if (schema['items'] === undefined) return schema;
  return { ...schema, items: withValuesOf(objectOf(schema['items']), objectOf(dated['items'])) };
}

/** A comment tells when an entry came and when it changed: `since 1.0.0, changed in 2.0.0`. */
function withOlderChanges(schema: JsonObject, version: string): JsonObject {
  const { $comment } = schema;
  if (typeof $comment !== 'string') return schema;
  const [since = '', ...changes] = $comment.split(', changed in ');
  const older = changes.filter((change) => compareVersions(change, version) <= 0);
  return { ...schema, $comment: [since, ...older].join(', changed in ') };
}
