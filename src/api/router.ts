import type { Method, Route } from '../contract/route';

export interface Match<Operations> {
  /** The entries of the matched path by method; the keys are what an `Allow` header lists. */
  readonly entries: ReadonlyMap<Method, RouteEntry<Operations>>;
  /** Decoded values of the path's parameters, in the order they stand in the path. */
  readonly values: readonly string[];
}

export interface RouteEntry<Operations> {
  readonly route: Route<Operations>;
  /** Names of the path's parameters, in the same order as the values of a match. */
  readonly names: readonly string[];
}

interface Node<Operations> {
  readonly literals: Map<string, Node<Operations>>;
  wildcard: Node<Operations> | undefined;
  readonly entries: Map<Method, RouteEntry<Operations>>;
}

/**
 * Finds the routes of a path. At each segment a literal wins over a parameter and is not reconsidered, so that
 * `/channels/create` is never taken for a channel called `create`.
 */
export class Router<Operations> {
  readonly #root = emptyNode<Operations>();
  /** The paths without parameters, as a whole. */
  readonly #fixed = new Map<string, Match<Operations>>();

  constructor(routes: readonly Route<Operations>[]) {
    for (const route of routes) {
      for (const path of [route.path, ...route.aliases]) this.#add(path, route);
    }
  }

  /**
   * The path is as it stands in the request, still percent-encoded. Undefined for an unknown path. A path without
   * operations, such as `/recordings`, exists and has no methods.
   */
  match(path: string): Match<Operations> | undefined {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return fixed;
    const values: string[] = [];
    let node = this.#root;
    let end = 0;
    do {
      const start = end + 1;
      const slash = path.indexOf('/', start);
      end = slash === -1 ? path.length : slash;
      const text = decodeSegment(path.slice(start, end));
      if (text === undefined || text === '') return undefined;
      const literal = node.literals.get(text);
      const next = literal ?? node.wildcard;
      if (next === undefined) return undefined;
      if (literal === undefined) values.push(text);
      node = next;
    } while (end < path.length);
    return node.entries.size === 0 && values.length > 0 ? undefined : { entries: node.entries, values };
  }

  #add(path: string, route: Route<Operations>): void {
    const names: string[] = [];
    let node = this.#root;
    for (const segment of segmentsOf(path)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name !== undefined) names.push(name);
      node = name === undefined ? literalOf(node, segment) : (node.wildcard ??= emptyNode());
    }
    node.entries.set(route.method, { route, names });
    if (names.length === 0) this.#fixed.set(path, { entries: node.entries, values: [] });
  }
}

export function pathValues<Operations>(
  { names }: RouteEntry<Operations>,
  values: readonly string[],
): Record<string, string> {
  const result: Record<string, string> = {};
  for (let index = 0; index < names.length; index += 1) result[names[index] ?? ''] = values[index] ?? '';
  return result;
}

function emptyNode<Operations>(): Node<Operations> {
  return { literals: new Map(), wildcard: undefined, entries: new Map() };
}

function literalOf<Operations>(node: Node<Operations>, segment: string): Node<Operations> {
  const known = node.literals.get(segment);
  if (known !== undefined) return known;
  const made = emptyNode<Operations>();
  node.literals.set(segment, made);
  return made;
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split('/');
}

/** Decoded after splitting, so that an id may contain an encoded slash; a `+` is a space, as clients of forms write it. */
function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%') && !segment.includes('+')) return segment;
  try {
    return decodeURIComponent(segment.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
