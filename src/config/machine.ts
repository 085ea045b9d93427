import { hostname, networkInterfaces } from 'node:os';

/** The properties of the host that the configuration uses. */
export interface Machine {
  readonly hostName: string;
  readonly currentFolder: string;
  /** In a stable order, without loopback. */
  readonly hardwareAddresses: readonly string[];
}

export function thisMachine(): Machine {
  return { hostName: hostname(), currentFolder: process.cwd(), hardwareAddresses: hardwareAddresses() };
}

function hardwareAddresses(): readonly string[] {
  return Object.entries(networkInterfaces())
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ internal, mac }) => !internal && mac !== '00:00:00:00:00:00')
    .map(({ mac }) => mac);
}
