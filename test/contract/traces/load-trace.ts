import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mediaServerSocket, readMediaBytes, readMediaText } from './media-messages';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Where in the recording a step stands, and when it happened. */
interface At {
  readonly index: number;
  readonly ms: number;
}

export interface RequestStep extends At {
  readonly kind: 'request';
  readonly n: number;
  readonly method: string;
  /** With its query, as it shall stand in the request line. */
  readonly target: string;
  /** `name:password`; null for none. */
  readonly auth: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface ResponseStep extends At {
  readonly kind: 'response';
  readonly n: number;
  /** Undefined where the recorder could not read the answer. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
  readonly isSummarised: boolean;
}

export interface EventStep extends At {
  readonly kind: 'event';
  readonly ws: string;
  readonly event: JsonObject;
}

export interface ConnectStep extends At {
  readonly kind: 'ws-connect';
  readonly ws: string;
  readonly uri: string;
  readonly auth: string | null;
  readonly protocols: readonly string[];
}

export interface OpenedStep extends At {
  readonly kind: 'ws-open';
  readonly ws: string;
  readonly protocol: string;
}

export interface RefusedStep extends At {
  readonly kind: 'ws-rejected';
  readonly ws: string;
  readonly status: number;
}

export interface SendStep extends At {
  readonly kind: 'ws-send';
  readonly ws: string;
  readonly data: string | { readonly binaryBytes: number };
}

export interface ClosedStep extends At {
  readonly kind: 'ws-closed';
  readonly ws: string;
  readonly code: number;
}

export interface ConfigStep extends At {
  readonly kind: 'config';
  /** Lines to add, by file. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

export interface AcceptStep extends At {
  readonly kind: 'outbound-accept' | 'media-accept';
  readonly ws: string;
  readonly path: string;
  readonly protocol: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RawResponseStep extends At {
  readonly kind: 'raw-response';
  readonly n: number;
  /** One answer or several, as they came. */
  readonly text: string;
  readonly isClosed: boolean;
}

export type Step =
  | RequestStep
  | ResponseStep
  | EventStep
  | ConnectStep
  | OpenedStep
  | RefusedStep
  | SendStep
  | ClosedStep
  | ConfigStep
  | AcceptStep
  | (At & { readonly kind: 'raw-request'; readonly n: number; readonly text: string })
  | RawResponseStep
  | (At & { readonly kind: 'ws-close' | 'ws-abort'; readonly ws: string })
  | (At & { readonly kind: 'ws-pong'; readonly ws: string; readonly data: string })
  | (At & { readonly kind: 'note'; readonly text: string })
  | (At & { readonly kind: 'unknown'; readonly name: string });

export interface Trace {
  /** The four digits. */
  readonly id: string;
  /** `0301-originate-app` */
  readonly name: string;
  readonly about: string;
  readonly steps: readonly Step[];
}

/** The folder of the recordings: PATCHBAY_TRACES, or the one beside the project; undefined when there is none. */
export function traceFolder(project: string): string | undefined {
  const folder = process.env['PATCHBAY_TRACES'] ?? resolve(project, '../shared/contract/traces');
  return existsSync(folder) ? folder : undefined;
}

/** All recordings, in the order of their numbers. */
export function loadTraces(folder: string): readonly Trace[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-.*\.json$/.test(file))
    .sort()
    .map((file) => readTrace(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json));
}

export function readTrace(json: Json): Trace {
  const { scenario, about, steps } = objectOf(json);
  const name = textOf(scenario);
  return { id: name.slice(0, 4), name, about: textOf(about), steps: listOf(steps).map(readStep) };
}

function readStep(json: Json, index: number): Step {
  const fields = objectOf(json);
  const at = { index, ms: numberOf(fields['ms']) };
  const read = readers[textOf(fields['kind'])];
  return read?.(fields, at) ?? { ...at, kind: 'unknown', name: textOf(fields['kind']) };
}

const readers: Readonly<Record<string, (fields: JsonObject, at: At) => Step>> = {
  request: readRequest,
  response: readResponse,
  event: (fields, at) => ({ ...at, kind: 'event', ws: wsOf(fields), event: objectOf(fields['event']) }),
  'ws-connect': readConnect,
  'ws-open': (fields, at) => ({ ...at, kind: 'ws-open', ws: wsOf(fields), protocol: textOf(fields['protocol']) }),
  'ws-rejected': (fields, at) => ({ ...at, kind: 'ws-rejected', ws: wsOf(fields), status: numberOf(fields['status']) }),
  'ws-send': (fields, at) => ({ ...at, kind: 'ws-send', ws: wsOf(fields), data: readData(fields) }),
  'ws-closed': (fields, at) => ({ ...at, kind: 'ws-closed', ws: wsOf(fields), code: numberOf(fields['code']) }),
  'ws-close': (fields, at) => ({ ...at, kind: 'ws-close', ws: wsOf(fields) }),
  'ws-abort': (fields, at) => ({ ...at, kind: 'ws-abort', ws: wsOf(fields) }),
  'ws-pong': (fields, at) => ({ ...at, kind: 'ws-pong', ws: wsOf(fields), data: textOf(fields['data']) }),
  'ws-text': (fields, at) => mediaEvent(wsOf(fields), readMediaText(textOf(fields['text'])), at),
  'ws-binary': (fields, at) => mediaEvent(wsOf(fields), readMediaBytes(numberOf(fields['bytes'])), at),
  'media-accept': (fields, at) => readAccept('media-accept', { ...fields, ws: mediaServerSocket }, at),
  'media-text': ({ text }, at) => mediaEvent(mediaServerSocket, readMediaText(textOf(text)), at),
  'media-json': ({ json }, at) => mediaEvent(mediaServerSocket, readMediaText(textOf(json)), at),
  'media-binary': ({ bytes }, at) => mediaEvent(mediaServerSocket, readMediaBytes(numberOf(bytes)), at),
  'media-send': (fields, at) => ({ ...at, kind: 'ws-send', ws: mediaServerSocket, data: readData(fields) }),
  'media-closed': ({ code }, at) => ({ ...at, kind: 'ws-closed', ws: mediaServerSocket, code: numberOf(code) }),
  note: (fields, at) => ({ ...at, kind: 'note', text: textOf(fields['text']) }),
  config: readConfig,
  'outbound-accept': (fields, at) => readAccept('outbound-accept', fields, at),
  'raw-request': (fields, at) => ({
    ...at,
    kind: 'raw-request',
    n: numberOf(fields['n']),
    text: textOf(fields['text']),
  }),
  'raw-response': (fields, at) => ({
    ...at,
    kind: 'raw-response',
    n: numberOf(fields['n']),
    text: textOf(fields['text']),
    isClosed: fields['end'] === 'peer closed',
  }),
};

