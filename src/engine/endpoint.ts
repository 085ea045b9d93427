/** What names an endpoint. Without a resource it is a technology as a whole: `Local`. */
export interface EndpointName {
  /** `PJSIP` */
  readonly technology: string;
  /** `alice` */
  readonly resource: string | undefined;
}

/** Somebody a channel technology can reach, as the technology knows them. */
export interface EndpointFacts {
  readonly resource: string;
  readonly state: 'unknown' | 'offline' | 'online';
  readonly maxChannels?: number;
}

/** The same at one moment, with the channels that lead there. */
export interface EndpointSnapshot extends EndpointFacts {
  readonly technology: string;
  readonly channelIds: readonly string[];
}
