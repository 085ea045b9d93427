import type { OpenAPIV3_1 } from 'openapi-types';
import type { JsonObject, JsonValue } from '../contract/json';
import { withoutDangling, withoutYounger } from './dated-json';
import { listOf, objectOf } from './json-access';
import type { ApiDeclaration, Constrained, Dated, SwaggerDocuments, SwaggerModel, SwaggerOperation } from './swagger';
import { resourceOf } from './swagger';
import { compareVersions } from '../shared/text/version';

/**
 * The Swagger documents as they would have been at a version: without whatever is younger, and without the paths and
 * resources that are left empty. Nothing then dangles but subtypes, because the generator refuses an entry that is
 * older than the model it refers to.
 */
export function swaggerAsOf({ listing, declarations }: SwaggerDocuments, version: string): SwaggerDocuments {
  const kept = Object.entries(declarations)
    .filter(([, declaration]) => wasThere(declaration, version))
    .map(([name, declaration]) => [name, declarationAsOf(declaration, version)] as const);
  const served = new Set(kept.filter(([, { apis }]) => apis.length > 0).map(([name]) => name));
  return {
    listing: {
      ...listing,
      apiVersion: version,
      headers: (listing.headers ?? []).filter((header) => wasThere(header, version)),
      apis: listing.apis.filter((entry) => served.has(resourceOf(entry))),
    },
    // A declaration that is no longer served may still hold models that others refer to.
    declarations: Object.fromEntries(kept),
  };
}

function declarationAsOf(declaration: ApiDeclaration, version: string): ApiDeclaration {
  const models = entriesAsOf(declaration.models, version);
  const names = new Set(models.map(([name]) => name));
  return {
    ...trimmed(declaration, version),
    apiVersion: version,
    apis: declaration.apis
      .map((api) => ({ ...api, operations: operationsAsOf(api.operations, version) }))
      .filter((api) => api.operations.length > 0),
    models: Object.fromEntries(models.map(([name, model]) => [name, modelAsOf(model, version, names)])),
  };
}

function operationsAsOf(operations: readonly SwaggerOperation[], version: string): SwaggerOperation[] {
  return listAsOf(operations, version).map((operation) => ({
    ...operation,
    parameters: listAsOf(operation.parameters, version),
  }));
}

/** A family lives in one declaration, so `names`, its remaining models, settles which subtypes remain. */
function modelAsOf(model: SwaggerModel, version: string, names: ReadonlySet<string>): SwaggerModel {
  const properties = Object.fromEntries(entriesAsOf(model.properties, version));
  const { required, subTypes } = model;
  return {
    ...model,
    ...(required ? { required: required.filter((name) => Object.hasOwn(properties, name)) } : {}),
    properties,
    ...(subTypes ? { subTypes: subTypes.filter((name) => names.has(name)) } : {}),
  };
}

function listAsOf<Entry extends Dated & Constrained>(entries: readonly Entry[], version: string): Entry[] {
  return entries.filter((entry) => wasThere(entry, version)).map((entry) => trimmed(entry, version));
}

function entriesAsOf<Entry extends Dated & Constrained>(
  entries: Readonly<Record<string, Entry>>,
  version: string,
): [string, Entry][] {
  return Object.entries(entries)
    .filter(([, entry]) => wasThere(entry, version))
    .map(([name, entry]) => [name, trimmed(entry, version)]);
}

function wasThere({ since: [added] = [] }: Dated, version: string): boolean {
  return added === undefined || compareVersions(added, version) <= 0;
}

/** The entry without what younger versions did to it. */
function trimmed<Entry extends Dated & Constrained>(entry: Entry, version: string): Entry {
  const older = Object.entries(entry.enumSince ?? {}).filter(([, since]) => wasThere({ since }, version));
  const younger = new Set(Object.keys(entry.enumSince ?? {}));
  for (const [value] of older) younger.delete(value);
  return {
    ...entry,
    ...(entry.since ? { since: entry.since.filter((since) => compareVersions(since, version) <= 0) } : {}),
    ...(entry.enum ? { enum: entry.enum.filter((value) => !younger.has(value)) } : {}),
    ...(entry.enumSince ? { enumSince: Object.fromEntries(older) } : {}),
  };
}

/**
 * The OpenAPI document as it would have been at a version: without whatever carries a younger `x-since`, and without
 * the paths, tags and bodies that are left empty.
 */
export function openApiAsOf(document: OpenAPIV3_1.Document, version: string): OpenAPIV3_1.Document {
  const settled = withoutDangling(objectOf(withoutYounger(document as unknown as JsonObject, version)));
  const paths = pathsAsOf(objectOf(settled['paths']));
  const operations = Object.values(paths).flatMap((item) => Object.values(item).map(objectOf));
  const used = new Set(operations.flatMap(({ tags }) => listOf(tags)));
  return {
    ...settled,
    info: { ...objectOf(settled['info']), version },
    tags: listOf(settled['tags']).filter((tag) => used.has(objectOf(tag)['name'] ?? '')),
    paths,
  } as unknown as OpenAPIV3_1.Document;
}

function pathsAsOf(paths: JsonObject): Record<string, JsonObject> {
  const items = Object.entries(paths).map(([path, item]): [string, JsonObject] => [path, pathItemAsOf(objectOf(item))]);
  return Object.fromEntries(items.filter(([, item]) => Object.values(item).some(isOperation)));
}

function pathItemAsOf(item: JsonObject): JsonObject {
  const entries = Object.entries(item);
  return Object.fromEntries(
    entries.map(([key, entry]) => [key, isOperation(entry) ? withoutEmptyParts(objectOf(entry)) : entry]),
  );
}

function isOperation(entry: JsonValue): boolean {
  return objectOf(entry)['responses'] !== undefined;
}

function withoutEmptyParts({ parameters, requestBody, ...operation }: JsonObject): JsonObject {
  const body = objectOf(requestBody);
  const content = Object.entries(objectOf(body['content'])).filter(
    ([, mediaType]) => !holdsNothing(objectOf(mediaType)),
  );
  return {
    ...operation,
    ...(listOf(parameters).length > 0 ? { parameters: listOf(parameters) } : {}),
    ...(content.length > 0 ? { requestBody: { ...body, content: Object.fromEntries(content) } } : {}),
  };
}

function holdsNothing({ schema }: JsonObject): boolean {
  const { properties } = objectOf(schema);
  return properties !== undefined && Object.keys(objectOf(properties)).length === 0;
}
