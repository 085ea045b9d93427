import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { networkInterfaces } from 'node:os';
import type { AddressRule } from './address-rules';
import { isPermitted } from './address-rules';
import type { NetworkPlace } from './network-place';
import { parseNetworkPlace } from './network-place';
import { isIP } from './ip-version';

/** Addresses that are no legitimate destinations of this server. */
const kinds: readonly { readonly what: string; readonly networks: readonly AddressRule[] }[] = [
  { what: 'an unspecified address', networks: keptOut('0.0.0.0/8', '::/128') },
  { what: 'a multicast address', networks: keptOut('224.0.0.0/4', 'ff00::/8') },
  { what: 'a broadcast address', networks: keptOut('255.255.255.255/32') },
  {
    // Clouds serve credentials there to every process of the machine.
    what: 'a cloud metadata address',
    networks: keptOut(
      '169.254.169.254/32',
      '169.254.170.0/24',
      '100.100.100.200/32',
      '168.63.129.16/32',
      'fd00:ec2::/32',
    ),
  },
  { what: 'a link-local address', networks: keptOut('169.254.0.0/16', 'fe80::/10') },
];

/**
 * The rule for all destinations that this server connects or sends audio to on behalf of clients. Loopback and private
 * networks are allowed, since media servers are there. The address that is actually connected to is checked, so that a
 * name cannot lead to one address when it is checked and to another one afterwards.
 */
export class Destinations {
  readonly #allowed: readonly AddressRule[];
  #listening: readonly NetworkPlace[] = [];

  /** Of networks that may be reached although they would be refused otherwise. */
  constructor(allowed: readonly string[]) {
    this.#allowed = keptOut(...allowed);
  }

  /** The server listens at these addresses, which are URLs without path. */
  listensAt(urls: readonly string[]): void {
    // Not as URLs: those leave out the port that is usual for their scheme.
    this.#listening = urls.flatMap((url) => parseNetworkPlace(url.replace(/^\w+:\/\//, '')) ?? []);
  }

  /** Why nothing may be sent to an address; undefined when it may. */
  refusal(address: string, port: number): string | undefined {
    if (isIP(address) === 0) return `${address} is not an address`;
    if (isInside(this.#allowed, address)) return undefined;
    const what = this.#kindOf(address, port);
    return what === undefined ? undefined : `${address} is ${what}, which this server does not connect to`;
  }

  /** The same for a place whose host need not be looked up; those that have to be are checked then. */
  literalRefusal({ host, port }: NetworkPlace): string | undefined {
    return isIP(host) === 0 ? undefined : this.refusal(host, port);
  }

  /** The addresses of a place that may be connected to. Throws when there are none. */
  async resolve({ host, port }: NetworkPlace): Promise<readonly string[]> {
    const find = this.lookupFor(port);
    const literal = this.literalRefusal({ host, port });
    if (literal !== undefined) throw new Error(literal);
    if (isIP(host) !== 0) return [host];
    return new Promise((resolve, reject) => {
      find(host, { all: true }, (error, found) => {
        if (error === null) resolve((found as LookupAddress[]).map(({ address }) => address));
        else reject(error);
      });
    });
  }

  /** For connections by name: returns only permitted addresses. */
  lookupFor(port: number, isWelcome: (address: string) => boolean = () => true): LookupFunction {
    return (hostname, options, give) => {
      lookup(hostname, { ...options, all: true }, (error, found) => {
        if (error !== null) return give(error, []);
        const welcome = found.filter(({ address }) => isWelcome(address));
        const permitted = welcome.filter(({ address }) => this.refusal(address, port) === undefined);
        const [first] = permitted;
        if (first === undefined) return give(this.#none(hostname, port, welcome), []);
        return options.all === true ? give(null, permitted) : give(null, first.address, first.family);
      });
    };
  }

  #none(hostname: string, port: number, found: readonly LookupAddress[]): Error {
    const reasons = found.map(({ address }) => this.refusal(address, port));
    return new Error(`${hostname} has no address that may be connected to: ${reasons.join(', ')}`);
  }

  #kindOf(address: string, port: number): string | undefined {
    const kind = kindOf(address);
    if (kind !== undefined) return kind;
    return this.#isOurs(translated(address), port) ? 'where this server listens itself' : undefined;
  }

  #isOurs(address: string, port: number): boolean {
    const here = this.#listening.filter((place) => place.port === port);
    return here.some(({ host }) => isInside(keptOut(host), address) || (isInside(everywhere, host) && isOwn(address)));
  }
}

function keptOut(...networks: readonly string[]): readonly AddressRule[] {
  return networks.map((network) => ({ action: 'deny', network }));
}

const everywhere = keptOut('0.0.0.0/32', '::/128');
const loopback = keptOut('127.0.0.0/8', '::1/128');

function isInside(networks: readonly AddressRule[], address: string): boolean {
  return networks.length > 0 && !isPermitted(networks, address);
}

function isOwn(address: string): boolean {
  return isInside(loopback, address) || network().interfaces.some((own) => isInside(keptOut(own.address), address));
}

/** Milliseconds that the addresses of this machine count: to ask for them takes longer than everything else here. */
const interfaceLifetime = 1000;
/** Addresses whose kind is remembered for that time: calls come from few of them. */
const mostKinds = 1000;

interface Network {
  readonly interfaces: readonly NetworkInterfaceInfo[];
  readonly broadcasts: ReadonlySet<string>;
  readonly kinds: Map<string, string | undefined>;
  readonly until: number;
}

let known: Network | undefined;

function network(): Network {
  if (known === undefined || known.until < performance.now()) {
    const found = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const until = performance.now() + interfaceLifetime;
    known = { interfaces: found, broadcasts: broadcastsOf(found), kinds: new Map(), until };
  }
  return known;
}

/** Why nothing may be sent to an address, whatever the port; undefined when it may. */
function kindOf(address: string): string | undefined {
  const { kinds: remembered, broadcasts } = network();
  if (remembered.has(address)) return remembered.get(address);
  const plain = translated(address);
  const kind = kinds.find(({ networks }) => isInside(networks, plain))?.what;
  const what = kind ?? (broadcasts.has(plain) ? 'a broadcast address' : undefined);
  if (remembered.size < mostKinds) remembered.set(address, what);
  return what;
}

/** Of the networks that a machine is in. */
function broadcastsOf(interfaces: readonly NetworkInterfaceInfo[]): ReadonlySet<string> {
  const own = interfaces.filter(({ family, netmask }) => family === 'IPv4' && netmask !== '255.255.255.255');
  return new Set(own.map(({ address, netmask }) => broadcastOf(address, netmask)));
}

function broadcastOf(address: string, netmask: string): string {
  const mask = netmask.split('.').map(Number);
  return address
    .split('.')
    .map((part, at) => Number(part) | (~(mask[at] ?? 255) & 255))
    .join('.');
}

/** Gateways translate the addresses of this network into those of IPv4 that they end with (RFC 6052 §2.1). */
function translated(address: string): string {
  const [, high = '', low = ''] = /^64:ff9b::([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high === '') return address;
  const bits = (parseInt(high, 16) * 65_536 + parseInt(low, 16)) >>> 0;
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}
