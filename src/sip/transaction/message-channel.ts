/** The way to one peer over one transport, as transactions need it. */
export interface MessageChannel {
  /** Whether the transport itself sees to it that messages arrive. */
  readonly isReliable: boolean;
  /** As it stands in Via: `UDP`, `TCP`, `TLS`, `WS` or `WSS`. */
  readonly transport: string;
  /** How peers reach us, for Via: a name or an address, IPv6 in brackets. */
  readonly sentBy: { readonly host: string; readonly port: number | undefined };
  /**
   * Never throws; `onFailure` is called, possibly synchronously, when the message cannot be delivered. Without it,
   * failures are ignored, which costs less.
   */
  readonly send: (bytes: Buffer, onFailure?: (error: Error) => void) => void;
}
