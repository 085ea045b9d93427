import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of JSON Schema that is used here. */
export type Schema = { readonly [keyword: string]: unknown };

/** The part of the OpenAPI document that contract mode uses. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Components;
}

export interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly responses: Readonly<Record<string, DocumentResponse>>;
}

export type DocumentMethod = 'get' | 'put' | 'post' | 'delete';
export type PathItem = { readonly [method in DocumentMethod]?: DocumentOperation };

const methods: readonly DocumentMethod[] = ['get', 'put', 'post', 'delete'];

export interface DocumentOperation {
  /** `server.ping`, or `server.ping@/asterisk/ping` under an alias. */
  readonly operationId: string;
  readonly parameters?: readonly DocumentParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentResponse | { readonly $ref: string }>>;
  /** The operationId of the operation that this path is an alias of. */
  readonly 'x-alias-of'?: string;
  readonly 'x-websocket-protocol'?: string;
}

export interface PlacedOperation {
  /** As the document writes it: `/channels/{channelId}`. */
  readonly template: string;
  readonly method: DocumentMethod;
  readonly operation: DocumentOperation;
}

export interface DocumentParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
  /** Values of the enum are recognised in any letter case. */
  readonly 'x-ignore-case'?: true;
}

export interface DocumentResponse {
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export const jsonType = 'application/json';

/** The document with shared parameters resolved. */
export function readOpenApiDocument(projectFolder: string): OpenApiDocument {
  const text = readFileSync(join(projectFolder, 'generated', 'openapi.json'), 'utf8');
  const { components, ...document } = JSON.parse(text) as WrittenDocument;
  const { parameters: shared, ...others } = components;
  const paths = Object.entries(document.paths).map(([path, item]) => [path, withParameters(item, shared)]);
  return { ...document, components: others, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] };
}

interface WrittenDocument extends Omit<OpenApiDocument, 'paths' | 'components'> {
  readonly paths: Readonly<Record<string, WrittenItem>>;
  readonly components: Components & { readonly parameters: SharedParameters };
}

type SharedParameters = Readonly<Record<string, DocumentParameter>>;
type WrittenItem = { readonly [method in DocumentMethod]?: WrittenOperation };

interface WrittenOperation extends Omit<DocumentOperation, 'parameters'> {
  readonly parameters?: readonly (DocumentParameter | { readonly $ref: string })[];
}

function withParameters(item: WrittenItem, shared: SharedParameters): PathItem {
  const entries = methods.flatMap((method) => {
    const operation = item[method];
    if (operation === undefined) return [];
    const parameters = operation.parameters?.map((parameter) => resolved(parameter, shared));
    return [[method, parameters === undefined ? operation : { ...operation, parameters }] as const];
  });
  return Object.fromEntries(entries);
}

function resolved(parameter: DocumentParameter | { readonly $ref: string }, shared: SharedParameters) {
  if (!('$ref' in parameter)) return parameter;
  const found = shared[parameter.$ref.slice('#/components/parameters/'.length)];
  if (found === undefined) throw new Error(`the OpenAPI document has no parameter ${parameter.$ref}`);
  return found;
}

/** All operations, aliases included. */
export function operationsIn({ paths }: OpenApiDocument): PlacedOperation[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ template, method, operation }];
    }),
  );
}

/** `channels` of `channels.originate`. */
export function resourceOf({ operationId }: DocumentOperation): string {
  return operationId.slice(0, operationId.indexOf('.'));
}
