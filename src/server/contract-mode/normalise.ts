import type { ApiRequest } from '../../api/dispatcher';
import type { JsonValue } from '../../contract/json';
import { isJsonObject } from '../../contract/json';
import { booleans } from '../../contract/read-parameters';
import { splitList } from '../../contract/split-list';
import type { OperationMatch } from './document-paths';
import { nameIn, partsOf } from './document-paths';
import type { DocumentMethod, DocumentOperation, DocumentParameter } from './open-api-document';
import { jsonType } from './open-api-document';

/** A request in the normal form that the validator reads correctly. */
export interface PlainRequest {
  readonly method: DocumentMethod;
  /** Path and query, encoded without exception. */
  readonly target: string;
  /** The JSON body; undefined for none. */
  readonly body: JsonValue | undefined;
}

type Sources = Pick<ApiRequest, 'query' | 'form' | 'json'>;

/**
 * The values of a query parameter, several only for a list. `foreign` is a member of the
 * body that no query could express, such as an object: it stays in the body, to be refused there.
 */
type Given = readonly string[] | 'foreign';

const nothing: Given = [];

/**
 * Rewrites a request as the document literally describes it. Clients send parameters in the body, lists in two forms,
 * yes for true, empty values for none and unencoded characters; all of that is accepted here and unknown to the
 * validator. Only the validator sees the rewritten request: the dispatcher reads the original.
 */
export function normalise(match: OperationMatch, sources: Sources): PlainRequest {
  const { method, operation } = match;
  const path = pathOf(match);
  const given = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ parameter, values: givenFor(parameter, sources) }));
  const pairs = given.flatMap(({ parameter, values }) => pairOf(parameter, values));
  const moved = new Set(given.flatMap(({ parameter, values }) => (values === 'foreign' ? [] : [parameter.name])));
  return {
    method,
    target: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    body: bodyOf(operation, sources.json, moved),
  };
}

/** Under the operation's own path, so that aliases need no handling. */
function pathOf({ template, values }: OperationMatch): string {
  const segments = partsOf(template).map((part) => {
    const name = nameIn(part);
    return name === undefined ? part : encoded(values.get(name) ?? '');
  });
  return `/ari/${segments.join('/')}`;
}

function givenFor(parameter: DocumentParameter, { query, form, json }: Sources): Given {
  const { name } = parameter;
  const member = isJsonObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
  if (member !== undefined && member !== null) return fromMember(parameter, member);
  const texts = query.has(name) ? query.getAll(name) : (form?.getAll(name) ?? []);
  return isList(parameter) ? texts.flatMap(splitList) : unlessEmpty(texts.at(-1) ?? '');
}

function fromMember(parameter: DocumentParameter, member: JsonValue): Given {
  if (member === '') return nothing;
  const values: readonly JsonValue[] = isList(parameter) && Array.isArray(member) ? member : [member];
  return values.every(isScalar) ? values.map(String) : 'foreign';
}

/** An empty text is either no value or, for an optional string, one that needs no checking. */
function unlessEmpty(text: string): Given {
  return text === '' ? nothing : [text];
}

function pairOf(parameter: DocumentParameter, given: Given): string[] {
  if (given === 'foreign' || given.length === 0) return [];
  const values = given.map((value) => canonical(parameter, value));
  return [`${parameter.name}=${values.map((value) => encoded(isList(parameter) ? asItem(value) : value)).join(',')}`];
}

/**
 * The validator splits lists at every comma and supports neither quotes nor empty items; the number of items must stay
 * the same.
 */
function asItem(value: string): string {
  return value === '' ? '""' : value.replaceAll(',', ';');
}

function canonical({ schema, 'x-ignore-case': ignoreCase }: DocumentParameter, text: string): string {
  const { type, enum: values } = (schema['items'] ?? schema) as { readonly type?: string; readonly enum?: string[] };
  if (type === 'integer' || type === 'number') return text.trim();
  if (type === 'boolean') return String(booleans.get(text.trim().toLowerCase()) ?? text);
  if (ignoreCase !== true) return text;
  return values?.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text;
}

function bodyOf(
  { requestBody }: DocumentOperation,
  json: JsonValue | undefined,
  moved: ReadonlySet<string>,
): JsonValue | undefined {
  const schema = requestBody?.content[jsonType]?.schema;
  if (json === undefined || schema === undefined) return undefined;
  if (schema['properties'] === undefined) return json;
  // A list is ignored where an object is expected.
  if (!isJsonObject(json)) return undefined;
  const said = Object.entries(json).filter(([name, value]) => value !== null && value !== '' && !moved.has(name));
  return Object.fromEntries(said);
}

function isList({ schema }: DocumentParameter): boolean {
  return schema['type'] === 'array';
}

function isScalar(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Encodes all reserved characters, and tolerates lone surrogates. */
function encoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1).replaceAll('+', '%20').replaceAll('*', '%2A');
}
