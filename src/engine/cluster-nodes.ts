/** A node, as far as it is shown. */
export interface NodeStatus {
  readonly id: string;
  readonly state: 'up' | 'draining' | 'dead';
  readonly incarnation: number;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly channels: number;
  readonly bridges: number;
  /** Applications whose socket it has. */
  readonly sockets: number;
  /** Milliseconds since its last sign of life. */
  readonly silentFor: number;
  /** The node that found it dead. */
  readonly foundBy?: string;
}

export interface ClusterStatus {
  /** The name of the cluster; undefined for a server that is alone. */
  readonly name: string | undefined;
  /** This node. */
  readonly node: string;
  readonly nodes: readonly NodeStatus[];
}

/** The nodes that serve one interface together, or the only one. */
export interface ClusterNodes {
  readonly status: () => ClusterStatus;
  /**
   * Lets this node finish its calls and stop; after `timeout` milliseconds it stops in any case, unless that is 0. False
   * when this node has another id.
   */
  readonly drain: (id: string, timeout: number) => boolean;
}
