import { isIPv4, isIPv6 } from './ip-version';

/** Permits or denies a network. In a list the last rule that matches wins; an address without a match is permitted. */
export interface AddressRule {
  readonly action: 'permit' | 'deny';
  /** `10.0.0.0/8`, `192.168.1.0/255.255.255.0`, `::1` */
  readonly network: string;
}

/** Whether an address is permitted. An invalid address matches no rule and therefore passes only without rules. */
export function isPermitted(rules: readonly AddressRule[], address: string | undefined): boolean {
  if (rules.length === 0) return true;
  const peer = address === undefined ? undefined : parseAddress(address);
  if (peer === undefined) return false;
  return compiled(rules).findLast(({ network }) => contains(network, peer))?.action !== 'deny';
}

/** A network in one spelling, host bits cleared: `10.1.2.3/255.0.0.0` is `10.0.0.0/8`. Undefined when it is none. */
export function normalNetwork(text: string): string | undefined {
  const network = parseNetwork(text);
  return network === undefined ? undefined : formatNetwork(network);
}

/**
 * One list that permits the addresses that every one of the lists permits. Rules are paired; sorted by the first list,
 * then by the second, the last pair that matches an address joins the last matches of both, so last-match-wins keeps
 * its meaning.
 */
export function permittedByAll(lists: readonly (readonly AddressRule[])[]): readonly AddressRule[] {
  const [first, ...others] = lists.filter((rules) => rules.length > 0);
  return others.reduce(bothPermit, first ?? []);
}

export function isLoopback(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && loopbacks.some((network) => contains(network, parsed));
}

interface Address {
  readonly width: 32 | 128;
  readonly bits: bigint;
}

interface Network extends Address {
  readonly prefix: number;
}

type CompiledRule = { readonly action: AddressRule['action']; readonly network: Network };

// Rules come from the configuration and are asked on every request: reading them once is enough.
const known = new WeakMap<readonly AddressRule[], readonly CompiledRule[]>();

function compiled(rules: readonly AddressRule[]): readonly CompiledRule[] {
  const before = known.get(rules);
  if (before !== undefined) return before;
  const made = rules.map(({ action, network: text }) => {
    const network = parseNetwork(text);
    if (network === undefined) throw new Error(`'${text}' is not a network: rules are checked when they are read`);
    return { action, network };
  });
  known.set(rules, made);
  return made;
}

function bothPermit(left: readonly AddressRule[], right: readonly AddressRule[]): AddressRule[] {
  return withOpenDoor(left).flatMap((one) =>
    withOpenDoor(right).flatMap((other): AddressRule[] => {
      const network = overlap(one.network, other.network);
      if (network === undefined) return [];
      const action = one.action === 'permit' && other.action === 'permit' ? 'permit' : 'deny';
      return [{ action, network: formatNetwork(network) }];
    }),
  );
}

/** What holds where no rule matches, written as rules. */
function withOpenDoor(rules: readonly AddressRule[]): readonly CompiledRule[] {
  return [...compiled(openDoor), ...compiled(rules)];
}

const openDoor: readonly AddressRule[] = [
  { action: 'permit', network: '0.0.0.0/0' },
  { action: 'permit', network: '::/0' },
];

/** Two networks either lie apart or one inside the other. */
function overlap(one: Network, other: Network): Network | undefined {
  const [outer, inner] = one.prefix <= other.prefix ? [one, other] : [other, one];
  return contains(outer, inner) ? inner : undefined;
}

function contains({ width, bits, prefix }: Network, address: Address): boolean {
  return address.width === width && clearHost(address, prefix) === bits;
}

function clearHost({ width, bits }: Address, prefix: number): bigint {
  const host = BigInt(width - prefix);
  return (bits >> host) << host;
}

// Written out here: lists of Node cannot be intersected or printed, and ipaddr.js does not read every address that Node does
// (`::1.2.3.4`).
const mappedPrefix = 0xffffn;

/** IPv4 inside IPv6 (RFC 4291 §2.5.5.2) counts as IPv4: that is how a dual-stack listener reports IPv4 peers. */
function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return { width: 32, bits: ipv4Bits(text) };
  const unzoned = text.replace(/%.*$/, '');
  if (!isIPv6(unzoned)) return undefined;
  const bits = ipv6Bits(unzoned);
  return bits >> 32n === mappedPrefix ? { width: 32, bits: bits & 0xffffffffn } : { width: 128, bits };
}

function parseNetwork(text: string): Network | undefined {
  const [address = '', mask, ...rest] = text.trim().split('/');
  const parsed = parseAddress(address);
  if (parsed === undefined || rest.length > 0) return undefined;
  // A prefix length of a mapped address counts the 96 bits in front of it.
  const hidden = parsed.width === 32 && !isIPv4(address) ? 96 : 0;
  const written = mask === undefined ? parsed.width + hidden : prefixLength(mask, parsed.width + hidden);
  if (written === undefined || written < hidden) return undefined;
  const prefix = written - hidden;
  return { width: parsed.width, bits: clearHost(parsed, prefix), prefix };
}

/** `24`, or a mask whose ones all stand in front: `255.255.255.0`. */
function prefixLength(mask: string, width: number): number | undefined {
  if (/^\d{1,3}$/.test(mask)) return Number(mask) <= width ? Number(mask) : undefined;
  if (width === 32 ? !isIPv4(mask) : !isIPv6(mask)) return undefined;
  const bits = (width === 32 ? ipv4Bits(mask) : ipv6Bits(mask)).toString(2).padStart(width, '0');
  const ones = bits.indexOf('0') === -1 ? width : bits.indexOf('0');
  return bits.includes('1', ones) ? undefined : ones;
}

function ipv4Bits(text: string): bigint {
  return text.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

function ipv6Bits(text: string): bigint {
  const dotted = /[\d.]+$/.exec(text)?.[0] ?? '';
  if (isIPv4(dotted)) {
    const low = ipv4Bits(dotted);
    return ipv6Bits(`${text.slice(0, -dotted.length)}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`);
  }
  const [head = '', tail] = text.split('::');
  const [front, back] = [groupsOf(head), groupsOf(tail ?? '')];
  const gap = Array<string>(8 - front.length - back.length).fill('0');
  return [...front, ...gap, ...back].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

function formatNetwork({ width, bits, prefix }: Network): string {
  const size = width === 32 ? 8n : 16n;
  const groups: string[] = [];
  for (let shift = BigInt(width) - size; shift >= 0n; shift -= size) {
    groups.push(((bits >> shift) & ((1n << size) - 1n)).toString(width === 32 ? 10 : 16));
  }
  if (width === 32) return `${groups.join('.')}/${prefix}`;
  return `${groups.join(':').replace(/(^|:)0(:0)+(:|$)/, '::')}/${prefix}`;
}

/** 127.0.0.0/8 and ::1/128 */
const loopbacks: readonly Network[] = [
  { width: 32, bits: 127n << 24n, prefix: 8 },
  { width: 128, bits: 1n, prefix: 128 },
];
