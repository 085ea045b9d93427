import type { IncomingHttpHeaders } from 'node:http';

/** Alternating header names and values, as writeHead takes them. */
export type RawHeaders = readonly string[];

const noHeaders: RawHeaders = [];

/** Allows pages of configured origins to use the interface. */
export class Cors {
  readonly #any: boolean;
  readonly #origins: ReadonlySet<string>;

  constructor(allowedOrigins: readonly string[]) {
    this.#any = allowedOrigins.includes('*');
    this.#origins = new Set(allowedOrigins);
  }

  /** For every answer, errors included: without them a browser hides the answer from the page. */
  headers({ origin }: IncomingHttpHeaders): RawHeaders {
    if (origin === undefined || !this.allows(origin)) return noHeaders;
    return ['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true', 'Vary', 'Origin'];
  }

  /** A preflight comes without credentials. */
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
