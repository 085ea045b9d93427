import type { IncomingMessage } from 'node:http';
import type { JsonValue } from '../../contract/json';

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

/** Reads and parses a body of at most `limit` bytes. Bodies of types the interface does not know are read and ignored. */
export async function readBody(request: IncomingMessage, limit: number): Promise<ParsedBody> {
  const bytes = Number(request.headers['content-length'] ?? 0) > limit ? undefined : await bytesOf(request, limit);
  if (bytes === undefined) return { kind: 'too-large' };
  return parseBody(bytes.toString('utf8'), request.headers['content-type']);
}

/**
 * Undefined as soon as there are too many. The rest is read and dropped: a client that is still sending when the
 * connection closes would never see the answer. How long it may go on is a matter of the listener's timeouts.
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
      return { kind: 'form', form: new URLSearchParams(text) };
    default:
      return none;
  }
}

function typeOf(contentType = ''): string | undefined {
  return contentType.split(';', 1)[0]?.trim().toLowerCase();
}

function parseJson(text: string): ParsedBody {
  if (isTooDeep(text)) return { kind: 'malformed', reason: `the JSON body is nested more than ${deepest} levels deep` };
  try {
    const json = JSON.parse(text) as JsonValue;
    if (typeof json === 'object' && json !== null) return { kind: 'json', json };
    return {
      kind: 'malformed',
      reason: `the JSON body is ${json === null ? 'null' : `a ${typeof json}`}: send an object`,
    };
  } catch (error) {
    return {
      kind: 'malformed',
      reason: `the body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** More than any parameter needs, and far from where writing a value out again would run out of stack. */
const deepest = 100;

function isTooDeep(text: string): boolean {
  if (text.length < 2 * deepest) return false;
  let [depth, isQuoted] = [0, false];
  for (let at = 0; at < text.length && depth <= deepest; at += 1) {
    const character = text.charAt(at);
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '[' || character === '{')) depth += 1;
    else if (!isQuoted && (character === ']' || character === '}')) depth -= 1;
  }
  return depth > deepest;
}
