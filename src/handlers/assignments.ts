import type { JsonObject, JsonValue } from '../contract/json';
import { isJsonObject } from '../contract/json';
import type { Assignment } from '../engine/calls/channel/dialplan-port';

/**
 * The `variables` of a request. Any JSON is accepted; nothing is refused here. An object with
 * `value` is the long form, which may also say whether the variable is reported with every event.
 */
export function assignmentsOf(variables: JsonObject = {}): readonly Assignment[] {
  return Object.entries(variables)
    .map(([name, value]) => assignment(name.trim(), value))
    .filter(({ name }) => name !== '');
}

function assignment(name: string, given: JsonValue): Assignment {
  if (!isJsonObject(given) || !Object.hasOwn(given, 'value')) return { name, value: textOf(given), isShown: false };
  const { value = null, report_events: reported = false } = given;
  return { name, value: textOf(value), isShown: isTrue(reported) };
}

/** A value as the text that it becomes. */
export function textOf(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isTrue(value: JsonValue): boolean {
  return /^(yes|true|y|t|1|on)$/i.test(textOf(value));
}
