export interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * Host and port of a URL, in the form that sockets expect: IPv6 addresses without brackets, the port always present.
 */
export function placeOf({ hostname, port, protocol }: URL): Place {
  const usual = protocol === 'wss:' ? 443 : 80;
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? usual : Number(port) };
}

/** A URL as it may be logged: queries and user names can hold secrets. */
export function loggedUrl(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}
