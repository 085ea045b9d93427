import { createHash } from 'node:crypto';
import type { Machine } from './machine';
import type { Parser } from './reader/option-parsers';

/** Six pairs of hexadecimal digits with colons between them. */
export const entityId: Parser<string> = {
  wanted: 'six pairs of hexadecimal digits such as 00:11:22:33:44:55',
  parse: (given) => (/^[\da-f]{2}(:[\da-f]{2}){5}$/i.test(given) ? { value: given.toLowerCase() } : { refused: given }),
};

/**
 * An id that is stable across restarts without being stored: a hardware address, or without one a digest of what
 * distinguishes this server.
 */
export function derivedEntityId({ hardwareAddresses, hostName }: Machine, configFolder: string): string {
  // Addresses assigned by software (containers, tunnels) may change with the next boot.
  const address = hardwareAddresses.find((candidate) => !isMadeUp(candidate)) ?? hardwareAddresses[0];
  return address?.toLowerCase() ?? digestId(`${hostName}\0${configFolder}`);
}

function isMadeUp(address: string): boolean {
  return (parseInt(address.slice(0, 2), 16) & locallyAdministered) !== 0;
}

/** The "locally administered" bit of a hardware address (IEEE 802). */
const locallyAdministered = 0x02;
const multicast = 0x01;

function digestId(seed: string): string {
  const bytes = [...createHash('sha256').update(seed).digest().subarray(0, 6)];
  const first = ((bytes[0] ?? 0) | locallyAdministered) & ~multicast;
  return [first, ...bytes.slice(1)].map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}
