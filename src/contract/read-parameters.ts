import type { JsonValue } from './json';
import { isJsonObject } from './json';
import type { RouteParameter } from './route';
import { splitList } from './split-list';

/** Where the values of one request can come from. */
export interface ParameterSources {
  /** Decoded path segments by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** A form body; the query string wins over it. */
  readonly form?: URLSearchParams | undefined;
  /** A JSON body; its members win over everything but the path. */
  readonly json?: JsonValue | undefined;
}

/**
 * Gathers one value per declared parameter and coerces it towards its type. What cannot be coerced is handed on as it
 * came, for the validator to refuse by name. Undeclared parameters are ignored.
 */
export function readParameters(
  parameters: readonly RouteParameter[],
  sources: ParameterSources,
): Record<string, JsonValue> {
  const values = new Parameters();
  for (const parameter of parameters) {
    const value = valueOf(parameter, sources);
    if (value !== undefined) values[parameter.name] = value;
  }
  return values;
}

// The prototype is empty, so that `constructor` and its kind are absent like any other name that was not given. Not
// Object.create(null): such an object is a hash table to V8, and everything after it reads these values.
const Parameters = function () {} as unknown as new () => Record<string, JsonValue>;
Parameters.prototype = Object.freeze(Object.create(null)) as object;

function valueOf(parameter: RouteParameter, { path, query, form, json }: ParameterSources): JsonValue | undefined {
  if (parameter.in === 'path') return own(path, parameter.name);
  if (parameter.in === 'whole-body') return json;
  const member = isJsonObject(json) ? own(json, parameter.name) : undefined;
  // A member that is null counts as not given, as a client that serialises an unset field would expect.
  if (member !== undefined && member !== null) return fromJson(parameter, member);
  if (parameter.in === 'body') return undefined;
  const texts = textsOf(parameter.name, query, form);
  return texts.length === 0 ? undefined : fromTexts(parameter, texts);
}

const none: readonly string[] = [];

function textsOf(name: string, query: URLSearchParams, form: URLSearchParams | undefined): readonly string[] {
  if (query.size > 0 && query.has(name)) return query.getAll(name);
  return form === undefined ? none : form.getAll(name);
}

function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function fromTexts(parameter: RouteParameter, texts: readonly string[]): JsonValue | undefined {
  if (parameter.multiple) {
    const values = texts.flatMap(splitList);
    return values.length === 0 ? undefined : bounded(parameter, values).map((text) => coerceText(parameter, text));
  }
  const last = texts[texts.length - 1] ?? '';
  return isBlank(parameter, last) ? undefined : coerceText(parameter, last);
}

/** An array is taken as it is, and a single value as a list of one: the way to give a value with commas in it. */
function fromJson(parameter: RouteParameter, member: JsonValue): JsonValue | undefined {
  if (parameter.multiple) {
    const values: readonly JsonValue[] = Array.isArray(member) ? member : member === '' ? [] : [member];
    return values.length === 0 ? undefined : bounded(parameter, values).map((value) => coerceJson(parameter, value));
  }
  return member === '' && isBlank(parameter, member) ? undefined : coerceJson(parameter, member);
}

/** One more than are allowed is as wrong as any number of them, and quicker to refuse. */
function bounded<Value>({ maxItems = Infinity }: RouteParameter, values: readonly Value[]): readonly Value[] {
  return values.length > maxItems ? values.slice(0, maxItems + 1) : values;
}

/**
 * An empty text means "not given" where empty is not a value: for numbers, booleans, enums, and whatever is required.
 * An optional string may well be empty on purpose.
 */
function isBlank({ type, enum: values, required }: RouteParameter, text: string): boolean {
  return text === '' && (type !== 'string' || values !== undefined || required === true);
}

function coerceText(parameter: RouteParameter, text: string): JsonValue {
  switch (parameter.type) {
    case 'integer':
    case 'number':
      return numberIn(text.trim()) ?? text;
    case 'boolean':
      return booleans.get(text.trim().toLowerCase()) ?? text;
    default:
      return parameter.ignoreCase ? canonical(parameter, text) : text;
  }
}

/** Plain decimal notation only: nothing is guessed from junk, and nothing becomes infinite. */
function numberIn(text: string): number | undefined {
  const number = /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : Infinity;
  return Number.isFinite(number) ? number : undefined;
}

function coerceJson(parameter: RouteParameter, value: JsonValue): JsonValue {
  if (parameter.in === 'body') return value;
  if (typeof value === 'string') return coerceText(parameter, value);
  if (parameter.type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  if (parameter.type === 'boolean' && (value === 0 || value === 1)) return value === 1;
  return value;
}

/** The spellings of yes and no that clients and configuration files use. */
export const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 't', '1', 'on'].map((text) => [text, true] as const),
  ...['false', 'no', 'n', 'f', '0', 'off'].map((text) => [text, false] as const),
]);

function canonical({ enum: values = [] }: RouteParameter, text: string): string {
  const lower = text.toLowerCase();
  return values.find((value) => value.toLowerCase() === lower) ?? text;
}
