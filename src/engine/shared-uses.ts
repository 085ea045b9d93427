/** Calls on a device by what they do to it, and how many of them make it busy (0: none). */
export interface UseCounts {
  readonly ringing: number;
  readonly inUse: number;
  readonly onHold: number;
  readonly busyAt: number;
}

/** What calls on several nodes of a cluster do to devices, by names such as `PJSIP/alice`. */
export interface SharedUses {
  /** Of the calls on other nodes; undefined when there are none. */
  readonly elsewhere: (device: string) => UseCounts | undefined;
  /** The calls on this node have another effect; undefined when there are none any more. */
  readonly note: (device: string, counts: UseCounts | undefined) => void;
  /** The listener has to carry out each change, and sees the state of the device before and after. */
  readonly onChange: (listener: (device: string, change: () => void) => void) => void;
}

export function sumOf(one: UseCounts, other: UseCounts): UseCounts {
  return {
    ringing: one.ringing + other.ringing,
    inUse: one.inUse + other.inUse,
    onHold: one.onHold + other.onHold,
    busyAt: Math.max(one.busyAt, other.busyAt),
  };
}
