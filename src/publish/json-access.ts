import type { JsonObject, JsonValue } from '../contract/json';
import { isJsonObject } from '../contract/json';

/** The value as an object; anything else counts as an empty one. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value as a list; anything else counts as an empty one. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : [];
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
