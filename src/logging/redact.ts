import { isDate, isMap, isNativeError, isSet } from 'node:util/types';
import type { LogFields } from '../shared/logger';

/** What a line may hold once it has passed here: plain data without secrets. */
export type Loggable = string | number | boolean | null | readonly Loggable[] | { readonly [name: string]: Loggable };

export const hidden = '***';

/** Maximum length of a value that a peer may have chosen, and of our own texts: stacks, sentences. */
const longestValue = 1024;
const longest = 8192;
/** Characters of all values of a line together. */
const longestLine = 32 * 1024;
const deepest = 6;

/** Names, without case, dashes and underscores, whose values must not appear in a log. */
const secretNames = new Set([
  'apikey',
  'authorization',
  'proxyauthorization',
  'password',
  'passwd',
  'secret',
  'cookie',
  'setcookie',
]);

/** The query parameter as the server would still recognise it: any of its letters may be percent-encoded. */
const apiKey = [...'api_key'].map((letter) => `(?:${letter}|%${letter.charCodeAt(0).toString(16)})`).join('');
// Greedy on purpose: a password may hold nearly anything, and a log that hides too much does no harm.
const apiKeyText = new RegExp(`(${apiKey}["']?\\s{0,3}(?:[=:]|%3d)\\s{0,3})(?:"(?:[^"\\\\]|\\\\.)*"?)?[^&\\s]*`, 'gi');
const headerText = /(authorization["']?\s{0,3}[:=,]\s{0,3})[^\r\n]+/gi;
const basicText = /\b(basic\s{1,3})([a-z0-9+/_-]{4,})/gi;
const bearerText = /\b(bearer\s{1,3})[a-z0-9+/._~-]{16,}/gi;
const urlPassword = /(:\/\/[^\s/:@]*:)[^\s/]*@/g;

/** Fast path: no secret is spelled without one of these. */
const suspicious = /%|key|authorization|basic|bearer|:\/\//i;

/** The only place where secrets are removed from log lines. */
export function redactFields(fields: LogFields): readonly (readonly [name: string, value: Loggable])[] {
  try {
    return members(Object.entries(fields), { left: 500, characters: longestLine }, 0);
  } catch {
    return [['fields', '[unreadable]']]; // a getter threw; the message is still logged
  }
}

/** Hides credentials inside a text: in URLs, headers and bodies. */
export function redactText(text: string, limit = longest): string {
  if (text.length <= limit && !suspicious.test(text)) return text;
  // Cut twice: what is scanned stays bounded, and the second cut removes what the first may have split.
  const clean = text
    .slice(0, 4 * limit)
    .replace(apiKeyText, `$1${hidden}`)
    .replace(headerText, `$1${hidden}`)
    .replace(basicText, (whole: string, scheme: string, token: string) =>
      Buffer.from(token, 'base64').includes(':') ? `${scheme}${hidden}` : whole,
    )
    .replace(bearerText, `$1${hidden}`)
    .replace(urlPassword, `$1${hidden}@`);
  return clean.length > limit ? `${clean.slice(0, limit)}…` : clean;
}

/** A line may reference a whole object graph by accident; the number of values is limited. */
interface Budget {
  left: number;
  characters: number;
}

function members(entries: Iterable<[string, unknown]>, budget: Budget, depth: number): [string, Loggable][] {
  const kept: [string, Loggable][] = [];
  for (const [name, value] of entries) {
    if (value === undefined || budget.left <= 0) continue;
    kept.push([shortText(name, budget), isSecret(name) ? hidden : loggable(value, budget, depth)]);
  }
  return kept;
}

function loggable(value: unknown, budget: Budget, depth: number): Loggable {
  budget.left -= 1;
  switch (typeof value) {
    case 'string':
      return shortText(value, budget);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : readable(value, budget, depth);
    case 'undefined':
      return null;
    case 'function':
      return '[function]';
    case 'bigint':
    case 'symbol':
      return String(value);
  }
}

/** A text that a peer may have chosen. */
function shortText(text: string, budget: Budget): string {
  const kept = redactText(text, Math.min(longestValue, Math.max(0, budget.characters)));
  budget.characters -= kept.length;
  return kept;
}

/** Getters and proxies may throw; a log line must not. */
function readable(value: object, budget: Budget, depth: number): Loggable {
  try {
    return fromObject(value, budget, depth);
  } catch {
    return '[unreadable]';
  }
}

function fromObject(value: object, budget: Budget, depth: number): Loggable {
  if (value instanceof Error || isNativeError(value)) return redactText(errorText(value, 0));
  if (isDate(value)) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString();
  if (value instanceof URL || value instanceof URLSearchParams) return shortText(String(value), budget);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth >= deepest || budget.left <= 0) return '[…]';
  if (isMap(value)) return Object.fromEntries(members(namedEntries(value), budget, depth + 1));
  if (Array.isArray(value) || isSet(value)) return items([...(value as Iterable<unknown>)], budget, depth + 1);
  return Object.fromEntries(members(Object.entries(value), budget, depth + 1));
}

/** In a list a name may stand before its value, as in the raw headers of a request. */
function items(list: readonly unknown[], budget: Budget, depth: number): readonly Loggable[] {
  const kept: Loggable[] = [];
  for (const [index, item] of list.entries()) {
    if (budget.left <= 0) return [...kept, `[${list.length - index} more]`];
    const before = list[index - 1];
    kept.push(typeof before === 'string' && isSecret(before) ? hidden : loggable(item, budget, depth));
  }
  return kept;
}

function* namedEntries(map: ReadonlyMap<unknown, unknown>): Generator<[string, unknown]> {
  for (const [name, value] of map) yield [typeof name === 'string' ? name : `[${typeof name}]`, value];
}

function errorText(error: Error, depth: number): string {
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return isNativeError(error.cause) && depth < deepest ? `${own}\ncaused by ${errorText(error.cause, depth + 1)}` : own;
}

function isSecret(name: string): boolean {
  return name.length < 32 && secretNames.has(name.toLowerCase().replace(/[-_]/g, ''));
}
