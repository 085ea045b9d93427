import type { InterfaceModel, Method, Operation } from '../../model/interface-model';
import type { OperationExtras, OperationObject, PathItem } from './document';
import { datesOf } from './document';
import type { SharedParameters } from './parameters';
import { requestBody } from './parameters';
import { responsesOf } from './responses';

const keys = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const satisfies Record<Method, string>;

/**
 * `paths`. An alias is a separate path, so that tools that match requests against the document find it; the
 * operationIds under it name the path (`server.ping@/asterisk/ping`), because they have to be unique.
 */
export function pathItems(model: InterfaceModel, shared: SharedParameters): Record<string, PathItem> {
  const items: Record<string, PathItem> = {};
  for (const operation of model.resources.flatMap(({ operations }) => operations)) {
    const parts = { parameters: shared.of(operation), responses: responsesOf(operation, model) };
    for (const spelling of spellingsOf(operation)) {
      const item = (items[spelling.path] ??= { description: operation.pathDescription });
      item[keys[operation.method]] = operationObject(operation, spelling, parts);
    }
  }
  return items;
}

interface Spelling {
  readonly path: string;
  readonly operationId: string;
  readonly links: Pick<OperationExtras, 'x-aliases' | 'x-alias-of'>;
}

function spellingsOf({ id, path, aliases }: Operation): Spelling[] {
  return [
    { path, operationId: id, links: aliases.length > 0 ? { 'x-aliases': aliases } : {} },
    ...aliases.map((alias) => ({ path: alias, operationId: `${id}@${alias}`, links: { 'x-alias-of': id } })),
  ];
}

function operationObject(
  operation: Operation,
  { operationId, links }: Spelling,
  { parameters, responses }: Required<Pick<OperationObject, 'parameters' | 'responses'>>,
): OperationObject {
  const body = requestBody(operation);
  return {
    operationId,
    tags: [operation.resource],
    summary: operation.summary,
    ...(operation.notes === undefined ? {} : { description: operation.notes }),
    ...extrasOf(operation),
    ...links,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined ? {} : { requestBody: body }),
    responses,
  };
}

function extrasOf({ since, requiresModules, websocketProtocol }: Operation): OperationExtras {
  return {
    ...datesOf(since),
    ...(requiresModules.length > 0 ? { 'x-requires-modules': requiresModules } : {}),
    ...(websocketProtocol === undefined ? {} : { 'x-websocket-protocol': websocketProtocol }),
  };
}
