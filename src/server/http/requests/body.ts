import type { IncomingMessage } from 'node:http';
import type { JsonValue } from '../../../contract/json';
import { parseBoundedJson } from '../../../shared/text/bounded-json';
import { hasTooManyFields, maxFields } from './target';

/** What a request body can turn out to be. */
export type ParsedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly json: JsonValue }
  | { readonly kind: 'form'; readonly form: URLSearchParams }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'malformed'; readonly reason: string };

const none: ParsedBody = { kind: 'none' };
const formType = 'application/x-www-form-urlencoded';

/** Whether anything follows the headers; a request without a body need not wait for one. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Whether the body is a form, which may hold credentials. */
export function isForm({ headers }: IncomingMessage): boolean {
  return typeOf(headers['content-type']) === formType;
}

/** Reads and parses a body of at most `limit` bytes. Bodies of unknown content types are read and ignored. */
export async function readBody(request: IncomingMessage, limit: number): Promise<ParsedBody> {
  const bytes = Number(request.headers['content-length'] ?? 0) > limit ? undefined : await bytesOf(request, limit);
  if (bytes === undefined) return { kind: 'too-large' };
  return parseBody(bytes.toString('utf8'), request.headers['content-type']);
}

/**
 * Undefined when there are too many. The rest is read and dropped: a client that is still sending when the connection
 * closes would never see the answer. The listener's timeouts limit how long that takes.
 */
function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      chunks.length = 0;
      resolve(undefined);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

/** The body of a known content type; parameters of the type, such as a charset, do not matter. */
export function parseBody(text: string, contentType: string | undefined): ParsedBody {
  if (text === '') return none;
  switch (typeOf(contentType)) {
    case 'application/json':
      return parseJson(text);
    case formType:
      return parseForm(text);
    default:
      return none;
  }
}

function typeOf(contentType = ''): string | undefined {
  return contentType.split(';', 1)[0]?.trim().toLowerCase();
}

function parseForm(text: string): ParsedBody {
  if (hasTooManyFields(text)) return { kind: 'malformed', reason: `the form has more than ${maxFields} fields` };
  return { kind: 'form', form: new URLSearchParams(text) };
}

function parseJson(text: string): ParsedBody {
  const read = parseBoundedJson(text);
  if (read.outcome === 'refused') return { kind: 'malformed', reason: `the JSON body ${read.reason}` };
  const json = read.value as JsonValue;
  if (typeof json === 'object' && json !== null) return { kind: 'json', json };
  return {
    kind: 'malformed',
    reason: `the JSON body is ${json === null ? 'null' : `a ${typeof json}`}: send an object`,
  };
}
