import type { Channel } from '../engine/calls/channel/channel';
import type { DialplanPlace } from '../engine/calls/channel/dialplan-place';

/** What functions keep about a channel and nothing else of the server needs. */
export interface ChannelNotes {
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
  /** While Dial has the called channel in a bridge: takes it out and sends it to a place. */
  leaveFor: ((place: DialplanPlace) => void) | undefined;
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
  const own = notesOf(to);
  for (const [name, value] of notesOf(from).details)
    if (name.startsWith(redirectingDetail)) own.details.set(name, value);
  to.parties.setRedirecting(from.parties.redirecting);
}

const notes = new WeakMap<Channel, ChannelNotes>();

/** For a channel that lives on for another purpose. */
export function forgetNotes(channel: Channel): void {
  notes.delete(channel);
}

/** Undefined as long as nothing has been noted. */
export function knownNotes(channel: Channel): ChannelNotes | undefined {
  return notes.get(channel);
}

/** They go with the channel. */
export function notesOf(channel: Channel): ChannelNotes {
  const known = notes.get(channel);
  if (known !== undefined) return known;
  const fresh: ChannelNotes = {
    groups: new Map(),
    shared: new Map(),
    hashes: new Map(),
    details: new Map(),
    endings: new Map(),
    hangupHandlers: [],
    leaveFor: undefined,
  };
  notes.set(channel, fresh);
  return fresh;
}
