import type { JsonObject, JsonValue } from '../contract/json';
import { isJsonObject } from '../contract/json';

/** The `variables` of a request as texts. Any JSON will do: nothing a client sends here is a reason to refuse. */
export function variableTexts(variables: JsonObject = {}): ReadonlyMap<string, string> {
  return new Map(Object.entries(variables).map(([name, value]) => [name, textOf(value)]));
}

/** An object with `value` is the long form of that value. */
function textOf(value: JsonValue): string {
  if (isJsonObject(value) && Object.hasOwn(value, 'value')) return plainText(value['value'] ?? null);
  return plainText(value);
}

function plainText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
