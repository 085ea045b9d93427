import { STATUS_CODES } from 'node:http';
import type { JsonObject, JsonValue } from '../../contract/json';
import { isJsonObject } from '../../contract/json';
import { parseBody } from '../http/requests/body';
import { refusals } from '../http/refusals';
import { hasTooManyFields, maxFields, noQuery } from '../http/requests/target';
import { parseBoundedJson } from '../../shared/text/bounded-json';
import { quoted } from '../../shared/text/quoted';

/** A request that arrived in a frame, ready for the dispatcher. */
export interface FrameRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly json: JsonValue | undefined;
  readonly form: URLSearchParams | undefined;
  readonly idempotencyKey: string | undefined;
}

/** The ids by which a sender identifies its request; echoed unchanged. */
export interface Correlation {
  readonly transactionId: string;
  readonly requestId: string;
  /** Without its query. */
  readonly uri: string;
}

export type ReadFrame =
  | { readonly kind: 'request'; readonly correlation: Correlation; readonly request: FrameRequest }
  | { readonly kind: 'bad'; readonly correlation: Correlation; readonly reason: string };

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'];

/** Reads a text frame from an application. An invalid frame yields the reason for the answer. */
export function readFrame(text: string): ReadFrame {
  const frame = parse(text);
  if (typeof frame === 'string')
    return { kind: 'bad', correlation: { transactionId: '', requestId: '', uri: '' }, reason: frame };
  const target = textOf(frame['uri']);
  const [uri = '', inline = ''] = splitTarget(target);
  const correlation = { transactionId: textOf(frame['transaction_id']), requestId: textOf(frame['request_id']), uri };
  const reason = wrongWith(frame, target);
  if (reason !== undefined) return { kind: 'bad', correlation, reason };
  const query = queryOf(inline, frame['query_strings']);
  const body =
    typeof frame['message_body'] === 'string'
      ? parseBody(frame['message_body'], textOf(frame['content_type']))
      : { kind: 'none' as const };
  if (body.kind === 'malformed') return { kind: 'bad', correlation, reason: `message_body: ${body.reason}` };
  const request = {
    method: textOf(frame['method']),
    path: `/${uri}`,
    query,
    form: body.kind === 'form' ? body.form : undefined,
    json: body.kind === 'json' ? body.json : undefined,
    idempotencyKey: frame['idempotency_key'] === undefined ? undefined : textOf(frame['idempotency_key']),
  };
  return { kind: 'request', correlation, request };
}

function wrongWith(frame: JsonObject, target: string): string | undefined {
  if (frame['type'] === undefined) return '\'type\' is missing: write "RESTRequest"';
  if (frame['type'] !== 'RESTRequest') return `'type' cannot be ${shown(frame['type'])}: write "RESTRequest"`;
  if (target === '') return '\'uri\' is missing: write a path without leading slash, such as "channels"';
  if (target.startsWith('/')) return `'uri' starts with a slash: write "${cut(target.replace(/^\/+/, ''))}"`;
  if (!methods.includes(textOf(frame['method'])))
    return `'method' cannot be ${shown(frame['method'])}: write ${methods.join(', ')} in capitals`;
  return wrongWithQuery(frame['query_strings'], target) ?? wrongWithBody(frame);
}

function wrongWithQuery(pairs: JsonValue | undefined, inline: string): string | undefined {
  if (hasTooManyFields(inline) || (Array.isArray(pairs) && pairs.length > maxFields)) return refusals.tooManyFields;
  if (!Array.isArray(pairs)) return undefined;
  const fits = pairs.every(
    (pair: JsonValue) => isJsonObject(pair) && typeof pair['name'] === 'string' && isScalar(pair['value']),
  );
  return fits ? undefined : "'query_strings' cannot be read: write a list of objects with 'name' and 'value'";
}

function wrongWithBody({ message_body: body, content_type: type }: JsonObject): string | undefined {
  if (typeof body !== 'string' || body === '') return undefined;
  if (typeof type !== 'string' || type === '')
    return "'content_type' is missing: a 'message_body' needs application/json or application/x-www-form-urlencoded";
  const known = /^application\/(json|x-www-form-urlencoded)\s*(;|$)/i.test(type);
  return known
    ? undefined
    : `'content_type' cannot be '${cut(type)}': use application/json or application/x-www-form-urlencoded`;
}

/** Pairs of the frame win over the query inside the uri. */
function queryOf(inline: string, pairs: JsonValue | undefined): URLSearchParams {
  if (inline === '' && !Array.isArray(pairs)) return noQuery;
  const query = new URLSearchParams(inline);
  if (!Array.isArray(pairs)) return query;
  const given = pairs as readonly { readonly name: string; readonly value: unknown }[];
  for (const { name } of given) query.delete(name);
  for (const { name, value } of given) query.append(name, String(value));
  return query;
}

function splitTarget(target: string): [string, string] {
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** A text is the reason why the frame is invalid. */
function parse(text: string): JsonObject | string {
  const read = parseBoundedJson(text);
  if (read.outcome === 'refused') return `the JSON of the frame ${read.reason}`;
  return isJsonObject(read.value) ? read.value : 'the frame is not a JSON object';
}

function shown(value: JsonValue | undefined): string {
  return cut(JSON.stringify(value ?? null));
}

/** An answer quotes only a short part of the input. */
function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isScalar(value: JsonValue | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The content of a JSON string without the quotation marks. */
export function quotedContent(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The answer as a frame, less the members that every message of the socket has; its body as a JSON string. */
export function responseHead(correlation: Correlation, status: number, quotedBody: string | undefined): string {
  const body = quotedBody === undefined ? '' : `,"content_type":"application/json","message_body":${quotedBody}`;
  return (
    `{"type":"RESTResponse","transaction_id":${quoted(correlation.transactionId)}` +
    `,"request_id":${quoted(correlation.requestId)},"status_code":${status}` +
    `,"reason_phrase":"${STATUS_CODES[status] ?? ''}","uri":${quoted(correlation.uri)}${body}`
  );
}
