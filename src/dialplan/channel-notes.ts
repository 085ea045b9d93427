import type { Channel } from '../engine/calls/channel';
import type { Party } from '../engine/calls/party';
import { nobody } from '../engine/calls/party';

/** Who sent a call elsewhere, and why. */
export interface Redirecting {
  readonly parties: Record<'orig' | 'from' | 'to', Party>;
  reason: string;
  originalReason: string;
  count: number;
}

/** What functions keep about a channel and nothing else of the server needs. */
export interface ChannelNotes {
  readonly redirecting: Redirecting;
  /** Groups that the channel counts in, by category. */
  readonly groups: Map<string, string>;
  /** Variables that other channels can see too. */
  readonly shared: Map<string, string>;
  readonly hashes: Map<string, Map<string, string>>;
  /** Rare details of the parties and the channel, by their names in lower case. */
  readonly details: Map<string, string>;
  /** Why the legs ended that were called from here, by the legs' names. */
  readonly endings: Map<string, LegEnding>;
  /** Routines that are run at hangup; the last one first. */
  readonly hangupHandlers: string[];
}

export interface LegEnding {
  readonly cause: number;
  /** In the technology's own words. */
  readonly technology: string;
}

/** The names of details that belong to the redirection begin so. */
export const redirectingDetail = 'redirecting ';

/** Both channels have been sent elsewhere by the same parties then. */
export function copyRedirecting(to: Channel, from: Channel): void {
  const { redirecting, details } = notesOf(from);
  const own = notesOf(to);
  Object.assign(own.redirecting.parties, redirecting.parties);
  const { reason, originalReason, count } = redirecting;
  Object.assign(own.redirecting, { reason, originalReason, count });
  for (const [name, value] of details) if (name.startsWith(redirectingDetail)) own.details.set(name, value);
  to.setRedirectedFrom(from.redirectedFrom);
}

const notes = new WeakMap<Channel, ChannelNotes>();

/** They go with the channel. */
export function notesOf(channel: Channel): ChannelNotes {
  const known = notes.get(channel);
  if (known !== undefined) return known;
  const fresh: ChannelNotes = {
    redirecting: {
      parties: { orig: nobody, from: nobody, to: nobody },
      reason: 'unknown',
      originalReason: 'unknown',
      count: 0,
    },
    groups: new Map(),
    shared: new Map(),
    hashes: new Map(),
    details: new Map(),
    endings: new Map(),
    hangupHandlers: [],
  };
  notes.set(channel, fresh);
  return fresh;
}
