import type { DeviceStateName } from '../engine/device-state';

/** What the manager interface shows of phones. */
export interface PhoneDirectory {
  readonly endpoints: () => readonly PhoneEndpoint[];
  readonly contacts: () => readonly PhoneContact[];
  readonly aors: () => readonly PhoneAor[];
  readonly registrations: () => readonly PhoneRegistration[];
  /** Asks the contacts of an endpoint whether they are there; false when there is no such endpoint. */
  readonly qualify: (endpoint: string) => boolean;
  /** Sends a NOTIFY; a text says why that cannot be done. */
  readonly notify: (
    target: { readonly endpoint: string } | { readonly uri: string },
    fields: readonly (readonly [name: string, value: string])[],
  ) => number | string;
}

export interface PhoneEndpoint {
  readonly name: string;
  readonly transport: string;
  readonly context: string;
  readonly aors: readonly string[];
  readonly auths: readonly string[];
  readonly outboundAuths: readonly string[];
  /** URIs. */
  readonly contacts: readonly string[];
  readonly deviceState: DeviceStateName;
  /** Names of its channels. */
  readonly channels: readonly string[];
}

export interface PhoneContact {
  readonly aor: string;
  readonly uri: string;
  readonly status: string;
  readonly roundTripMicroseconds: number;
  readonly userAgent: string;
  /** Milliseconds since 1970; undefined for one of the configuration. */
  readonly expiresAt: number | undefined;
}

export interface PhoneAor {
  readonly name: string;
  readonly maxContacts: number;
  /** URIs. */
  readonly contacts: readonly string[];
}

/** A server that we register with. */
export interface PhoneRegistration {
  readonly name: string;
  readonly serverUri: string;
  readonly clientUri: string;
  readonly state: string;
}
