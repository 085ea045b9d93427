import type {
  CommonHeader,
  EnumValues,
  InterfaceModel,
  Model,
  Operation,
  Parameter,
  Property,
  Since,
  TypeRef,
} from '../model/interface-model';
import type { Version } from '../model/version';

/**
 * Everything a client can depend on, and nothing else: no texts, no document order. Flat lists sorted by id, so that
 * two surfaces pair up entry by entry. What is absent, empty or off is left out.
 */
export interface Surface {
  readonly version: Version;
  readonly resources: readonly SurfaceEntry[];
  readonly operations: readonly SurfaceOperation[];
  readonly parameters: readonly SurfaceParameter[];
  readonly models: readonly SurfaceModel[];
  /** Own properties only: a subtype's inherited ones stand at its base. */
  readonly properties: readonly SurfaceProperty[];
  /** Header fields that all operations with certain methods know. Surfaces before 2.1.0 have none. */
  readonly headers?: readonly SurfaceHeader[];
}

export interface SurfaceHeader extends SurfaceEntry {
  readonly methods: readonly string[];
  readonly maxLength: number;
}

export interface SurfaceEntry {
  /** `channels`, `channels.originate`, `channels.originate.label`, `Channel` or `Channel.state`. */
  readonly id: string;
  /** First the version that added the entry, then each that changed it. */
  readonly since: readonly Version[];
}

export interface SurfaceOperation extends SurfaceEntry {
  readonly method: string;
  readonly path: string;
  readonly aliases?: readonly string[];
  readonly success: number;
  readonly result?: string;
  readonly errors?: readonly number[];
  readonly modules?: readonly string[];
  /** Left out when it is JSON. */
  readonly produces?: readonly string[];
  readonly protocol?: string;
}

/** What parameters and properties have in common. */
export interface SurfaceValue extends SurfaceEntry {
  /** `string`, `int32`, `Channel`, `ConfigTuple[]` ... */
  readonly type: string;
  readonly required?: boolean;
  readonly enum?: readonly string[];
  /** Only values younger than their owner. */
  readonly enumSince?: Readonly<Record<string, Version>>;
}

export interface SurfaceParameter extends SurfaceValue {
  readonly in: Parameter['in'];
  readonly multiple?: boolean;
  readonly default?: string | number | boolean;
  readonly ignoreCase?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

export type SurfaceProperty = SurfaceValue;

export interface SurfaceModel extends SurfaceEntry {
  readonly base?: string;
  readonly discriminator?: string;
}

export const plainJson: readonly string[] = ['application/json'];

export function surfaceOf({ version, resources, models, commonHeaders }: InterfaceModel): Surface {
  const operations = resources.flatMap((resource) => resource.operations);
  return {
    version,
    resources: byId(resources.map(({ name, since }) => ({ id: name, since: versionsOf(since) }))),
    operations: byId(operations.map(operationEntry)),
    parameters: byId(operations.flatMap(({ id, parameters }) => parameters.map((one) => parameterEntry(one, id)))),
    models: byId(models.map(modelEntry)),
    properties: byId(models.flatMap(({ name, properties }) => properties.map((one) => propertyEntry(one, name)))),
    ...(commonHeaders.length > 0 ? { headers: byId(commonHeaders.map(headerEntry)) } : {}),
  };
}

/** The operation of a parameter, the resource of an operation. */
export function ownerOf(id: string): string {
  return id.slice(0, id.lastIndexOf('.'));
}

/** The model of a property. Only the model's name is sure to be free of dots. */
export function modelOf(id: string): string {
  return id.slice(0, id.indexOf('.'));
}

/** Everything below the model `Event`. */
export function eventsIn({ models }: Surface): string[] {
  const bases = new Map(models.map(({ id, base }) => [id, base]));
  const isBelow = (id: string): boolean => {
    const base = bases.get(id);
    return base !== undefined && (base === 'Event' || isBelow(base));
  };
  return models.map(({ id }) => id).filter(isBelow);
}

export function mapOf<Entry extends SurfaceEntry>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

function operationEntry(operation: Operation): SurfaceOperation {
  const { id, method, path, aliases, success, errors, result, requiresModules, produces, websocketProtocol } =
    operation;
  return dense<SurfaceOperation>({
    id,
    method,
    path,
    aliases: listed(aliases),
    success: success.code,
    result: result && typeName(result),
    errors: errors.length > 0 ? errors.map(({ code }) => code).sort((a, b) => a - b) : undefined,
    modules: listed(requiresModules),
    produces: String(produces) === String(plainJson) ? undefined : listed(produces),
    protocol: websocketProtocol,
    since: versionsOf(operation.since),
  });
}

function headerEntry({ name, methods, maxLength, since }: CommonHeader): SurfaceHeader {
  return { id: name, methods: [...methods].sort(), maxLength, since: versionsOf(since) };
}

function parameterEntry(parameter: Parameter, operation: string): SurfaceParameter {
  return dense<SurfaceParameter>({
    id: `${operation}.${parameter.name}`,
    in: parameter.in,
    type: typeName(parameter.type),
    required: parameter.required || undefined,
    multiple: parameter.multiple || undefined,
    default: parameter.defaultValue ?? parameter.usualDefault,
    enum: listed(parameter.enum?.values ?? []),
    enumSince: valueDates(parameter.enum),
    ignoreCase: parameter.ignoreCase || undefined,
    minimum: parameter.minimum,
    maximum: parameter.maximum,
    maxLength: parameter.bounds.maxLength,
    maxItems: parameter.bounds.maxItems,
    maxProperties: parameter.bounds.maxProperties,
    since: versionsOf(parameter.since),
  });
}

function modelEntry({ name, base, discriminator, since }: Model): SurfaceModel {
  return dense<SurfaceModel>({ id: name, base, discriminator, since: versionsOf(since) });
}

function propertyEntry(property: Property, model: string): SurfaceProperty {
  return dense<SurfaceProperty>({
    id: `${model}.${property.name}`,
    type: typeName(property.type),
    required: property.required || undefined,
    enum: listed(property.enum?.values ?? []),
    enumSince: valueDates(property.enum),
    since: versionsOf(property.since),
  });
}

function typeName(type: TypeRef): string {
  return type.kind === 'array' ? `${typeName(type.items)}[]` : type.name;
}

function versionsOf({ added, changed }: Since): Version[] {
  return [added, ...changed];
}

function valueDates(values: EnumValues | undefined): Record<string, Version> | undefined {
  const dates = [...(values?.since ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  return dates.length > 0 ? Object.fromEntries(dates) : undefined;
}

/** Sorted, because clients cannot see the order; undefined when there is nothing to list. */
function listed(values: readonly string[]): string[] | undefined {
  return values.length > 0 ? [...values].sort() : undefined;
}

function byId<Entry extends SurfaceEntry>(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));
}

type Loose<Entry> = { readonly [Key in keyof Entry]-?: Entry[Key] | undefined };

/** Leaves out what is undefined, so that a surface equals itself after a round trip through JSON. */
function dense<Entry extends SurfaceEntry>(entry: Loose<Entry>): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as Entry;
}
