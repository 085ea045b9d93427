import type { ContactSnapshot } from '../../../engine/endpoint';
import type { NetworkPlace } from '../../../shared/network/network-place';
import type { Flow } from '../../../sip/transport/flow';

/** An address that an address of record leads to: one that has registered, or one that is written in the configuration. */
export interface Contact {
  readonly aor: string;
  /** Where it is reached. */
  readonly uri: string;
  /** As the far end has written it, which may be an address that only its own network knows. */
  readonly registeredUri: string;
  /** Milliseconds since 1970; undefined for one of the configuration. */
  readonly expiresAt: number | undefined;
  /** Proxies on the way to it, as Route header fields. */
  readonly path: readonly string[];
  readonly callId: string;
  readonly sequence: number;
  readonly userAgent: string;
  /** The transport that it came in at. */
  readonly transport: string | undefined;
  /** Where its registration came from. */
  readonly source: NetworkPlace | undefined;
  /** The connection that it came over, and ends with. */
  readonly connection: Flow | undefined;
}

export type ContactStatus = Exclude<ContactSnapshot['status'], 'Removed'>;

/** What the last check of a contact has found. */
export interface ContactHealth {
  readonly status: ContactStatus;
  readonly roundTripMicroseconds: number;
}

export const unchecked: ContactHealth = { status: 'NonQualified', roundTripMicroseconds: 0 };

/** As existing servers name them: the address of record, and a text that stands for the URI. */
export function contactId({ aor, uri }: Pick<Contact, 'aor' | 'uri'>): string {
  return `${aor};@${Buffer.from(uri).toString('hex')}`;
}

export function contactKey({ aor, registeredUri }: Pick<Contact, 'aor' | 'registeredUri'>): string {
  return `${aor}\n${registeredUri}`;
}
