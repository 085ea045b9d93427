/** What is wrong with a message, and what to do about it. */
export interface RefusalDetails {
  /** The header field as the specification spells it; absent when the message as a whole is wrong. */
  readonly header?: string;
  /** Where: a position in the value of the header when one is named, else in the message. */
  readonly offset: number;
  readonly reason: string;
  /** The status of the answer, where there can be one: responses and ACKs are never answered. */
  readonly status?: number;
}

/** Thrown for input that does not follow the grammar; nothing else is thrown because of what a peer has sent. */
export class MessageRefusal extends Error {
  readonly header: string | undefined;
  readonly offset: number;
  readonly reason: string;
  readonly status: number;

  constructor({ header, offset, reason, status = 400 }: RefusalDetails) {
    super(header === undefined ? `${reason} (at ${offset})` : `${header}: ${reason} (at ${offset})`);
    this.header = header;
    this.offset = offset;
    this.reason = reason;
    this.status = status;
  }
}
