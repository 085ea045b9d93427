import type { JsonObject, JsonValue } from '../contract/json';
import { isJsonObject } from '../contract/json';
import { isList, listOf, objectOf } from './json-access';
import { compareVersions } from '../shared/text/version';

/**
 * The document without any entry whose `x-since` is younger than the version, wherever it stands, and without what
 * younger versions did to the entries that stay.
 */
export function withoutYounger(value: JsonValue, version: string): JsonValue {
  const wasThere = (entry: JsonValue) => {
    const since = objectOf(entry)['x-since'];
    return typeof since !== 'string' || compareVersions(since, version) <= 0;
  };
  if (isList(value)) return value.filter(wasThere).map((entry) => withoutYounger(entry, version));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(trimmed(value, version)).filter(([, entry]) => wasThere(entry));
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutYounger(entry, version)]));
}

function trimmed(entry: JsonObject, version: string): JsonObject {
  const { 'x-changed': changed, 'x-enum-since': valuesSince, enum: values, ...rest } = entry;
  if (changed === undefined && valuesSince === undefined) return entry;
  const wasThere = (since: JsonValue | undefined) => typeof since !== 'string' || compareVersions(since, version) <= 0;
  const sinceOf = objectOf(valuesSince);
  const older = Object.entries(sinceOf).filter(([, since]) => wasThere(since));
  const changes = listOf(changed).filter(wasThere);
  return {
    ...rest,
    ...(values === undefined
      ? {}
      : { enum: listOf(values).filter((value) => typeof value !== 'string' || wasThere(sinceOf[value])) }),
    ...(older.length > 0 ? { 'x-enum-since': Object.fromEntries(older) } : {}),
    ...(changes.length > 0 ? { 'x-changed': changes } : {}),
  };
}

/**
 * The document without entries that led to something now gone, and without the names of required properties now gone.
 * Nothing else can dangle: the generator refuses an entry that is older than the model it refers to.
 */
export function withoutDangling(document: JsonObject): JsonObject {
  const settled = objectOf(settle(document, document));
  // What has gone now may have been what others led to.
  return JSON.stringify(settled) === JSON.stringify(document) ? settled : withoutDangling(settled);
}

function settle(value: JsonValue, document: JsonObject): JsonValue {
  const leads = (entry: JsonValue): boolean => !isDangling(entry, document);
  if (isList(value)) return value.filter(leads).map((entry) => settle(entry, document));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, entry]) => leads(entry));
  const kept = Object.fromEntries(entries.map(([key, entry]) => [key, settle(entry, document)]));
  // The `required` of a schema is a list of names, that of a parameter or a body is a plain yes or no.
  return isList(kept['required']) ? withRequiredPresent(kept) : kept;
}

function withRequiredPresent({ required, ...schema }: JsonObject): JsonObject {
  const properties = objectOf(schema['properties']);
  const names = listOf(required).filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  return names.length > 0 ? { ...schema, required: names } : schema;
}

/** Whether an entry is a reference to nothing: `#/components/schemas/Channel` without such a schema. */
function isDangling(entry: JsonValue, document: JsonObject): boolean {
  const { $ref } = objectOf(entry);
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return false;
  let place: JsonValue | undefined = document;
  for (const name of $ref.slice(2).split('/')) place = objectOf(place)[name];
  return place === undefined;
}
