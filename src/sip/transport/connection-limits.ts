/** What one connection may cost, and all of them together. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** Bytes that wait for a peer to read them; a peer that lets more come together is cut off. */
  readonly maxQueueBytes: number;
  /** Silence after which a connection is closed. */
  readonly idleMs: number;
  readonly connectMs: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  maxConnections: 10_000,
  maxQueueBytes: 1_048_576,
  idleMs: 15 * 60_000,
  connectMs: 10_000,
};
