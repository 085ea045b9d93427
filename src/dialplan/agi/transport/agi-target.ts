import type { NetworkPlace } from '../../../shared/network/network-place';
import { parseNetworkPlace } from '../../../shared/network/network-place';

/** What the first argument of AGI names: a server, a local program, or an external controller (async). */
export type AgiTarget =
  | { readonly kind: 'server'; readonly server: NetworkPlace; readonly script: string }
  | { readonly kind: 'script'; readonly name: string }
  | { readonly kind: 'async' }
  | { readonly kind: 'unsupported'; readonly reason: string };

export const defaultPort = 4573;

/** Reads `agi://host[:port][/script[?query]]`, `agi:async`, or the name of a script. */
export function parseTarget(text: string): AgiTarget {
  const request = text.trim();
  if (request === '') return unsupported('a script or an address is required');
  if (/^hagi:/i.test(request)) return unsupported('hagi:// (SRV records) is not supported, use agi://host:port');
  if (/^agi:async/i.test(request)) return { kind: 'async' };
  const [, authority, script = ''] = /^agi:\/\/([^/]*)(?:\/(.*))?$/is.exec(request) ?? [];
  if (authority === undefined) return { kind: 'script', name: request };
  const server = parseNetworkPlace(authority) ?? parseNetworkPlace(`${authority}:${defaultPort}`);
  if (server === undefined) return unsupported(`'${authority}' is not <host>[:<port>]`);
  return { kind: 'server', server, script };
}

function unsupported(reason: string): AgiTarget {
  return { kind: 'unsupported', reason };
}
