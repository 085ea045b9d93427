import { bareHost } from '../message/grammar/host';
import type { SipUri } from '../message/uri/uri';
import type { Dns, NaptrRecord, SrvRecord } from './dns';
import type { Protocol } from './flow';
import { defaultPort } from './flow';
import { isIP, isIPv4 } from '../../shared/network/ip-version';

/** One place to try. */
export interface Target {
  readonly protocol: Protocol;
  /** An address. */
  readonly host: string;
  readonly port: number;
  /** What the URI said, which a certificate has to be for. */
  readonly name: string;
}

export interface ResolverOptions {
  readonly dns: Dns;
  /** Protocols that we can send over, the one we like best first. */
  readonly protocols: readonly Protocol[];
  readonly ipv4: boolean;
  readonly ipv6: boolean;
  /** From 0 to below 1. */
  readonly random: () => number;
}

const services: Readonly<Record<string, Protocol>> = {
  'sip+d2u': 'UDP',
  'sip+d2t': 'TCP',
  'sips+d2t': 'TLS',
  'sip+d2w': 'WS',
  'sips+d2w': 'WSS',
};

const srvPrefixes: Readonly<Record<Protocol, string>> = {
  UDP: '_sip._udp.',
  TCP: '_sip._tcp.',
  TLS: '_sips._tcp.',
  WS: '_sip._ws.',
  WSS: '_sips._ws.',
};

interface Place {
  readonly protocol: Protocol;
  readonly name: string;
  readonly port: number;
}

/** The target of a URI without a lookup; undefined when names have to be resolved. */
export function directTarget(uri: SipUri): Target | undefined {
  const name = hostOf(uri);
  if (isIP(name) === 0) return undefined;
  const protocol = namedProtocol(uri) ?? implicitProtocol(uri);
  return { protocol, host: name, port: uri.port ?? defaultPort(protocol), name };
}

/** All places to try for a URI, in the order of RFC 3263 §4; empty when there is none. */
export async function resolveTargets(uri: SipUri, options: ResolverOptions): Promise<readonly Target[]> {
  const direct = directTarget(uri);
  if (direct !== undefined) return options.protocols.includes(direct.protocol) ? [direct] : [];
  const places = await placesFor(uri, options);
  const targets = await Promise.all(places.map((place) => addressesOf(place, hostOf(uri), options)));
  return targets.flat();
}

async function placesFor(uri: SipUri, options: ResolverOptions): Promise<readonly Place[]> {
  const [name, named] = [hostOf(uri), namedProtocol(uri)];
  if (uri.port !== undefined) {
    const protocol = named ?? implicitProtocol(uri);
    return usable([protocol], options).map((each) => ({ protocol: each, name, port: uri.port ?? 0 }));
  }
  const found =
    named === undefined ? await byNaptr(uri, options) : await bySrv(named, srvPrefixes[named] + name, options);
  if (found.length > 0) return found;
  const candidates = named === undefined ? usable(allowedProtocols(uri), options) : [];
  const bySrvNames = await Promise.all(candidates.map((each) => bySrv(each, srvPrefixes[each] + name, options)));
  if (bySrvNames.flat().length > 0) return bySrvNames.flat();
  return usable([named ?? implicitProtocol(uri)], options).map((protocol) => ({
    protocol,
    name,
    port: defaultPort(protocol),
  }));
}

async function byNaptr(uri: SipUri, options: ResolverOptions): Promise<readonly Place[]> {
  const { records } = await options.dns.naptr(hostOf(uri));
  const allowed = allowedProtocols(uri);
  const chosen = [...records].sort(byOrder).flatMap((record) => {
    const protocol = services[record.service.toLowerCase()];
    const isUsable = protocol !== undefined && allowed.includes(protocol) && options.protocols.includes(protocol);
    return isUsable && record.flags.toLowerCase() === 's' ? [{ protocol, name: record.replacement }] : [];
  });
  const places = await Promise.all(chosen.map(({ protocol, name }) => bySrv(protocol, name, options)));
  return places.flat();
}

async function bySrv(protocol: Protocol, name: string, options: ResolverOptions): Promise<readonly Place[]> {
  if (!options.protocols.includes(protocol)) return [];
  const { records } = await options.dns.srv(name);
  // A single dot says that the service is not offered (RFC 2782).
  const offered = records.filter((record) => record.name !== '.' && record.name !== '');
  return inSrvOrder(offered, options.random).map((record) => ({ protocol, name: record.name, port: record.port }));
}

async function addressesOf(place: Place, uriName: string, options: ResolverOptions): Promise<readonly Target[]> {
  const { dns, ipv4, ipv6 } = options;
  const lookups = isIP(place.name) === 0 ? [...(ipv4 ? [dns.a] : []), ...(ipv6 ? [dns.aaaa] : [])] : [];
  const answers = await Promise.all(lookups.map((lookup) => lookup(place.name)));
  const literal = isIP(place.name) === 0 ? [] : [place.name];
  const hosts = [...literal, ...answers.flatMap(({ records }) => records)];
  return hosts
    .filter((host) => (isIPv4(host) ? ipv4 : ipv6))
    .map((host) => ({ protocol: place.protocol, host, port: place.port, name: uriName }));
}

/** By priority, and among equals at random in proportion to their weights (RFC 2782). */
export function inSrvOrder(records: readonly SrvRecord[], random: () => number): readonly SrvRecord[] {
  const rest = [...records].sort((one, other) => one.priority - other.priority || one.weight - other.weight);
  const ordered: SrvRecord[] = [];
  while (rest.length > 0) {
    const equals = rest.filter(({ priority }) => priority === rest[0]?.priority);
    const total = equals.reduce((sum, { weight }) => sum + weight, 0);
    let left = random() * (total + 1);
    const chosen = equals.find(({ weight }) => (left -= weight) < 0) ?? equals[0];
    if (chosen === undefined) break;
    ordered.push(chosen);
    rest.splice(rest.indexOf(chosen), 1);
  }
  return ordered;
}

function byOrder(one: NaptrRecord, other: NaptrRecord): number {
  return one.order - other.order || one.preference - other.preference;
}

function hostOf(uri: SipUri): string {
  return bareHost(uri.params.get('maddr') ?? uri.host);
}

function namedProtocol(uri: SipUri): Protocol | undefined {
  const isSecure = uri.scheme === 'sips';
  switch (uri.transport) {
    case 'udp':
      return 'UDP';
    case 'tcp':
      return isSecure ? 'TLS' : 'TCP';
    case 'tls':
      return 'TLS';
    case 'ws':
      return isSecure ? 'WSS' : 'WS';
    case 'wss':
      return 'WSS';
    default:
      return undefined;
  }
}

function implicitProtocol({ scheme }: SipUri): Protocol {
  return scheme === 'sips' ? 'TLS' : 'UDP';
}

function allowedProtocols({ scheme }: SipUri): readonly Protocol[] {
  return scheme === 'sips' ? ['TLS', 'WSS'] : ['UDP', 'TCP', 'TLS', 'WS', 'WSS'];
}

function usable(wanted: readonly Protocol[], { protocols }: ResolverOptions): readonly Protocol[] {
  return protocols.filter((protocol) => wanted.includes(protocol));
}
