/**
 * The documents of `api-docs/` as TypeScript sees them once the generator has checked their shape: Swagger 1.2, plus
 * the keys of our own that docs/spec-format.md describes (`since`, `enumSince`, `aliases`, `requiresModules` ...).
 */
export interface SwaggerDocuments {
  readonly listing: ResourceListing;
  /** By resource name, such as `channels`. */
  readonly declarations: Readonly<Record<string, ApiDeclaration>>;
}

/** A data type. Exactly one of `type` and `$ref` is there; `items` goes with `type: array`. */
export interface DataType {
  readonly type?: string;
  readonly $ref?: string;
  readonly format?: string;
  readonly items?: DataType;
}

export interface Dated {
  /** First the version that brought the entry, then each version that changed it compatibly. */
  readonly since?: readonly string[];
}

export interface Constrained {
  readonly enum?: readonly string[];
  readonly enumSince?: Readonly<Record<string, readonly string[]>>;
}

export interface SwaggerParameter extends DataType, Dated, Constrained {
  readonly name: string;
  readonly paramType: string;
  readonly description: string;
  readonly required: boolean;
  readonly allowMultiple?: boolean;
  readonly defaultValue?: string | number | boolean;
  readonly usualDefault?: string | number | boolean;
  readonly minimum?: string;
  readonly maximum?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly ignoreCase?: boolean;
  readonly wholeBody?: boolean;
  readonly names?: string;
  readonly claims?: string;
  readonly onAnyNode?: boolean;
  readonly near?: boolean;
}

export interface SwaggerResponseMessage {
  readonly code: number;
  readonly message: string;
  readonly responseModel?: string;
}

export interface SwaggerOperation extends DataType {
  readonly method: string;
  readonly nickname: string;
  readonly summary: string;
  readonly notes?: string;
  readonly since: readonly string[];
  readonly parameters: readonly SwaggerParameter[];
  readonly responseMessages: readonly SwaggerResponseMessage[];
  readonly produces?: readonly string[];
  readonly requiresModules?: readonly string[];
  readonly limited?: string;
  readonly owner?: string;
  readonly lists?: string;
  readonly upgrade?: string;
  readonly websocketProtocol?: string;
}

export interface SwaggerApi {
  readonly path: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  readonly operations: readonly SwaggerOperation[];
}

export interface SwaggerProperty extends DataType, Dated, Constrained {
  readonly description: string;
}

export interface SwaggerModel extends Dated {
  readonly id: string;
  readonly description: string;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, SwaggerProperty>>;
  readonly subTypes?: readonly string[];
  readonly discriminator?: string;
  /** Belongs to no family and is referred to by nothing, on purpose. */
  readonly standalone?: boolean;
}

export interface ApiDeclaration {
  readonly swaggerVersion: string;
  /** Set when published; never written in the sources, where the version is computed. */
  readonly apiVersion?: string;
  readonly basePath: string;
  readonly resourcePath: string;
  readonly since: readonly string[];
  readonly aliases?: readonly string[];
  readonly requiresModules?: readonly string[];
  readonly apis: readonly SwaggerApi[];
  readonly models: Readonly<Record<string, SwaggerModel>>;
}

export interface ListedResource {
  readonly path: string;
  readonly description: string;
}

export interface SwaggerHeader {
  readonly name: string;
  readonly description: string;
  readonly methods: readonly string[];
  readonly type: string;
  readonly maxLength: number;
  readonly since: readonly string[];
}

export interface ResourceListing {
  readonly swaggerVersion: string;
  readonly apiVersion?: string;
  readonly basePath: string;
  readonly info: { readonly title: string; readonly description: string; readonly license?: string };
  readonly authorizations: Readonly<Record<string, unknown>>;
  readonly apis: readonly ListedResource[];
  /** Answers that any operation may give before its handler runs. */
  readonly responseMessages: readonly SwaggerResponseMessage[];
  /** Every module the server can provide; `requiresModules` picks from these. */
  /** Header fields that every operation with one of these methods knows. */
  readonly headers?: readonly SwaggerHeader[];
  readonly modules: readonly { readonly name: string; readonly description: string }[];
}

/** `/api-docs/channels.{format}` is where the declaration of `channels` is found. */
export function resourceOf({ path }: ListedResource): string {
  return path.replace(/^\/api-docs\/(.*)\.\{format\}$/, '$1');
}

/** The inverse of `resourceOf`. */
export function listedPath(resource: string): string {
  return `/api-docs/${resource}.{format}`;
}

/** What a data type names: a model, a primitive, or whatever its list holds. */
export function innermostType({ type, $ref, items }: DataType): string | undefined {
  return items === undefined ? ($ref ?? type) : innermostType(items);
}
