import type { OpenAPIV3_1 } from 'openapi-types';
import type { CommonHeader, InterfaceModel, Operation, Parameter } from '../../model/interface-model';
import type { Dates } from './document';
import { datesOf } from './document';
import { openApiDialect } from './schemas';
import type { Schema } from '../schema';
import { parameterSchema } from '../schema';

type ParameterObject = OpenAPIV3_1.ParameterObject & Dates & { readonly 'x-ignore-case'?: true };

interface RequestBody extends Partial<Dates> {
  readonly description: string;
  /** Said even when false: some validators require a body when it is absent. */
  readonly required: boolean;
  readonly content: Record<string, { readonly schema: Schema }>;
}

/** Where a parameter of an operation stands in the document: there, or among the shared ones. */
type PlacedParameter = ParameterObject | OpenAPIV3_1.ReferenceObject;

const listNote = 'Several values are separated by commas, or the parameter is repeated; both mean the same.';

/**
 * The parameters in the path and in the query string that several places of the document describe in the same words.
 * Each is written once, below `components/parameters`, under the name of the first operation that has it.
 */
export class SharedParameters {
  /** By the text of the parameter. */
  readonly #names = new Map<string, string>();
  readonly #shared: Record<string, ParameterObject> = {};

  readonly #headers: readonly CommonHeader[];

  constructor({ resources, commonHeaders }: InterfaceModel) {
    this.#headers = commonHeaders;
    const first = new Map<string, string>();
    for (const operation of resources.flatMap(({ operations }) => operations)) {
      for (const parameter of parameterObjects(operation)) {
        const text = JSON.stringify(parameter);
        const name = first.get(text) ?? `${operation.id}.${parameter.name}`;
        // An operation with aliases is written once for each path.
        if (first.has(text) || operation.aliases.length > 0) {
          this.#names.set(text, name);
          this.#shared[name] = parameter;
        }
        first.set(text, name);
      }
    }
  }

  /** `components/parameters` */
  get components(): Readonly<Record<string, ParameterObject>> {
    const headers = this.#headers.map((header) => [header.name, headerObject(header)] as const);
    return { ...this.#shared, ...Object.fromEntries(headers) };
  }

  of(operation: Operation): PlacedParameter[] {
    const own = parameterObjects(operation).map((parameter) => {
      const name = this.#names.get(JSON.stringify(parameter));
      return name === undefined ? parameter : referenceTo(name);
    });
    const headers = this.#headers.filter(({ methods }) => methods.includes(operation.method));
    return [...own, ...headers.map(({ name }) => referenceTo(name))];
  }
}

function referenceTo(name: string): OpenAPIV3_1.ReferenceObject {
  return { $ref: `#/components/parameters/${name}` };
}

function headerObject({ name, description, maxLength, since }: CommonHeader): ParameterObject {
  const schema = { type: 'string', minLength: 1, maxLength } as const;
  return { name, in: 'header', description, required: false, schema, ...datesOf(since) };
}

function parameterObjects({ parameters }: Operation): ParameterObject[] {
  return parameters.flatMap((parameter) => {
    if (parameter.in !== 'path' && parameter.in !== 'query') return [];
    return [{ name: parameter.name, in: parameter.in, ...factsOf(parameter) }];
  });
}

function factsOf(parameter: Parameter) {
  const { description, required, multiple, ignoreCase, since } = parameter;
  return {
    description: multiple ? `${description} ${listNote}` : description,
    required,
    ...(multiple ? { style: 'form', explode: false } : {}),
    schema: parameterSchema(parameter, openApiDialect),
    ...datesOf(since),
    ...(ignoreCase ? { 'x-ignore-case': true as const } : {}),
  };
}

const sharedBody =
  'Query parameters may be sent as members of the body instead. A member of a JSON body wins over the query string, the query string wins over a form.';

/**
 * The body: the members declared for it, and every query parameter again, because existing clients send those there.
 * A query parameter stays required in the query and is optional here: a validator of requests against this document
 * moves such members to the query first.
 */
export function requestBody({ parameters, websocketProtocol }: Operation): RequestBody | undefined {
  const whole = parameters.find((parameter) => parameter.in === 'whole-body');
  if (whole) return wholeBody(whole);
  const members = parameters.filter((parameter) => parameter.in !== 'path');
  if (members.length === 0 || websocketProtocol !== undefined) return undefined;
  const fromQuery = members.filter((parameter) => parameter.in === 'query');
  const required = members.some((parameter) => parameter.in === 'body' && parameter.required);
  // A form holds texts only, so it cannot carry what is declared for the body, let alone what is required there.
  const asForm = fromQuery.length > 0 && !required;
  return {
    description: fromQuery.length > 0 ? sharedBody : 'One JSON object.',
    required,
    content: {
      'application/json': { schema: bodySchema(members) },
      ...(asForm ? { 'application/x-www-form-urlencoded': { schema: bodySchema(fromQuery) } } : {}),
    },
  };
}

function wholeBody(parameter: Parameter): RequestBody {
  const schema = parameterSchema(parameter, openApiDialect);
  return {
    description: parameter.description,
    required: parameter.required,
    ...datesOf(parameter.since),
    content: { 'application/json': { schema } },
  };
}

function bodySchema(members: readonly Parameter[]): Schema {
  const required = members.filter((member) => member.in === 'body' && member.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map((member) => [member.name, memberSchema(member)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function memberSchema(member: Parameter): Schema {
  if (member.in === 'body') {
    return {
      ...parameterSchema(member, openApiDialect),
      description: member.description,
      ...datesOf(member.since),
    };
  }
  // Without its default: a checker that fills defaults in would put it beside, and above, what the query says.
  const schema = parameterSchema({ ...member, defaultValue: undefined }, openApiDialect);
  return { ...schema, description: 'The query parameter of this name.', ...datesOf(member.since) };
}
