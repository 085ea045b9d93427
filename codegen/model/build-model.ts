import { boundsOf } from './bounds';
import { aliasesOf } from '../spec/aliases';
import { resourceOf } from '../spec/file-names';
import type { Spec, SpecResource } from '../spec/spec';
import type {
  Constrained,
  DataType,
  SwaggerApi,
  SwaggerModel,
  SwaggerOperation,
  SwaggerParameter,
  SwaggerProperty,
} from '../../src/publish/swagger';
import type {
  EnumValues,
  InterfaceModel,
  Method,
  Model,
  Operation,
  Parameter,
  Primitive,
  Property,
  Resource,
  Since,
  TypeRef,
} from './interface-model';
import type { Version } from './version';
import { compareVersions } from '../../src/shared/text/version';
import { newest } from './version';

/** Turns a checked spec into the model. Whatever the spec leaves unsaid is settled here and nowhere else. */
export function buildModel(spec: Spec): InterfaceModel {
  const { info, apis, responseMessages, headers = [], modules } = spec.listing.value;
  const descriptions = new Map(apis.map(({ path, description }) => [resourceOf(path), description]));
  const baseOf = basesOf(spec.resources);
  const resources = spec.resources.map((resource) =>
    buildResource(resource, { baseOf, description: descriptions.get(resource.name) ?? '' }),
  );
  const versions = versionsOf(resources);
  return {
    title: info.title,
    description: info.description,
    version: newest(versions),
    versions,
    resources,
    models: resources.flatMap(({ models }) => models),
    commonResponses: responseMessages.map(({ code, message }) => ({ code, message })),
    commonHeaders: headers.map(({ since, ...header }) => ({ ...header, since: sinceOf(since, undefined) })),
    modules,
  };
}

interface ResourceContext {
  readonly description: string;
  readonly baseOf: ReadonlyMap<string, string>;
}

function buildResource({ name, file, declaration }: SpecResource, { description, baseOf }: ResourceContext): Resource {
  const since = sinceOf(declaration.since, undefined);
  const requiresModules = declaration.requiresModules ?? [];
  return {
    name,
    path: declaration.resourcePath,
    aliases: declaration.aliases ?? [],
    description,
    since,
    requiresModules,
    source: file.path,
    operations: declaration.apis.flatMap((api) =>
      api.operations.map((operation) =>
        buildOperation(operation, { resource: name, api, aliases: aliasesOf(declaration, api), requiresModules }),
      ),
    ),
    models: Object.values(declaration.models).map((model) =>
      buildModelEntry(model, { resource: name, since, base: baseOf.get(model.id) }),
    ),
  };
}

interface OperationContext {
  readonly resource: string;
  readonly api: SwaggerApi;
  readonly aliases: readonly string[];
  readonly requiresModules: readonly string[];
}

function buildOperation(
  operation: SwaggerOperation,
  { resource, api, aliases, requiresModules }: OperationContext,
): Operation {
  const responses = operation.responseMessages.map(({ code, message }) => ({ code, message }));
  const since = sinceOf(operation.since, undefined);
  const success = responses.find(({ code }) => code < 300);
  if (success === undefined) throw new Error(`${operation.nickname} passed the check without a success code`);
  return {
    id: `${resource}.${operation.nickname}`,
    resource,
    nickname: operation.nickname,
    method: operation.method as Method,
    path: api.path,
    aliases,
    pathDescription: api.description,
    summary: operation.summary,
    notes: operation.notes,
    since,
    parameters: operation.parameters.map((parameter) => buildParameter(parameter, since)),
    result: operation.type === 'void' ? undefined : resultType(operation),
    success,
    errors: responses.filter((response) => response !== success),
    requiresModules: [...new Set([...requiresModules, ...(operation.requiresModules ?? [])])],
    produces: operation.produces ?? ['application/json'],
    websocketProtocol: operation.websocketProtocol,
    limited: operation.limited ?? 'refused',
    owner: operation.owner ?? 'here',
    lists: operation.lists,
  };
}

