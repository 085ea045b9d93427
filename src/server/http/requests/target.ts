/** A request target taken apart without decoding anything. */
export interface Target {
  readonly path: string;
  /** Empty when the query has too many fields. */
  readonly query: URLSearchParams;
  readonly isOverfull?: true;
}

/** Maximum number of fields of a query or a form: lookups are linear. */
export const maxFields = 1000;

// Shared and never changed: most requests have no query, and making an empty one costs as much as routing.
export const noQuery = new URLSearchParams();

export function parseTarget(requested: string): Target {
  const target = originForm(requested);
  const mark = target.indexOf('?');
  if (mark === -1) return { path: target, query: noQuery };
  const [path, query] = [target.slice(0, mark), target.slice(mark + 1)];
  return hasTooManyFields(query)
    ? { path, query: noQuery, isOverfull: true }
    : { path, query: new URLSearchParams(query) };
}

export function hasTooManyFields(text: string): boolean {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1 && count <= maxFields; at = text.indexOf('&', at + 1)) count += 1;
  return count > maxFields;
}

/** Proxies may send the absolute form in the request line, and a server has to accept it (RFC 9112 §3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest;
}

/** The path behind a configured first segment, compared without regard to case; undefined when it is not there. */
export function behindPrefix(path: string, prefix: string): string | undefined {
  if (prefix === '') return path;
  const head = `/${prefix}`;
  if (path.length < head.length || path.slice(0, head.length).toLowerCase() !== head.toLowerCase()) return undefined;
  const rest = path.slice(head.length);
  return rest === '' ? '/' : rest.startsWith('/') ? rest : undefined;
}
