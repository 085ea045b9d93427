import type { NetworkPlace } from '../../shared/network/network-place';
import { viaHeader } from '../message/headers/address-headers';
import { bareHost, normalHost } from '../message/grammar/host';
import type { SipRequest } from '../message/message';
import type { Via } from '../message/headers/via';
import { receivedOf } from '../message/headers/via';
import { defaultPort } from './flow';
import { isIPv6 } from '../../shared/network/ip-version';

/** Writes into the top Via where a request really came from (RFC 3261 §18.2.1, RFC 3581 §4). */
export function stampSource({ headers }: SipRequest, source: NetworkPlace): void {
  const via = headers.get(viaHeader);
  if (via === undefined) return;
  const wantsPort = via.params.has('rport');
  if (!wantsPort && isSameHost(via.host, source.host)) return;
  const { protocol, transport, host, port } = via;
  const stamped = via.params.withOne('received', source.host);
  const params = wantsPort ? stamped.withOne('rport', source.port) : stamped;
  headers.replaceFirst(viaHeader, { protocol, transport, host, port, params });
}

/**
 * Where an answer over UDP goes (RFC 3261 §18.2.2, RFC 3581 §4). The Via has been stamped.
 * Deviation: `maddr`, which is for multicast, is ignored; with it a peer could direct our responses to any address.
 */
export function answerPlace(via: Via): NetworkPlace {
  const host = receivedOf(via) ?? bareHost(via.host);
  const port = via.params.number('rport') ?? via.port ?? defaultPort('UDP');
  return { host, port };
}

function isSameHost(sentBy: string, address: string): boolean {
  return normalHost(sentBy) === normalHost(isIPv6(address) ? `[${address}]` : address);
}
