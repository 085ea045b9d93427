import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { NetworkPlace } from '../../shared/network-place';
import { writtenHost } from '../message/host';
import type { SentBy } from './flow';

/** What Via and Contact say about us: what was asked for, else where we listen, else an address of this machine. */
export function sentByFor(bound: NetworkPlace, advertised: Partial<NetworkPlace> = {}): SentBy {
  const host = advertised.host ?? (isWildcard(bound.host) ? ownAddress(bound.host) : bound.host);
  return { host: writtenHost(host), port: advertised.port ?? bound.port };
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function ownAddress(wildcard: string): string {
  const family = isIPv6(wildcard) ? 'IPv6' : 'IPv4';
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const usable = addresses.filter((each) => each.family === family && !each.address.startsWith('fe80:'));
  return (usable.find(({ internal }) => !internal) ?? usable[0])?.address ?? wildcard;
}
