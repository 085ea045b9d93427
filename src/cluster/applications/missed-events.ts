import type { JournalEntry } from './journal-entry';

/** The last number that an application has seen, by node. */
export type SeenByNode = ReadonlyMap<string, number>;

export interface MissedEvents {
  /** In order for each node. */
  readonly entries: readonly JournalEntry[];
  /** Whether others are missing that cannot be found. */
  readonly isIncomplete: boolean;
}

/** The events that an application has not seen, each once, out of what was found in several places. */
export function missedEvents(found: readonly JournalEntry[], seen: SeenByNode): MissedEvents {
  const byNode = new Map<string, Map<number, JournalEntry>>();
  for (const entry of found) {
    if (entry.number <= (seen.get(entry.node) ?? 0)) continue;
    const ofNode = byNode.get(entry.node) ?? new Map<number, JournalEntry>();
    byNode.set(entry.node, ofNode.set(entry.number, entry));
  }
  const entries: JournalEntry[] = [];
  let isIncomplete = false;
  for (const [node, ofNode] of byNode) {
    const inOrder = [...ofNode.values()].sort((one, other) => one.number - other.number);
    let last = seen.get(node) ?? 0;
    for (const entry of inOrder) {
      if (entry.previous > last) isIncomplete = true;
      last = entry.number;
      entries.push(entry);
    }
  }
  return { entries, isIncomplete };
}
