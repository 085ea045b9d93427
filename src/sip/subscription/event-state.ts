/** What a subscriber is told: the contents of a NOTIFY. */
export interface EventState {
  /** `application/dialog-info+xml` */
  readonly type: string;
  readonly content: string;
}

/** Why a subscription ends, for its subscriber (RFC 6665 §4.1.3). */
export type EndReason = 'deactivated' | 'probation' | 'rejected' | 'timeout' | 'giveup' | 'noresource';
