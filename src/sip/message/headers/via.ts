import { bareHost, formatHostPort, readHost, readPort } from '../grammar/host';
import { Parameters } from '../grammar/parameters';
import type { Scanner } from '../grammar/scanner';

/** One hop of a request's way. */
export interface Via {
  /** `SIP/2.0` as a rule. */
  readonly protocol: string;
  /** In upper case: `UDP`, `TCP`, `TLS`, `WS`, `WSS`, or what a peer calls it. */
  readonly transport: string;
  /** As written; an IPv6 address in its brackets. */
  readonly host: string;
  readonly port: number | undefined;
  readonly params: Parameters;
}

/** How branches begin that identify a transaction by themselves (RFC 3261 §8.1.1.7). */
export const branchCookie = 'z9hG4bK';

export function readVia(scanner: Scanner): Via {
  scanner.skipSpace();
  const name = scanner.token('protocol name');
  scanner.expectSeparator('/');
  const version = scanner.token('protocol version');
  scanner.expectSeparator('/');
  const transport = upperCase(scanner.token('transport'));
  const start = scanner.position;
  scanner.skipSpace();
  if (scanner.position === start) scanner.refuse('space expected after the transport');
  const host = readHost(scanner);
  const port = scanner.takeSeparator(':') ? readPort(scanner) : undefined;
  const protocol = name === 'SIP' && version === '2.0' ? 'SIP/2.0' : `${name}/${version}`;
  return { protocol, transport, host, port, params: Parameters.read(scanner) };
}

/** To convert a text takes longer than to see that it need not be. */
function upperCase(transport: string): string {
  return transport === 'UDP' || transport === 'TCP' || transport === 'TLS' ? transport : transport.toUpperCase();
}

export function writeVia({ protocol, transport, host, port, params }: Via): string {
  return `${protocol}/${transport} ${formatHostPort(host, port)}${params.toString()}`;
}

export function branchOf({ params }: Via): string | undefined {
  return params.get('branch');
}

/** Where the request really came from, without brackets, which RFC 5118 §4.5 asks to understand. */
export function receivedOf({ params }: Via): string | undefined {
  const received = params.get('received');
  return received === undefined ? undefined : bareHost(received);
}
