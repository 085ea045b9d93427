import { createHash } from 'node:crypto';
import type { Machine } from './machine';
import type { Parser } from './reader/option-parsers';

/** Six pairs of hexadecimal digits with colons between them. */
export const entityId: Parser<string> = {
  wanted: 'six pairs of hexadecimal digits such as 00:11:22:33:44:55',
  parse: (given) => (/^[\da-f]{2}(:[\da-f]{2}){5}$/i.test(given) ? { value: given.toLowerCase() } : { refused: given }),
};

/**
 * An id that stays the same from start to start without being stored: a hardware address, or where there is none a
 * digest of what tells this server from others.
 */
export function derivedEntityId({ hardwareAddresses, hostName }: Machine, configFolder: string): string {
  // Addresses that software made up (containers, tunnels) may be others after the next boot.
  const address = hardwareAddresses.find((candidate) => !isMadeUp(candidate)) ?? hardwareAddresses[0];
  return address?.toLowerCase() ?? digestId(`${hostName}\0${configFolder}`);
}

function isMadeUp(address: string): boolean {
  return (parseInt(address.slice(0, 2), 16) & locallyAdministered) !== 0;
}

/** The bit of a hardware address (IEEE 802) that says: no manufacturer gave it out. */
const locallyAdministered = 0x02;
const multicast = 0x01;

function digestId(seed: string): string {
  const bytes = [...createHash('sha256').update(seed).digest().subarray(0, 6)];
  const first = ((bytes[0] ?? 0) | locallyAdministered) & ~multicast;
  return [first, ...bytes.slice(1)].map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}
