import type { DocumentMethod, OpenApiDocument, PathItem, PlacedOperation } from './open-api-document';
import { operationsIn } from './open-api-document';

export interface PathMatch {
  readonly item: PathItem;
  /** Decoded values of the path's parameters by name. */
  readonly values: ReadonlyMap<string, string>;
}

/** An operation under its own path, whichever of its aliases was asked for. */
export interface OperationMatch extends PlacedOperation {
  readonly values: ReadonlyMap<string, string>;
}

interface Template {
  readonly item: PathItem;
  readonly parts: readonly string[];
}

/**
 * Finds what the document says about a path, by the rule that the route table follows: at each segment a literal wins
 * over a parameter and is not reconsidered. Independent of the router, so that each can be checked against the other.
 */
export class DocumentPaths {
  readonly #templates: readonly Template[];
  readonly #operations: ReadonlyMap<string, PlacedOperation>;

  constructor(document: OpenApiDocument) {
    this.#templates = Object.entries(document.paths).map(([path, item]) => ({ item, parts: partsOf(path) }));
    this.#operations = new Map(operationsIn(document).map((placed) => [placed.operation.operationId, placed]));
  }

  /** The path is below the root of the interface and still percent-encoded. */
  match(path: string): PathMatch | undefined {
    const segments = partsOf(path).map(decoded);
    let candidates = this.#templates;
    for (const [index, segment] of segments.entries()) {
      if (segment === undefined || segment === '') return undefined;
      const literal = candidates.filter(({ parts }) => parts[index] === segment);
      candidates = literal.length > 0 ? literal : candidates.filter(({ parts }) => nameIn(parts[index]) !== undefined);
    }
    const found = candidates.find(({ parts }) => parts.length === segments.length);
    return found && { item: found.item, values: valuesOf(found, segments) };
  }

  operation(method: string, path: string): OperationMatch | undefined {
    const match = this.match(path);
    const found = match?.item[method.toLowerCase() as DocumentMethod];
    if (match === undefined || found === undefined || method !== method.toUpperCase()) return undefined;
    const placed = this.#operations.get(found['x-alias-of'] ?? found.operationId);
    return placed && { ...placed, values: match.values };
  }
}

/** The name in `{name}`; undefined for a literal part. */
export function nameIn(part: string | undefined): string | undefined {
  return /^\{(\w+)\}$/.exec(part ?? '')?.[1];
}

export function partsOf(path: string): string[] {
  return path.slice(1).split('/');
}

function valuesOf({ parts }: Template, segments: readonly (string | undefined)[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [index, part] of parts.entries()) {
    const name = nameIn(part);
    if (name !== undefined) values.set(name, segments[index] ?? '');
  }
  return values;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
