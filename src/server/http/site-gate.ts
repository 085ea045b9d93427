import type { IncomingHttpHeaders } from 'node:http';
import type { Cors } from './cors';

export interface SiteGateOptions {
  readonly cors: Cors;
  /** Names of this server that requests may carry as Host; any when empty. */
  readonly allowedHosts: readonly string[];
}

/**
 * Keeps web pages of other sites out. A browser sends credentials that it has stored along with whatever a page asks for,
 * but it also says where the page comes from, and pages cannot change that.
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

/** Browsers that send no Origin with a request say at least how it came about. Following a link is harmless. */
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
