import type { Call } from './call';
import { quoteListValue } from './quote-list-value';
import type { TransportRequest } from './transport';

type Values = ReadonlyMap<string, unknown>;

/**
 * Puts every parameter where the operation's table wants it: percent-encoded into the path, into the query string, or
 * into a JSON body, which takes any character and any list as it is. Names the table does not know are left behind.
 */
export function placeParameters(call: Call<unknown>, params: object): TransportRequest {
  const { operation, method, answer } = call;
  const values = new Map<string, unknown>(Object.entries(params));
  const query = queryText(call.query ?? [], values);
  const body = bodyText(call, values);
  return {
    operation,
    method,
    target: pathText(call, values) + (query === '' ? '' : `?${query}`),
    ...(body === undefined ? {} : { body }),
    binary: answer.binary,
  };
}

function pathText({ operation, path }: Call<unknown>, values: Values): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = textOf(values.get(name));
    // An empty segment would address another operation, such as the whole list instead of one entry.
    if (text === '') throw new TypeError(`${operation} needs '${name}', and it must not be empty`);
    return segmentText(text);
  });
}

function segmentText(text: string): string {
  // A lone `.` or `..` would be taken as a step in the path by whatever normalises it on the way.
  return text === '.' || text === '..' ? text.replaceAll('.', '%2E') : encodeURIComponent(text);
}

function queryText(names: readonly string[], values: Values): string {
  const pairs = names.flatMap((name) => {
    const text = queryValue(values.get(name));
    return text === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`];
  });
  return pairs.join('&');
}

/** A list is joined by commas rather than repeated: some servers of this interface keep only the last repetition. */
function queryValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return textOf(value);
  return value.length === 0 ? undefined : value.map((item) => quoteListValue(textOf(item))).join(',');
}

function bodyText({ body = [], wholeBody }: Call<unknown>, values: Values): string | undefined {
  if (wholeBody !== undefined) return values.has(wholeBody) ? JSON.stringify(values.get(wholeBody)) : undefined;
  const given = body.filter((name) => values.get(name) !== undefined);
  return given.length === 0
    ? undefined
    : JSON.stringify(Object.fromEntries(given.map((name) => [name, values.get(name)])));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
