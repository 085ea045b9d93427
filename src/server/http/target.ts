/** A request target taken apart without decoding anything. */
export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

// Shared and never changed: most requests have no query, and making an empty one costs as much as routing.
export const noQuery = new URLSearchParams();

export function parseTarget(requested: string): Target {
  const target = originForm(requested);
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: noQuery }
    : { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}

/** Proxies may write the whole address into the request line, and a server has to understand it (RFC 9112 §3.2.2). */
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
