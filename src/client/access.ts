import type { ClientClock } from './clock';
import { systemClock } from './clock';

/** Where the server is and who asks. */
export interface AccessOptions {
  /** Address of the server, such as `http://127.0.0.1:8088`; a path prefix is kept, and `/ari` may be left out. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Milliseconds for one request from start to end; 30 seconds unless given. */
  readonly timeoutMs?: number;
  /**
   * How often a command is sent again when no connection can be made or it breaks, with the same `Idempotency-Key`, so
   * that it happens once; 0 unless given.
   */
  readonly retries?: number;
  /** Certificate in PEM form that an `https` server is checked against, where it is not publicly signed. */
  readonly ca?: string;
  /** Time; for tests. */
  readonly clock?: ClientClock;
}

/** The same, checked and settled. */
export interface Access {
  /** Root of the interface, without a slash at its end: `http://127.0.0.1:8088/ari`. */
  readonly root: URL;
  /** Value of the `Authorization` header. */
  readonly authorization: string;
  readonly timeoutMs: number;
  readonly tls: { readonly ca?: string };
  readonly clock: ClientClock;
  /** The event socket on whose behalf requests are made, where several share an application. */
  readonly socketId?: string | undefined;
}

export function accessFrom(options: AccessOptions): Access {
  const { url, user, password, timeoutMs = 30_000, ca, clock = systemClock } = options;
  // The compiler does not notice all of them: an object that is spread loses its getters.
  for (const [name, value] of Object.entries({ url, user, password }))
    if (typeof value !== 'string') throw new TypeError(`'${name}' must be a text, got ${typeof value}`);
  // RFC 7617 §2: the first colon ends the user name, so none can be part of it.
  if (user.includes(':')) throw new TypeError('a user name cannot contain a colon');
  return {
    root: rootOf(url),
    authorization: `Basic ${base64(`${user}:${password}`)}`,
    timeoutMs,
    tls: ca === undefined ? {} : { ca },
    clock,
  };
}

/** Without Buffer, which browsers do not have. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function rootOf(text: string): URL {
  if (!URL.canParse(text)) throw new TypeError('malformed url: give one such as http://127.0.0.1:8088');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new TypeError(`the url must begin with http:// or https://, not ${url.protocol}//`);
  if (url.username !== '' || url.password !== '')
    throw new TypeError('give user and password as options: an url ends up in logs');
  const prefix = url.pathname.replace(/\/+$/, '').replace(/\/ari$/, '');
  return new URL(`${url.origin}${prefix}/ari`);
}
