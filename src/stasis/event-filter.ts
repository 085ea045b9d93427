import type { JsonObject, JsonValue } from '../contract/json';
import { isJsonObject } from '../contract/json';

/** Entries are kept as they were given; only their `type` has a meaning. */
export interface EventFilter {
  readonly allowed: readonly JsonObject[];
  readonly disallowed: readonly JsonObject[];
}

/** Entries of one list: several times as many as there are types of events. */
export const maxFilterEntries = 1000;

export const openFilter: EventFilter = { allowed: [], disallowed: [] };

/**
 * The filter after a client has put this body. Nothing, `{}` and `[]` clear it; a list given replaces that list only;
 * a bare array stands for both. Undefined when the body is not a filter.
 */
export function changedFilter(present: EventFilter, body: JsonValue | undefined): EventFilter | undefined {
  if (body === undefined || body === null || isEmpty(body)) return openFilter;
  if (Array.isArray(body)) return isEntries(body) ? { allowed: body, disallowed: body } : undefined;
  if (!isJsonObject(body)) return undefined;
  const { allowed = present.allowed, disallowed = present.disallowed } = body;
  return isEntries(allowed) && isEntries(disallowed) ? { allowed, disallowed } : undefined;
}

/** Whether an event of this type passes. What is disallowed stays out even if it is allowed too. */
export function makePassage({ allowed, disallowed }: EventFilter): (type: string) => boolean {
  const [wanted, unwanted] = [typesOf(allowed), typesOf(disallowed)];
  return (type) => !unwanted.has(type) && (wanted.size === 0 || wanted.has(type));
}

function typesOf(entries: readonly JsonObject[]): ReadonlySet<unknown> {
  return new Set(entries.map(({ type }) => type));
}

function isEmpty(body: JsonValue): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length === 0;
}

function isEntries(value: unknown): value is readonly JsonObject[] {
  return (
    Array.isArray(value) &&
    value.length <= maxFilterEntries &&
    value.every((entry) => isJsonObject(entry) && typeof entry['type'] === 'string' && entry['type'] !== '')
  );
}
