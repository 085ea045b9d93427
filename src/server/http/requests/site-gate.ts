import type { IncomingHttpHeaders } from 'node:http';
import type { Cors } from '../answers/cors';

export interface SiteGateOptions {
  readonly cors: Cors;
  /** Allowed values of the Host header; any when empty. */
  readonly allowedHosts: readonly string[];
}

/**
 * Refuses requests from web pages of other sites. A browser adds stored credentials to every request of a page, but it
 * also sends the page's origin, and pages cannot change that.
 */
export class SiteGate {
  readonly #hosts: ReadonlySet<string>;

  constructor(private readonly options: SiteGateOptions) {
    this.#hosts = new Set(options.allowedHosts.map((name) => name.toLowerCase()));
  }

  /** Why a request is refused; undefined when it may pass. */
  refusalOf(method: string | undefined, headers: IncomingHttpHeaders): string | undefined {
    const { origin, host = '' } = headers;
    if (!this.#isOurs(host))
      return `the Host header names '${shown(host)}', which http.conf does not list in allowed_hosts`;
    if (origin !== undefined)
      return this.#isTrusted(origin, host)
        ? undefined
        : `pages of ${shown(origin)} may not use this server: add the origin to allowed_origins in ari.conf`;
    return isCrossSite(method, headers) ? 'pages of other sites may not use this server' : undefined;
  }

  #isTrusted(origin: string, host: string): boolean {
    return this.options.cors.allows(origin) || hostOf(origin) === host.toLowerCase();
  }

  #isOurs(host: string): boolean {
    return this.#hosts.size === 0 || this.#hosts.has(host.toLowerCase()) || this.#hosts.has(nameOf(host));
  }
}

/** Browsers that send no Origin at least send Sec-Fetch-Site. Following a link is allowed. */
function isCrossSite(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== 'cross-site' && site !== 'same-site') return false;
  return !((method === 'GET' || method === 'HEAD') && headers['sec-fetch-mode'] === 'navigate');
}

/** `example.com:8088`, as the Host header of the same origin reads; undefined for origins such as `null`. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase();
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

function shown(text: string): string {
  return text.slice(0, 200);
}
