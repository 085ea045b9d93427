import type { IncomingMessage } from 'node:http';
import type { AddressRule } from '../../../shared/network/address-rules';
import { isPermitted } from '../../../shared/network/address-rules';
import { isIP } from '../../../shared/network/ip-version';

/** Determines the client address of a request, using the headers of trusted proxies. */
export class ClientAddresses {
  readonly #rules: readonly AddressRule[];

  constructor(trustedProxies: readonly string[]) {
    const trusted = trustedProxies.map((network): AddressRule => ({ action: 'permit', network }));
    this.#rules = trusted.length === 0 ? [] : [...denyAll, ...trusted];
  }

  isProxy(address: string): boolean {
    return this.#rules.length > 0 && isPermitted(this.#rules, address);
  }

  /**
   * Walks the chain of proxies from the nearest one outwards, and ends at the first address that is not a trusted
   * proxy: entries before it cannot be trusted.
   */
  of({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string | undefined {
    const { remoteAddress } = socket;
    if (this.#rules.length === 0 || remoteAddress === undefined || !this.isProxy(remoteAddress)) return remoteAddress;
    let nearest = remoteAddress;
    for (const hop of forwardedFor(headers['x-forwarded-for']).reverse()) {
      if (isIP(hop) === 0) return nearest;
      nearest = hop;
      if (!this.isProxy(hop)) return hop;
    }
    return nearest;
  }
}

const denyAll: readonly AddressRule[] = [
  { action: 'deny', network: '0.0.0.0/0' },
  { action: 'deny', network: '::/0' },
];

/** `203.0.113.7, [2001:db8::1]:4711` without ports and brackets. */
function forwardedFor(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text === '' ? [] : text.split(',').map((part) => withoutPort(part.trim()));
}

function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1];
  return bracketed ?? (/^[^:]+:\d+$/.test(address) ? address.slice(0, address.indexOf(':')) : address);
}
