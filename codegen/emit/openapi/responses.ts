import type { OpenAPIV3_1 } from 'openapi-types';
import type { InterfaceModel, Operation, ResponseMessage, TypeRef } from '../../model/interface-model';
import { openApiDialect } from './schemas';
import type { Schema } from '../schema';
import { typeSchema } from '../schema';

interface Response {
  readonly description: string;
  readonly headers?: Record<string, OpenAPIV3_1.HeaderObject>;
  readonly content?: Content;
}
type Responses = Record<string, Response | OpenAPIV3_1.ReferenceObject>;
type Entry = [code: number, response: Responses[string]];
type Content = Record<string, { readonly schema: Schema }>;

/** The body of every error. */
const errorModel = 'ErrorMessage';

/** Our own table: the texts of the runtime may change with its version, and these names are in committed files. */
const responseNames: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  501: 'NotImplemented',
  503: 'ServiceUnavailable',
};

const nameOf = (code: number): string => responseNames[code] ?? `Status${code}`;

/** `components/responses`: what any operation may answer before its handler runs. */
export function commonResponses(model: InterfaceModel): Record<string, Response> {
  return Object.fromEntries(
    model.commonResponses.map((response) => [nameOf(response.code), errorResponse(response, model)]),
  );
}

/** All answers of an operation. Where it declares a code that is also a common one, its own text tells more. */
export function responsesOf(operation: Operation, model: InterfaceModel): Responses {
  const entries: Entry[] = [
    [operation.success.code, successResponse(operation)],
    ...partialResponses(operation),
    ...model.commonResponses.map(({ code }): Entry => [code, { $ref: `#/components/responses/${nameOf(code)}` }]),
    ...operation.errors.map((error): Entry => [error.code, errorResponse(error, model)]),
  ];
  return Object.fromEntries(entries);
}

function successResponse({ success, result, produces, websocketProtocol }: Operation): Response {
  const hasBody = result !== undefined && websocketProtocol === undefined;
  return {
    description: success.message,
    ...(success.code === 201 ? { headers: { Location: locationHeader } } : {}),
    ...(hasBody ? { content: contentOf(result, produces) } : {}),
  };
}

/** What HTTP makes of a file when a reader asks for a part of it, or has it already; no handler answers that. */
function partialResponses({ result, produces }: Operation): Entry[] {
  if (result?.kind !== 'primitive' || result.name !== 'binary') return [];
  const content = contentOf(result, produces);
  return [
    [206, { description: 'The part of the file that `Range` asks for.', content }],
    [304, { description: 'The file is the one that `If-None-Match` or `If-Modified-Since` speak of.' }],
  ];
}

const locationHeader: OpenAPIV3_1.HeaderObject = {
  description: 'Path of the object that was created.',
  required: true,
  schema: { type: 'string' },
};

function contentOf(result: TypeRef, produces: readonly string[]): Content {
  const schema = typeSchema(result, openApiDialect);
  return Object.fromEntries(produces.map((mediaType) => [mediaType, { schema }]));
}

function errorResponse({ message }: ResponseMessage, { models }: InterfaceModel): Response {
  const described = models.some(({ name }) => name === errorModel);
  const schema = openApiDialect.refersTo(errorModel);
  return { description: message, ...(described ? { content: { 'application/json': { schema } } } : {}) };
}