function buildParameter(parameter: SwaggerParameter, owner: Since): Parameter {
  const since = sinceOf(parameter.since, owner);
  const type = typeOf(parameter);
  return {
    name: parameter.name,
    in: parameter.wholeBody ? 'whole-body' : (parameter.paramType as 'path' | 'query' | 'body'),
    description: parameter.description,
    required: parameter.required,
    type,
    bounds: boundsOf(parameter, type),
    multiple: parameter.allowMultiple ?? false,
    defaultValue: parameter.defaultValue,
    usualDefault: parameter.usualDefault,
    enum: enumOf(parameter, since),
    ignoreCase: parameter.ignoreCase ?? false,
    minimum: parameter.minimum === undefined ? undefined : Number(parameter.minimum),
    maximum: parameter.maximum === undefined ? undefined : Number(parameter.maximum),
    names: parameter.names,
    claims: parameter.claims,
    onAnyNode: parameter.onAnyNode ?? false,
    near: parameter.near ?? false,
    since,
  };
}

interface ModelContext {
  readonly resource: string;
  readonly since: Since;
  readonly base: string | undefined;
}

function buildModelEntry(model: SwaggerModel, context: ModelContext): Model {
  const since = sinceOf(model.since, context.since);
  return {
    name: model.id,
    resource: context.resource,
    description: model.description,
    since,
    base: context.base,
    subTypes: model.subTypes ?? [],
    discriminator: model.discriminator,
    properties: Object.entries(model.properties).map(([name, property]) =>
      buildProperty(property, { name, owner: since, required: model.required?.includes(name) ?? false }),
    ),
  };
}

function buildProperty(
  property: SwaggerProperty,
  { name, owner, required }: { name: string; owner: Since; required: boolean },
): Property {
  const since = sinceOf(property.since, owner);
  return {
    name,
    description: property.description,
    required,
    type: typeOf(property),
    enum: enumOf(property, since),
    since,
  };
}

/** An entry without `since` came with its owner; the owner's later changes are not its own. */
function sinceOf(since: readonly string[] | undefined, owner: Since | undefined): Since {
  const [added = owner?.added ?? '', ...changed] = since ?? [];
  return { added, changed };
}

function enumOf({ enum: values, enumSince = {} }: Constrained, owner: Since): EnumValues | undefined {
  if (values === undefined) return undefined;
  const younger = Object.entries(enumSince).flatMap(([value, [since = '']]): [string, Version][] =>
    compareVersions(since, owner.added) > 0 ? [[value, since]] : [],
  );
  return { values, since: new Map(younger) };
}

function resultType(operation: SwaggerOperation): TypeRef {
  const { type = '' } = operation;
  return type === 'array' || isPrimitive(type) ? typeOf(operation) : { kind: 'model', name: type };
}

function typeOf({ type = '', $ref, format, items }: DataType): TypeRef {
  if ($ref !== undefined) return { kind: 'model', name: $ref };
  if (type === 'array') return { kind: 'array', items: typeOf(items ?? {}) };
  return { kind: 'primitive', name: primitiveOf(type, format) };
}

function primitiveOf(type: string, format: string | undefined): Primitive {
  if (type === 'integer') return format === 'int64' ? 'int64' : 'int32';
  if (type === 'string' && (format === 'date-time' || format === 'binary')) return format;
  return type as Primitive;
}

function isPrimitive(type: string): boolean {
  return ['string', 'integer', 'number', 'boolean', 'object', 'json'].includes(type);
}

function basesOf(resources: readonly SpecResource[]): Map<string, string> {
  const models = resources.flatMap(({ declaration }) => Object.values(declaration.models));
  return new Map(
    models.flatMap((model) => (model.subTypes ?? []).map((subType): [string, string] => [subType, model.id])),
  );
}

function versionsOf(resources: readonly Resource[]): Version[] {
  const dated: readonly { readonly since: Since; readonly enum?: EnumValues | undefined }[] = resources.flatMap(
    (resource) => [
      resource,
      ...resource.operations.flatMap((operation) => [operation, ...operation.parameters]),
      ...resource.models.flatMap((model) => [model, ...model.properties]),
    ],
  );
  const all = dated.flatMap(({ since, enum: values }) => [
    since.added,
    ...since.changed,
    ...(values?.since.values() ?? []),
  ]);
  return [...new Set(all)].sort(compareVersions);
}
