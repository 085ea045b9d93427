import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiReply } from '../../../api/dispatcher';
import type { BinaryBody } from '../../../contract/handler';
import { WrittenList } from '../../written-list';
import type { ByteRange } from './byte-range';
import type { RawHeaders } from './cors';
import { entityTag, modificationDate } from './file-answer';

export interface ResponseStyle {
  /** Headers of every answer, such as `Server` and `Cache-Control`. */
  readonly always: RawHeaders;
  /** Indented JSON, for reading on a terminal. */
  readonly pretty: boolean;
  /** Path of the interface, for `Location`: `/ari`. */
  readonly root: string;
}

export interface ResponseForm {
  readonly style: ResponseStyle;
  readonly headers: RawHeaders;
  /** HEAD: the headers of GET, without its body. */
  readonly headersOnly: boolean;
  /** The requested range of a binary body; all of it when undefined. */
  readonly range?: ByteRange | undefined;
}

/** Writes headers and body of an answer together, so that they leave in the same packet. */
export function respond(response: ServerResponse, reply: ApiReply, form: ResponseForm): void {
  const { style, headersOnly } = form;
  const headers = form.headers.length === 0 ? style.always.slice() : [...style.always, ...form.headers];
  if (reply.allow !== undefined) headers.push('Allow', ['OPTIONS', ...reply.allow].join(','));
  if (reply.location !== undefined) headers.push('Location', style.root + reply.location);
  if (reply.missingNodes !== undefined) headers.push('Patchbay-Missing-Nodes', reply.missingNodes.join(', '));
  if (isBinary(reply.body)) {
    stream(response, reply.body, { status: reply.status, headers, headersOnly, range: form.range });
    return;
  }
  const text = reply.body === undefined ? '' : jsonText(reply.body, style.pretty);
  const length = Buffer.byteLength(text);
  if (length > 0) headers.push('Content-Type', 'application/json');
  headers.push('Content-Length', String(length));
  response.writeHead(reply.status, headers);
  if (headersOnly || length === 0) response.end();
  // A text with as many bytes as characters is ASCII and needs no encoding.
  else send(response, text, length === text.length ? 'latin1' : 'utf8');
}

/**
 * Like `response.end(text)`, but saves a tenth of a request's time: that would queue an empty chunk behind headers and
 * body and gather both for a vectored write. Uncorking in between writes the one chunk alone.
 */
function send(response: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
  const { socket } = response;
  // Behind an unfinished answer, this one has no socket yet; Node queues it.
  if (socket === null) {
    response.end(text, encoding);
    return;
  }
  socket.cork();
  response.write(text, encoding);
  socket.uncork();
  response.end();
}

export function jsonText(body: unknown, pretty: boolean): string {
  if (body instanceof WrittenList) return body.json;
  return pretty ? JSON.stringify(body, null, 2) : JSON.stringify(body);
}

interface StreamFacts {
  readonly status: number;
  readonly headers: string[];
  readonly headersOnly: boolean;
  readonly range: ByteRange | undefined;
}

function stream(
  response: ServerResponse,
  body: BinaryBody,
  { status, headers, headersOnly, range }: StreamFacts,
): void {
  const { version } = body;
  if (version !== undefined) headers.push('ETag', entityTag(version), 'Last-Modified', modificationDate(version));
  if (status === 304) {
    response.writeHead(status, headers).end();
    return;
  }
  const length = range === undefined ? body.length : range.end - range.start + 1;
  headers.push('Content-Type', body.contentType, 'Content-Length', String(length), 'Accept-Ranges', 'bytes');
  if (range !== undefined) headers.push('Content-Range', `bytes ${range.start}-${range.end}/${body.length}`);
  response.writeHead(status, headers);
  if (headersOnly || length === 0) {
    response.end();
    return;
  }
  // A client that disconnects in the middle is not an error; the pipeline closes the file either way.
  whenOnTurn(response, () => {
    pipeline(Readable.from(body.open(range)), response).catch(() => response.destroy());
  });
}

/**
 * Behind an unfinished answer, this one has no connection yet. Opened now, its file would stay open when the connection
 * closes first: Node emits no event then.
 */
function whenOnTurn(response: ServerResponse, start: () => void): void {
  if (response.socket === null) response.once('socket', start);
  else start();
}

export function isBinary(body: unknown): body is BinaryBody {
  return typeof body === 'object' && body !== null && 'open' in body && 'contentType' in body;
}
