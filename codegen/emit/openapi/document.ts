import type { OpenAPIV3_1 } from 'openapi-types';
import type { Since } from '../../model/interface-model';

/** Since when an entry is there, and which later versions changed it. */
export interface Dates {
  readonly 'x-since': string;
  readonly 'x-changed'?: readonly string[];
}

/** What an operation of ours says beyond OpenAPI. */
export interface OperationExtras extends Dates {
  /** Modules that must be loaded, or the operation answers 501. */
  readonly 'x-requires-modules'?: readonly string[];
  /** Further paths of the operation; each is also a path of its own in the document. */
  readonly 'x-aliases'?: readonly string[];
  /** On an operation under such a further path: the operationId it stands for. */
  readonly 'x-alias-of'?: string;
  /** Subprotocol of the websocket that the request asks for. */
  readonly 'x-websocket-protocol'?: string;
}

export type PathItem = OpenAPIV3_1.PathItemObject<OperationExtras>;
/** As a path item holds it: the library asks of it what both 3.0 and 3.1 ask of an operation. */
export type OperationObject = NonNullable<PathItem['get']>;
export type OpenApiDocument = OpenAPIV3_1.Document<OperationExtras> & {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: OpenAPIV3_1.ComponentsObject;
};

export function datesOf({ added, changed }: Since): Dates {
  return { 'x-since': added, ...(changed.length > 0 ? { 'x-changed': changed } : {}) };
}