function mediaEvent(ws: string, event: JsonObject, at: At): EventStep {
  return { ...at, kind: 'event', ws, event };
}

function readAccept(kind: AcceptStep['kind'], fields: JsonObject, at: At): AcceptStep {
  return {
    ...at,
    kind,
    ws: wsOf(fields),
    path: textOf(fields['path']),
    protocol: textOf(fields['protocol']),
    headers: textsOf(fields['headers']),
  };
}

function readRequest(fields: JsonObject, at: At): RequestStep {
  const { body, query, queryString, uri } = fields;
  const text = queryString === undefined ? queryText(query) : textOf(queryString);
  const isJson = body !== undefined && typeof body !== 'string';
  return {
    ...at,
    kind: 'request',
    n: numberOf(fields['n']),
    method: textOf(fields['method']),
    target: unfold(text === '' ? textOf(uri) : `${textOf(uri)}?${text}`),
    auth: authOf(fields['auth']),
    headers: { ...(isJson ? { 'Content-Type': 'application/json' } : {}), ...textsOf(fields['headers']) },
    body: body === undefined ? undefined : unfold(isJson ? JSON.stringify(body) : body),
  };
}

function readResponse(fields: JsonObject, at: At): ResponseStep {
  return {
    ...at,
    kind: 'response',
    n: numberOf(fields['n']),
    status: fields['error'] === undefined ? numberOf(fields['status']) : undefined,
    headers: textsOf(fields['headers']),
    body: fields['body'],
    isSummarised: fields['summarised'] === true,
  };
}

function readConnect(fields: JsonObject, at: At): ConnectStep {
  return {
    ...at,
    kind: 'ws-connect',
    ws: wsOf(fields),
    uri: textOf(fields['uri']),
    auth: authOf(fields['auth']),
    protocols: listOf(fields['protocols'] ?? []).map(textOf),
  };
}

function readData({ json, text, binaryBytes }: JsonObject): SendStep['data'] {
  if (typeof binaryBytes === 'number') return { binaryBytes };
  return unfold(json === undefined ? textOf(text) : JSON.stringify(json));
}

function readConfig({ ms: _ms, kind: _kind, ...files }: JsonObject, at: At): ConfigStep {
  const lines = Object.entries(files).map(([name, text]) => [name, listOf(text).map(textOf)] as const);
  return { ...at, kind: 'config', files: Object.fromEntries(lines) };
}

/** Absent: the usual user. A query that carries the credentials: no header beside it. */
function authOf(auth: Json | undefined): string | null {
  if (auth === undefined) return 'asterisk:asterisk';
  if (typeof auth === 'string' || auth === null) return auth;
  const { basic } = objectOf(auth);
  return typeof basic === 'string' ? basic : null;
}

/** The recorder wrote long values as `x*3000`, and cut off a long text of JSON: `{"value":"xxx… (5029 bytes)`. */
function unfold(text: string): string {
  return text
    .replace(/x\*(\d{4,})/g, (_all, count: string) => 'x'.repeat(Number(count)))
    .replace(
      /^(.*x)… \((\d+) bytes\)$/,
      (_all, start: string, size: string) => `${start.padEnd(Number(size) - 2, 'x')}"}`,
    );
}

function queryText(query: Json | undefined): string {
  if (query === undefined) return '';
  const pairs = Array.isArray(query) ? query.map(listOf) : Object.entries(objectOf(query));
  return pairs
    .map(([name, value]) => `${encodeURIComponent(textOf(name))}=${encodeURIComponent(textOf(value))}`)
    .join('&');
}

const wsOf = (fields: JsonObject): string => textOf(fields['ws']);

function textOf(json: Json | undefined): string {
  return typeof json === 'string' ? json : json === undefined || json === null ? '' : JSON.stringify(json);
}

function numberOf(json: Json | undefined): number {
  return typeof json === 'number' ? json : 0;
}

function listOf(json: Json | undefined): readonly Json[] {
  if (Array.isArray(json)) return json as readonly Json[];
  throw new Error(`expected a list in the recording, found ${JSON.stringify(json)}`);
}

export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function objectOf(json: Json | undefined): JsonObject {
  if (isObject(json)) return json;
  throw new Error(`expected an object in the recording, found ${JSON.stringify(json)}`);
}

function textsOf(json: Json | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(json === undefined ? {} : objectOf(json)).map(([k, v]) => [k, textOf(v)]));
}
