import type { Bounds } from './bounds';
import type { Version } from './version';

/** The interface as every emitter reads it: references resolved, defaults settled, document order kept. */
export interface InterfaceModel {
  readonly title: string;
  readonly description: string;
  /** The highest version of any entry. It is computed. */
  readonly version: Version;
  /** Every version in use, from old to new. */
  readonly versions: readonly Version[];
  readonly resources: readonly Resource[];
  /** All models of all resources, in document order. */
  readonly models: readonly Model[];
  readonly commonResponses: readonly ResponseMessage[];
  readonly commonHeaders: readonly CommonHeader[];
  readonly modules: readonly ModuleInfo[];
}

/** Versions in which an entry appeared (`added`) and was changed compatibly afterwards. */
export interface Since {
  readonly added: Version;
  readonly changed: readonly Version[];
}

/** A header field that every operation with one of these methods knows. */
export interface CommonHeader {
  readonly name: string;
  readonly description: string;
  readonly methods: readonly string[];
  readonly maxLength: number;
  readonly since: Since;
}

export interface ModuleInfo {
  readonly name: string;
  readonly description: string;
}

export interface Resource {
  readonly name: string;
  readonly path: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly since: Since;
  readonly requiresModules: readonly string[];
  /** Project-relative path of the declaring file. */
  readonly source: string;
  readonly operations: readonly Operation[];
  readonly models: readonly Model[];
}

export interface Operation {
  /** `channels.originate`: unique in the interface. */
  readonly id: string;
  readonly resource: string;
  readonly nickname: string;
  readonly method: Method;
  readonly path: string;
  /** Further full paths that lead here. */
  readonly aliases: readonly string[];
  readonly pathDescription: string;
  readonly summary: string;
  readonly notes: string | undefined;
  readonly since: Since;
  readonly parameters: readonly Parameter[];
  /** Undefined for an operation that answers without a body. */
  readonly result: TypeRef | undefined;
  readonly success: ResponseMessage;
  readonly errors: readonly ResponseMessage[];
  /** Of the operation and of its resource. */
  readonly requiresModules: readonly string[];
  readonly produces: readonly string[];
  readonly websocketProtocol: string | undefined;
  /** What it is to a user who is limited to applications. */
  readonly limited: string;
  /** Which node of a cluster carries it out: a word, or a kind of object and the parameter that names it. */
  readonly owner: string;
  /** The kind of objects in its answer, of which such a user sees only some. */
  readonly lists: string | undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface ResponseMessage {
  readonly code: number;
  readonly message: string;
}

export interface Parameter {
  readonly name: string;
  /** `whole-body`: the parameter is the JSON body itself; `body`: a member of it. */
  readonly in: 'path' | 'query' | 'body' | 'whole-body';
  readonly description: string;
  readonly required: boolean;
  readonly type: TypeRef;
  readonly multiple: boolean;
  readonly defaultValue: string | number | boolean | undefined;
  /** What holds unless something that was set before says otherwise; not filled in. */
  readonly usualDefault: string | number | boolean | undefined;
  readonly enum: EnumValues | undefined;
  readonly ignoreCase: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly bounds: Bounds;
  /** The kind of object that the value names. */
  readonly names: string | undefined;
  /** The kind of object that gets the value as its id. */
  readonly claims: string | undefined;
  /** Whether the objects that it names may be on another node of a cluster than the one that carries out the operation. */
  readonly onAnyNode: boolean;
  /** Whether the node of a cluster that has the object which it names should carry out the operation. */
  readonly near: boolean;
  readonly since: Since;
}

export interface EnumValues {
  readonly values: readonly string[];
  /** Only values younger than their owner are listed. */
  readonly since: ReadonlyMap<string, Version>;
}

export type Primitive =
  | 'string'
  | 'date-time'
  | 'binary'
  | 'int32'
  | 'int64'
  | 'number'
  | 'boolean'
  | 'object'
  | 'json';

export type TypeRef =
  | { readonly kind: 'primitive'; readonly name: Primitive }
  | { readonly kind: 'array'; readonly items: TypeRef }
  | { readonly kind: 'model'; readonly name: string };

export interface Model {
  readonly name: string;
  readonly resource: string;
  readonly description: string;
  readonly since: Since;
  readonly base: string | undefined;
  readonly subTypes: readonly string[];
  readonly discriminator: string | undefined;
  /** Own properties only; see `allProperties`. */
  readonly properties: readonly Property[];
}

export interface Property {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly type: TypeRef;
  readonly enum: EnumValues | undefined;
  readonly since: Since;
}

/** The base models of a model, from the root down; empty for a model that stands alone. */
export function ancestorsOf(model: Model, models: readonly Model[]): Model[] {
  const base = models.find(({ name }) => name === model.base);
  return base === undefined ? [] : [...ancestorsOf(base, models), base];
}

/** Inherited properties first, in the order a reader of the family meets them. */
export function allProperties(model: Model, models: readonly Model[]): Property[] {
  return [...ancestorsOf(model, models), model].flatMap(({ properties }) => properties);
}

/** The concrete messages of the event socket: every leaf below the model `Event`, in document order. */
export function eventsOf(models: readonly Model[]): Model[] {
  return models.filter(
    (model) => model.subTypes.length === 0 && ancestorsOf(model, models).some(({ name }) => name === 'Event'),
  );
}

/** The type a parameter really has once its values are read. */
export function valueType({ type, multiple }: Parameter): TypeRef {
  return multiple ? { kind: 'array', items: type } : type;
}
