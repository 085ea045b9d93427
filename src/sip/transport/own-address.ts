import { networkInterfaces } from 'node:os';
import type { NetworkPlace } from '../../shared/network/network-place';
import { writtenHost } from '../message/grammar/host';
import type { SentBy } from './flow';
import { isIPv6 } from '../../shared/network/ip-version';

/** Our address in Via and Contact: the configured one, else the listening one, else an address of this machine. */
export function sentByFor(bound: NetworkPlace, advertised: Partial<NetworkPlace> = {}): SentBy {
  const host = advertised.host ?? (isWildcard(bound.host) ? ownAddress(bound.host) : bound.host);
  return { host: writtenHost(host), port: advertised.port ?? bound.port };
}

/** How a peer reaches us, where that is not the address we are bound to. Without a peer: how peers do in general. */
export type Advertised = (remote: NetworkPlace | undefined) => Partial<NetworkPlace>;

/** The same for each peer. Addresses of this machine are looked up once: they are asked for with every request. */
export function sentByFinder(
  bound: NetworkPlace,
  advertised: Partial<NetworkPlace> | Advertised | undefined,
): (remote?: NetworkPlace) => SentBy {
  if (typeof advertised !== 'function') {
    const sentBy = sentByFor(bound, advertised);
    return () => sentBy;
  }
  const own = sentByFor(bound);
  return (remote) => {
    const { host, port } = advertised(remote);
    return { host: host === undefined ? own.host : writtenHost(host), port: port ?? own.port };
  };
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
