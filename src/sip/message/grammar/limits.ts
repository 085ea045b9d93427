/** What one message may cost. */
export interface MessageLimits {
  /** Start line and header fields together. */
  readonly maxHeadBytes: number;
  readonly maxBodyBytes: number;
  readonly maxHeaders: number;
}

export const defaultLimits: MessageLimits = { maxHeadBytes: 32_768, maxBodyBytes: 131_072, maxHeaders: 200 };

/** More parameters than this on one value are an attack: comparing and looking them up is not free. */
export const maxParameters = 64;

/** The same for values of one header field, in one line or in many. */
export const maxValues = 128;
