/** What a node has written about itself, or a survivor about it. */
export interface NodeRecord {
  readonly id: string;
  /** Grows with every start, and when a node comes back that was considered dead. */
  readonly incarnation: number;
  readonly state: 'up' | 'draining' | 'dead';
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The node that found it dead. */
  readonly foundBy?: string;
}

/** What a node tells of itself with every heartbeat. */
export interface NodeLoad {
  readonly channels: number;
  readonly bridges: number;
  readonly sockets: number;
}

export interface Heartbeat extends NodeLoad {
  readonly incarnation: number;
}

/** A node as seen from another one. */
export interface NodeView extends NodeRecord, NodeLoad {
  /** Milliseconds since its last sign of life. */
  readonly silentFor: number;
}

/** Undefined for what another version of the server may have written. */
export function readNodeRecord(text: string): NodeRecord | undefined {
  const record = JSON.parse(text) as Partial<NodeRecord>;
  const isRecord = typeof record.id === 'string' && typeof record.incarnation === 'number';
  return isRecord && typeof record.state === 'string' ? (record as NodeRecord) : undefined;
}
