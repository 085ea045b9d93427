import type { ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentPaths } from '../../../src/server/contract-mode/document-paths';
import type { OperationMatch } from '../../../src/server/contract-mode/document-paths';
import type { DocumentResponse, OpenApiDocument } from '../../../src/server/contract-mode/open-api-document';
import { jsonType, readOpenApiDocument } from '../../../src/server/contract-mode/open-api-document';

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly method: string;
  /** As requested: `/ari/channels?x=1`. What is not an operation's path, such as `/healthz`, is not judged. */
  readonly path: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Answers that no operation declares, because they are given before it is known, or instead of it. */
const anywhere: Readonly<Record<number, string | undefined>> = {
  401: 'www-authenticate',
  404: undefined,
  405: 'allow',
  413: undefined,
  429: 'retry-after',
  503: undefined,
};

const errorSchema = '#/components/schemas/ErrorMessage';

/** Says why answers do not fit the published documents; an empty list means that they do. */
export class ContractJudge {
  readonly #paths: DocumentPaths;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: OpenApiDocument) {
    this.#paths = new DocumentPaths(document);
    for (const format of ['int32', 'int64'])
      this.#ajv.addFormat(format, { type: 'number', validate: Number.isInteger });
    this.#ajv.addSchema(document, 'openapi');
    // Only the parts: with its root, all events would be compiled as soon as one of them is looked for.
    const { $defs } = JSON.parse(readFileSync(join(__dirname, '../../../generated/events.schema.json'), 'utf8')) as {
      readonly $defs: object;
    };
    this.#ajv.addSchema({ $defs }, 'events');
  }

  answer({ method, path: target, ...answer }: WireAnswer): string[] {
    const path = interfacePath(target);
    if (path === undefined) return [];
    const headersOnly = method === 'HEAD';
    const match = this.#paths.operation(headersOnly ? 'GET' : method, path);
    const { status, headers } = answer;
    if (method === 'OPTIONS' && status === 204) return headers['allow'] === undefined ? ['an OPTIONS needs Allow'] : [];
    const body = headersOnly ? undefined : answer.body;
    if (match === undefined) return this.#unbound({ status, headers, body });
    return [
      ...headerReasons(status, headers),
      ...this.#bound(match, { status, body, contentType: textOf(headers['content-type']) }),
    ];
  }

  /** The body of an error, whoever gave it. */
  failure(body: string): string[] {
    return this.#json(errorSchema, body);
  }

  /** Any message of the socket; for an answer to a request, its method, so that the body can be judged too. */
  frame(text: string, method?: string): string[] {
    const message = parsed(text) as Readonly<Record<string, unknown>> | undefined;
    if (message === undefined) return ['the frame is not JSON'];
    const type = String(message['type']);
    if (!/^\w+$/.test(type)) return [`the type is ${type}`];
    const reasons = this.#fits(`events#/$defs/${type}`, message);
    if (type !== 'RESTResponse' || method === undefined) return reasons;
    const { status_code: status, uri, message_body: body = '', content_type: contentType } = message;
    return [...reasons, ...this.#frameBody({ method, uri, status, body, contentType })];
  }

  #frameBody(facts: Readonly<Record<'method' | 'uri' | 'status' | 'body' | 'contentType', unknown>>): string[] {
    const [status, body] = [Number(facts.status), String(facts.body)];
    const match = this.#paths.operation(String(facts.method), `/${String(facts.uri)}`);
    if (status === 406) return this.#json(errorSchema, body); // a file asked for over the socket
    if (status === 204 && facts.method === 'OPTIONS') return [];
    const contentType = facts.contentType as string | undefined;
    return match === undefined || (status === 400 && facts.uri === '')
      ? this.#unbound({ status, headers: { allow: '', 'content-type': contentType }, body })
      : this.#bound(match, { status, body, contentType });
  }

  /** An answer that belongs to no operation. */
  #unbound({ status, headers, body }: Pick<WireAnswer, 'status' | 'headers'> & { body: string | undefined }): string[] {
    const known = status in anywhere || this.#common(status) !== undefined;
    return [
      ...(known ? [] : [`${status} where there is no operation`]),
      ...headerReasons(status, headers),
      ...(body === undefined ? [] : this.#json(errorSchema, body)),
    ];
  }

  #bound(
    match: OperationMatch,
    answer: { readonly status: number; readonly body: string | undefined; readonly contentType: string | undefined },
  ): string[] {
    const { status, body, contentType } = answer;
    const { operation } = match;
    const declared = operation.responses[status];
    if (declared === undefined) {
      if (status !== 429) return [`${operation.operationId} does not declare ${status}`];
      return body === undefined ? [] : this.#json(errorSchema, body);
    }
    const response = '$ref' in declared ? this.#referred(declared.$ref) : declared;
    const types = Object.keys(response.content ?? {});
    if (types.length === 0) return body === '' || body === undefined ? [] : [`${status} has a body`];
    const type = types.find((candidate) => covers(candidate, contentType ?? ''));
    if (type === undefined) return [`${status} is ${contentType ?? 'untyped'}, declared are ${types.join(', ')}`];
    if (type !== jsonType || body === undefined) return [];
    const schema = response.content?.[jsonType]?.schema as { readonly $ref?: string } | undefined;
    return this.#json(schema?.$ref ?? this.#pointer(match, String(status)), body);
  }

  #pointer({ template, method }: OperationMatch, status: string): string {
    return `#/paths/${escaped(template)}/${method}/responses/${status}/content/${escaped(jsonType)}/schema`;
  }

  #referred(reference: string): DocumentResponse {
    return this.document.components.responses[reference.slice('#/components/responses/'.length)] ?? {};
  }

  #common(status: number): DocumentResponse | undefined {
    const anyOperation = Object.values(this.document.paths)[0]?.get;
    const reference = anyOperation?.responses[status];
    return reference !== undefined && '$ref' in reference ? this.#referred(reference.$ref) : undefined;
  }

  #json(pointer: string, body: string): string[] {
    const value = parsed(body);
    return value === undefined
      ? [`the body is not JSON: ${body.slice(0, 80)}`]
      : this.#fits(`openapi${pointer}`, value);
  }

  #fits(reference: string, value: unknown): string[] {
    const known = this.#validators.get(reference) ?? this.#compiled(reference);
    if (typeof known === 'string') return [known];
    if (known(value) === true) return [];
    return (known.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`);
  }

  #compiled(reference: string): ValidateFunction | string {
    try {
      const validate = this.#ajv.compile({ $ref: reference });
      this.#validators.set(reference, validate);
      return validate;
    } catch (error) {
      return `nothing describes ${reference}: ${String(error)}`;
    }
  }
}

let shared: ContractJudge | undefined;

/** One judge for all: its schemas are compiled once per process. */
export function contractJudge(): ContractJudge {
  return (shared ??= new ContractJudge(readOpenApiDocument(join(__dirname, '../../..'))));
}

/** Why an answer does not fit the OpenAPI document; empty when it does. */
export function judge(answer: WireAnswer): string[] {
  return contractJudge().answer(answer);
}

/** Why a body is not that of an error answer; empty when it is. */
export function judgeFailure(body: string): string[] {
  return contractJudge().failure(body);
}

/** Why a message of the socket does not fit the description of the events; empty when it does. */
export function judgeFrame(text: string, method?: string): string[] {
  return contractJudge().frame(text, method);
}

/** The part below `/ari`; undefined for what lives elsewhere, and for the published descriptions. */
function interfacePath(target: string): string | undefined {
  const [, path] = /^\/ari(\/[^?]*|(?=\?|$))/.exec(target) ?? [];
  if (path === undefined || /^\/api-docs(\/|$)/.test(path)) return undefined;
  return path === '' ? '/' : path;
}

function headerReasons(status: number, headers: WireAnswer['headers']): string[] {
  const needed = status === 201 ? 'location' : anywhere[status];
  return needed === undefined || headers[needed] !== undefined ? [] : [`a ${status} needs the header ${needed}`];
}

/** Whether a declared media type, possibly a range, covers a given one. */
function covers(declared: string, given: string): boolean {
  const type = (given.split(';', 1)[0] ?? '').trim().toLowerCase();
  return declared.endsWith('/*') ? type.startsWith(declared.slice(0, -1)) : type === declared;
}

function escaped(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
