import type { Applications } from '../../stasis/applications';
import type { SerializedEvent } from '../../stasis/serialized-event';
import type { ClusterJournal, FoundEntries } from './cluster-journal';
import type { JournalEntry } from './journal-entry';
import { originOf } from './journal-entry';
import type { MissedEvents, SeenByNode } from './missed-events';
import { missedEvents } from './missed-events';

/** What an application that comes back says it has seen. */
export interface SeenEvents {
  /** The last number on the node that it was connected to; 0 when it has seen nothing. */
  readonly number: number | undefined;
  readonly byNode: SeenByNode;
}

export interface ResumingDeps {
  readonly journal: Pick<ClusterJournal, 'find' | 'own'>;
  readonly applications: Pick<Applications, 'get'>;
  readonly isUp: () => boolean;
  readonly now: () => number;
}

/** Milliseconds that an event may be on its way to this node while the journal has it already. */
const longestDetour = 60_000;

/** Events that were replayed, by their origins. */
interface Replayed {
  readonly origins: ReadonlySet<string>;
  readonly until: number;
}

/** How an application comes back. */
export interface Return {
  /** The epoch that it was in. */
  readonly epoch: string | undefined;
  /** Whether the other nodes know of its socket. */
  readonly isTold: boolean;
  /** Whether this node has had the application since its last socket: events of others may have gone elsewhere if not. */
  readonly isHeld: boolean;
}

interface Prepared {
  readonly epoch: string | undefined;
  readonly seen: SeenByNode;
  readonly found: FoundEntries;
  /** Known when the socket is opened. */
  missed: MissedEvents | undefined;
}

/** Applications that get on this node what they have missed on another one. */
export class Resuming {
  readonly #prepared = new Map<string, Prepared>();
  /** By application. */
  readonly #replayed = new Map<string, Replayed>();

  constructor(private readonly deps: ResumingDeps) {}

  /** Looks for what an application has missed, before its socket is open. */
  async prepare(name: string, { epoch, isTold, isHeld }: Return, seen: SeenEvents): Promise<void> {
    if (isHeld && this.#isHere(name, seen)) return;
    const { entries, isComplete } = await this.#find(name, epoch, seen);
    // What happens on nodes that do not know of the socket yet does not come.
    const found = { entries, isComplete: isComplete && (isTold || epoch === undefined) };
    this.#prepared.set(name, { epoch, seen: seen.byNode, found, missed: undefined });
  }

  /** The socket is being opened. Undefined for an application that does not resume from elsewhere. */
  replayOf(name: string): { readonly isIncomplete: boolean } | undefined {
    const prepared = this.#prepared.get(name);
    if (prepared === undefined) return undefined;
    const { epoch, seen, found } = prepared;
    // What has happened here until now: what comes next goes to the socket.
    const own = epoch === undefined ? [] : this.deps.journal.own(name, epoch);
    prepared.missed = missedEvents([...found.entries, ...own], seen);
    return { isIncomplete: prepared.missed.isIncomplete || !found.isComplete };
  }

  /** What a socket gets first: the events that were missed, and those that came before it was open, each once. */
  first(name: string, early: readonly SerializedEvent[]): readonly SerializedEvent[] {
    const { missed, seen } = this.#prepared.get(name) ?? {};
    this.cancel(name);
    if (missed === undefined) return early;
    if (missed.entries.length > 0)
      this.#replayed.set(name, {
        origins: new Set(missed.entries.map(keyOfOrigin)),
        until: this.deps.now() + longestDetour,
      });
    const last = new Map(seen);
    for (const { node, number } of missed.entries) last.set(node, number);
    const isNew = (event: SerializedEvent): boolean => {
      const origin = originOf(event);
      return origin === undefined || origin.number > (last.get(origin.node) ?? 0);
    };
    return [...missed.entries.map(({ event }) => event), ...early.filter(isNew)];
  }

  /** Whether an event of another node comes late: the journal had it already, and the socket has got it. */
  isReplayed(name: string, event: SerializedEvent): boolean {
    const replayed = this.#replayed.get(name);
    if (replayed === undefined) return false;
    if (replayed.until < this.deps.now()) this.#replayed.delete(name);
    const origin = originOf(event);
    return origin !== undefined && replayed.origins.has(keyOfOrigin(origin));
  }

  /** The socket is not opened after all, or is gone. */
  cancel(name: string): void {
    this.#prepared.delete(name);
    this.#replayed.delete(name);
  }

  /** Whether the journal of this node has what was missed. */
  #isHere(name: string, { number, byNode }: SeenEvents): boolean {
    const journal = this.deps.applications.get(name)?.journal;
    if (journal === undefined || number === undefined) return false;
    return journal.knows(number) || (number === 0 && byNode.size === 0);
  }

  async #find(name: string, epoch: string | undefined, { number, byNode }: SeenEvents): Promise<FoundEntries> {
    // A number alone says nothing about the events of each node.
    const isClear = number === 0 || byNode.size > 0;
    if (epoch === undefined) return { entries: [], isComplete: number === 0 };
    if (!this.deps.isUp()) return { entries: [], isComplete: false };
    const { entries, isComplete } = await this.deps.journal.find(name, epoch);
    return { entries, isComplete: isComplete && isClear };
  }
}

function keyOfOrigin({ node, number }: Pick<JournalEntry, 'node' | 'number'>): string {
  return `${node}-${number}`;
}
