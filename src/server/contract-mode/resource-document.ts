import { isDeepStrictEqual } from 'node:util';
import type { Components, DocumentOperation, OpenApiDocument, PathItem } from './open-api-document';
import { operationsIn, resourceOf } from './open-api-document';

/**
 * The document as it would be if it described one resource only, without prose and without aliases, and all refusals of
 * an operation as one. The validator searches all of its document again for each status of each operation it meets.
 */
export function documentOf(resource: string, document: OpenApiDocument): OpenApiDocument {
  const bare = withoutProse(document.components) as Components;
  const paths: Record<string, PathItem> = {};
  for (const { template, method, operation } of operationsIn(document)) {
    if (operation['x-alias-of'] !== undefined || resourceOf(operation) !== resource) continue;
    paths[template] = {
      ...paths[template],
      [method]: withOneRefusal(withoutProse(operation) as DocumentOperation, bare),
    };
  }
  const { openapi, info, servers } = document;
  return { openapi, info, servers, paths, components: referredFrom(paths, bare) };
}

/** Refusals with the same content as a fault become the default, which counts for every status that is not listed. */
function withOneRefusal(operation: DocumentOperation, components: Components): DocumentOperation {
  const { '500': fault, ...others } = operation.responses;
  if (fault === undefined) return operation;
  const resolved = (response: DocumentOperation['responses'][string]): unknown =>
    '$ref' in response ? components.responses[response.$ref.slice('#/components/responses/'.length)] : response;
  const own = Object.entries(others).filter(([, response]) => !isDeepStrictEqual(resolved(response), resolved(fault)));
  return { ...operation, responses: { ...Object.fromEntries(own), default: fault } };
}

/** Names chosen by the document's author, not keywords. */
const named = new Set(['properties', 'schemas', 'responses', 'paths']);

function withoutProse(value: unknown, isNaming = false): unknown {
  if (Array.isArray(value)) return value.map((inner) => withoutProse(inner));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => isNaming || !(key === 'description' || key.startsWith('x-')));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutProse(inner, !isNaming && named.has(key))]));
}

function referredFrom(paths: OpenApiDocument['paths'], components: Components): Components {
  const referred = new Set<string>();
  collect(paths, { components, referred });
  const kept = <Value>(kind: keyof Components, values: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => referred.has(`#/components/${kind}/${name}`)));
  return { schemas: kept('schemas', components.schemas), responses: kept('responses', components.responses) };
}

interface Search {
  readonly components: Components;
  readonly referred: Set<string>;
}

function collect(value: unknown, search: Search): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') follow(inner, search);
    else collect(inner, search);
  }
}

function follow(reference: string, search: Search): void {
  if (search.referred.has(reference)) return;
  search.referred.add(reference);
  const [, , kind, name = ''] = reference.split('/');
  collect(search.components[kind === 'schemas' ? 'schemas' : 'responses'][name], search);
}
