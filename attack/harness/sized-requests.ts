import type { DocumentParameter, PlacedOperation } from '../../src/server/contract-mode/open-api-document';
import { operationsIn, readOpenApiDocument } from '../../src/server/contract-mode/open-api-document';
import { projectRoot } from '../../src/shared/project-root';

/** A request with one parameter of extreme size. */
export interface SizedRequest {
  readonly method: string;
  /** Below `/ari`. */
  readonly target: string;
  /** Undefined where the values stand in the query. */
  readonly body: object | undefined;
  readonly parameter: string;
  /** Whether the document says that the value is too large. */
  readonly isAbove: boolean;
}

/** For values without a bound: a large part of the body limit. */
const unbounded = { text: 100_000, items: 5000 };
/** Characters of a query that a request can have. */
const longestQuery = 12_000;

/** Values of parameters that are needed, so that a request gets as far as it can. */
const meaningful: Readonly<Record<string, string>> = {
  channelId: 'target',
  bridgeId: 'target',
  endpoint: 'Local/up@default',
  app: 'attack',
  applicationName: 'attack',
  application: 'attack',
  format: 'wav',
  media: 'digits:1',
  configClass: 'res_ari',
  objectType: 'user',
};

/** Every text and every list that the interface takes: as large as permitted, and one larger. */
export function sizedRequests(): SizedRequest[] {
  const operations = operationsIn(readOpenApiDocument(projectRoot(__dirname)));
  return operations
    .filter(({ operation }) => operation['x-websocket-protocol'] === undefined && operation['x-alias-of'] === undefined)
    .flatMap((placed) =>
      (placed.operation.parameters ?? [])
        .filter(({ in: place }) => place === 'query')
        .flatMap((parameter) =>
          sizesOf(parameter).map(({ value, isAbove }) => requestOf(placed, { parameter, value, isAbove })),
        ),
    );
}

interface SizedValue {
  readonly value: unknown;
  readonly isAbove: boolean;
}

function sizesOf({ schema, name }: DocumentParameter): SizedValue[] {
  const text = (length: number): string => `${meaningful[name] ?? ''}${'1'.repeat(length)}`.slice(-length);
  const around = (most: unknown, otherwise: number, make: (size: number) => unknown): SizedValue[] =>
    typeof most === 'number'
      ? [
          { value: make(most), isAbove: false },
          { value: make(most + 1), isAbove: true },
        ]
      : [{ value: make(otherwise), isAbove: false }];
  const { type, enum: values } = schema;
  if (type === 'string') return values === undefined ? around(schema['maxLength'], unbounded.text, text) : [];
  const items = schema['items'] as DocumentParameter['schema'] | undefined;
  if (type !== 'array' || items?.['type'] !== 'string') return [];
  const member = meaningful[name] ?? '1';
  return [
    ...around(schema['maxItems'], unbounded.items, (size) => Array.from({ length: size }, () => member)),
    ...around(items['maxLength'], unbounded.text, (size) => [text(size)]),
  ];
}

interface Given extends SizedValue {
  readonly parameter: DocumentParameter;
}

function requestOf(
  { template, method, operation }: PlacedOperation,
  { parameter, value, isAbove }: Given,
): SizedRequest {
  const needed = (operation.parameters ?? []).filter(({ in: place, required }) => place === 'query' && required);
  const pairs = needed.map((other) => [other.name, valueOf(other)] as const);
  const values = { ...Object.fromEntries(pairs), [parameter.name]: value };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => meaningful[name] ?? 'x');
  const facts = { method: method.toUpperCase(), parameter: parameter.name, isAbove };
  if (method !== 'get') return { ...facts, target: path, body: values };
  const query = new URLSearchParams(
    Object.entries(values).map(([name, each]): [string, string] => [name, String(each)]),
  );
  const isWhole = query.toString().length <= longestQuery;
  return {
    ...facts,
    target: `${path}?${query.toString().slice(0, longestQuery)}`,
    body: undefined,
    isAbove: isAbove && isWhole,
  };
}

function valueOf({ name, schema }: DocumentParameter): unknown {
  const { type, enum: values, minimum = 1 } = schema as { type?: string; enum?: readonly unknown[]; minimum?: number };
  const single = values?.[0] ?? meaningful[name] ?? (type === 'integer' ? minimum : type === 'boolean' ? true : 'x');
  return type === 'array' ? [meaningful[name] ?? 'x'] : single;
}
