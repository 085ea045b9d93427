/** Message counts of an external voicemail system. */
export interface Mailbox {
  /** `6001@default` */
  readonly name: string;
  readonly oldMessages: number;
  readonly newMessages: number;
}

export type MessageCounts = Omit<Mailbox, 'name'>;
