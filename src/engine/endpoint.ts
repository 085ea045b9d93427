/** What names an endpoint. Without a resource it is a technology as a whole: `Local`. */
export interface EndpointName {
  /** `PJSIP` */
  readonly technology: string;
  /** `alice` */
  readonly resource: string | undefined;
}

/** An endpoint of a channel technology. */
export interface EndpointFacts {
  readonly resource: string;
  readonly state: 'unknown' | 'offline' | 'online';
  readonly maxChannels?: number;
}

/** What is known of an address that an endpoint can be reached at. */
export interface ContactSnapshot {
  readonly uri: string;
  /** The list of addresses that it belongs to. */
  readonly aor: string;
  readonly status: 'NonQualified' | 'Reachable' | 'Unreachable' | 'Removed';
  /** How long it took to answer the last check; 0 where there was none. */
  readonly roundTripMicroseconds: number;
}

/** The same at one moment, with the channels that lead there. */
export interface EndpointSnapshot extends EndpointFacts {
  readonly technology: string;
  readonly channelIds: readonly string[];
}
