import type { IncomingHttpHeaders } from 'node:http';

/** Header names and values in turn, as writeHead takes them. */
export type RawHeaders = readonly string[];

const noHeaders: RawHeaders = [];

/** Lets pages of other origins use the interface, if the configuration names them. */
export class Cors {
  readonly #any: boolean;
  readonly #origins: ReadonlySet<string>;

  constructor(allowedOrigins: readonly string[]) {
    this.#any = allowedOrigins.includes('*');
    this.#origins = new Set(allowedOrigins);
  }

  /** For every answer, errors included: a browser shows none of it to the page without them. */
  headers({ origin }: IncomingHttpHeaders): RawHeaders {
    if (origin === undefined || !this.allows(origin)) return noHeaders;
    return ['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true', 'Vary', 'Origin'];
  }

  /** Browsers ask before they send credentials, so the question itself comes without any. */
  isPreflight(method: string | undefined, headers: IncomingHttpHeaders): boolean {
    return (
      method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
    );
  }

  preflightHeaders(headers: IncomingHttpHeaders, methods: readonly string[]): RawHeaders {
    const wanted = headers['access-control-request-method'] ?? '';
    if (this.headers(headers).length === 0 || !methods.includes(wanted)) return noHeaders;
    const asked = headers['access-control-request-headers'];
    const allowed = ['Access-Control-Allow-Methods', ['OPTIONS', ...methods].join(',')];
    return asked === undefined ? allowed : [...allowed, 'Access-Control-Allow-Headers', asked];
  }

  /** Whether the configuration names an origin. */
  allows(origin: string): boolean {
    return this.#any || this.#origins.has(origin);
  }
}
