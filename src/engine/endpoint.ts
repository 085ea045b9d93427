/** Somebody a channel technology can reach, as it is at one moment. */
export interface EndpointSnapshot {
  /** `PJSIP` */
  readonly technology: string;
  /** `alice` */
  readonly resource: string;
  readonly state: 'unknown' | 'offline' | 'online';
  readonly channelIds: readonly string[];
  readonly maxChannels?: number;
}
