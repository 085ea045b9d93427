/** A host and port. */
export interface NetworkPlace {
  /** Name or address, an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** A host name or address with a port; IPv6 addresses in brackets. */
const hostAndPort = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/i;

/** Undefined when the text names no place, or no port that there is. */
export function parseNetworkPlace(text: string): NetworkPlace | undefined {
  const [, address, name, digits] = hostAndPort.exec(text) ?? [];
  const [host, port] = [address ?? name, Number(digits)];
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}

/** `192.0.2.7:5062`, `[2001:db8::1]:5062`. */
export function writtenPlace({ host, port }: NetworkPlace): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
