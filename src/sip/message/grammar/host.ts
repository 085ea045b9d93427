import { alphanumerics, characterSet } from './characters';
import type { Scanner } from './scanner';
import { isIPv4, isIPv6 } from '../../../shared/network/ip-version';

/** Deviation: underscores are not allowed in host names, but names with them exist and resolve. */
export const hostNameCharacters = characterSet(`${alphanumerics}-._`);

const maxPort = 65_535;

/** Takes a name or an address, an IPv6 address with its brackets. */
export function readHost(scanner: Scanner): string {
  return scanner.sees('[') ? readReference(scanner) : readName(scanner);
}

export function readPort(scanner: Scanner): number {
  return scanner.integer('port', maxPort);
}

/** An address without its brackets, for sockets; names stay as they are. */
export function bareHost(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

/** A host as it stands in messages: IPv6 addresses in brackets. */
export function writtenHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

export function formatHostPort(host: string, port: number | undefined): string {
  return port === undefined ? host : `${host}:${port}`;
}

export function isIpHost(host: string): boolean {
  return isIPv4(host) || host.startsWith('[');
}

/** One spelling for all ways to write the same host. */
export function normalHost(host: string): string {
  if (!host.startsWith('[')) return host.toLowerCase();
  // The URL parser writes IPv6 addresses as RFC 5952 wants them.
  return new URL(`http://${host}/`).hostname;
}

function readName(scanner: Scanner): string {
  const host = scanner.takeWhile(hostNameCharacters);
  return host === '' ? scanner.refuse('host expected') : host;
}

function readReference(scanner: Scanner): string {
  const start = scanner.position;
  const end = scanner.text.indexOf(']', start);
  const address = end < 0 ? undefined : normalReference(scanner.text.slice(start + 1, end));
  if (address === undefined) return scanner.refuse('malformed IPv6 address', start);
  scanner.position = end + 1;
  return `[${address}]`;
}

/** The grammar of RFC 3261 lets a third colon stand before an IPv4 part; RFC 5118 §4.10 asks to understand it. */
function normalReference(address: string): string | undefined {
  const corrected = address.replace(/:::(?=\d+\.)/, '::');
  return isIPv6(corrected) && !corrected.includes('%') ? corrected : undefined;
}
