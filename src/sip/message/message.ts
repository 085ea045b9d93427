import { HeaderList } from './headers/header-list';
import { reasonPhrase } from './status';
import { SipUri } from './uri/uri';
import type { Uri } from './uri/uri';
import { parseUri } from './uri/uri';

const noBody = Buffer.alloc(0);
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\0-\x1f\x7f]+/;

export interface RequestInit {
  readonly method: string;
  readonly uri: Uri | string;
  readonly headers?: HeaderList;
  readonly body?: Buffer | string;
}

export interface ResponseInit {
  readonly status: number;
  readonly reason?: string | undefined;
  readonly headers?: HeaderList;
  readonly body?: Buffer | string | undefined;
}

/** A request. Start line and header fields can be changed until it is sent. */
export class SipRequest {
  readonly kind = 'request';
  readonly method: string;
  readonly headers: HeaderList;
  body: Buffer;
  /** The bytes as they came; undefined for one that was made here, or came over a stream. */
  received: Buffer | undefined;
  #uriText: string;
  #uri: Uri | undefined;

  constructor({ method, uri, headers = new HeaderList(), body }: RequestInit) {
    this.method = method;
    this.headers = headers;
    this.body = bytesOf(body);
    this.#uriText = typeof uri === 'string' ? uri : withoutHeaders(uri).toString();
    this.#uri = typeof uri === 'string' ? undefined : withoutHeaders(uri);
  }

  /** The Request-URI as it came. */
  get uriText(): string {
    return this.#uriText;
  }

  get uri(): Uri {
    return (this.#uri ??= parseUri(this.#uriText, 'Request-URI'));
  }

  set uri(uri: Uri) {
    this.#uri = withoutHeaders(uri);
    this.#uriText = this.#uri.toString();
  }

  /** A copy of the request. */
  clone(): SipRequest {
    const { method, headers, body } = this;
    return new SipRequest({ method, uri: this.#uri ?? this.#uriText, headers: headers.clone(), body });
  }
}

export class SipResponse {
  readonly kind = 'response';
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  body: Buffer;
  /** The bytes as they came; undefined for one that was made here, or came over a stream. */
  received: Buffer | undefined;

  constructor({ status, reason, headers = new HeaderList(), body }: ResponseInit) {
    this.status = status;
    const usual = reasonPhrase(status);
    this.reason = reason === undefined || reason === usual ? usual : onOneLine(reason);
    this.headers = headers;
    this.body = bytesOf(body);
  }
}

export type SipMessage = SipRequest | SipResponse;

/** A line break in it would end the start line early. */
function onOneLine(reason: string): string {
  return controls.test(reason) ? reason.replaceAll(new RegExp(controls, 'g'), ' ') : reason;
}

/** They may not stand in a Request-URI (RFC 3261 §19.1.5). */
function withoutHeaders(uri: Uri): Uri {
  return uri instanceof SipUri ? uri.withoutHeaders() : uri;
}

function bytesOf(body: Buffer | string | undefined): Buffer {
  if (body === undefined) return noBody;
  return typeof body === 'string' ? Buffer.from(body) : body;
}
