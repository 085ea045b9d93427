import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiReply } from '../../api/dispatcher';
import type { BinaryBody } from '../../contract/handler';
import type { RawHeaders } from './cors';

export interface ResponseStyle {
  /** Headers of every answer, such as `Server` and `Cache-Control`. */
  readonly always: RawHeaders;
  /** Indented JSON, for people who read it on a terminal. */
  readonly pretty: boolean;
  /** Path of the interface, for `Location`: `/ari`. */
  readonly root: string;
}

export interface ResponseForm {
  readonly style: ResponseStyle;
  readonly headers: RawHeaders;
  /** HEAD: the headers of GET, without its body. */
  readonly headersOnly: boolean;
}

/** Writes an answer in one go: headers and body leave in the same packet. */
export function respond(response: ServerResponse, reply: ApiReply, form: ResponseForm): void {
  const { style, headersOnly } = form;
  const headers = form.headers.length === 0 ? style.always.slice() : [...style.always, ...form.headers];
  if (reply.allow !== undefined) headers.push('Allow', ['OPTIONS', ...reply.allow].join(','));
  if (reply.location !== undefined) headers.push('Location', style.root + reply.location);
  if (isBinary(reply.body)) {
    stream(response, reply.body, { status: reply.status, headers, headersOnly });
    return;
  }
  const text = reply.body === undefined ? '' : jsonText(reply.body, style.pretty);
  if (text !== '') headers.push('Content-Type', 'application/json');
  headers.push('Content-Length', String(Buffer.byteLength(text)));
  response.writeHead(reply.status, headers);
  response.end(headersOnly ? undefined : text);
}

export function jsonText(body: unknown, pretty: boolean): string {
  return pretty ? JSON.stringify(body, null, 2) : JSON.stringify(body);
}

interface StreamFacts {
  readonly status: number;
  readonly headers: string[];
  readonly headersOnly: boolean;
}

function stream(response: ServerResponse, body: BinaryBody, { status, headers, headersOnly }: StreamFacts): void {
  headers.push('Content-Type', body.contentType, 'Content-Length', String(body.length));
  response.writeHead(status, headers);
  if (headersOnly) {
    response.end();
    return;
  }
  // A reader that leaves in the middle is its own affair; the pipeline closes the file either way.
  pipeline(Readable.from(body.open()), response).catch(() => response.destroy());
}

export function isBinary(body: unknown): body is BinaryBody {
  return typeof body === 'object' && body !== null && 'open' in body && 'contentType' in body;
}
