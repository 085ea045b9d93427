import type { NetworkPlace } from '../../shared/network/network-place';
import type { ParseResult, RefusedMessage } from '../message/parsing/parse-message';
import type { MessageChannel } from '../transaction/message-channel';

export const protocols = ['UDP', 'TCP', 'TLS', 'WS', 'WSS'] as const;
export type Protocol = (typeof protocols)[number];

/** The way to one peer: an address over UDP, a connection over everything else. */
export interface Flow extends MessageChannel {
  readonly transport: Protocol;
  readonly remote: NetworkPlace;
  readonly isClosed: boolean;
  /** The name of the listener that it came in at, or whose socket it goes out from. */
  readonly listener: string | undefined;
  /** The way from the same socket of ours to another address; over a connection there is no other. */
  readonly toward: (remote: NetworkPlace) => Flow;
  /** Sends what keeps routers on the way from forgetting the connection; nothing over UDP. */
  readonly keepAlive: () => void;
  /** Ends the connection; nothing over UDP. Idempotent. */
  readonly close: () => void;
}

export interface FlowHandlers {
  readonly onMessage: (result: ParseResult, flow: Flow) => void;
  /** Before a datagram is parsed: the bytes of an answer to send, or 'taken' when it is taken care of; undefined when it is to be parsed now. */
  readonly takeEarly?: (datagram: Buffer, flow: Flow) => Buffer | 'taken' | undefined;
  /** What comes next on a connection cannot be told apart any more. `end` closes it, when all that came before has been dealt with. */
  readonly onBroken: (refused: RefusedMessage, flow: Flow, end: () => void) => void;
  /** The connection has closed, by either side. */
  readonly onClosed: (flow: Flow) => void;
}

/** Our address as it stands in Via. */
export interface SentBy {
  /** A name or an address, IPv6 in brackets. */
  readonly host: string;
  readonly port: number | undefined;
}

export function defaultPort(protocol: Protocol): number {
  switch (protocol) {
    case 'UDP':
    case 'TCP':
      return 5060;
    case 'TLS':
      return 5061;
    case 'WS':
      return 80;
    case 'WSS':
      return 443;
  }
}

/** Under what a connection is found again. */
export function flowKey(protocol: Protocol, { host, port }: NetworkPlace): string {
  return `${protocol} ${host} ${port}`;
}
