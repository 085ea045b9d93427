import type { Channel } from '../engine/calls/channel/channel';
import type { DialplanPlace } from '../engine/calls/channel/dialplan-place';

/** What functions keep about a channel and nothing else of the server needs. Its parts are made when they are needed. */
export class ChannelNotes {
  /** While Dial has the called channel in a bridge: takes it out and sends it to a place. */
  leaveFor: ((place: DialplanPlace) => void) | undefined;
  #groups: Map<string, string> | undefined;
  #shared: Map<string, string> | undefined;
  #hashes: Map<string, Map<string, string>> | undefined;
  #details: Map<string, string> | undefined;
  #endings: Map<string, LegEnding> | undefined;
  #hangupHandlers: string[] | undefined;

  /** Groups that the channel counts in, by category. */
  get groups(): Map<string, string> {
    return (this.#groups ??= new Map());
  }

  /** Variables that other channels can see too. */
  get shared(): Map<string, string> {
    return (this.#shared ??= new Map());
  }

  get hashes(): Map<string, Map<string, string>> {
    return (this.#hashes ??= new Map());
  }

  /** Rare details of the parties and the channel, by their names in lower case. */
  get details(): Map<string, string> {
    return (this.#details ??= new Map());
  }

  /** Why the legs ended that were called from here, by the legs' names. */
  get endings(): Map<string, LegEnding> {
    return (this.#endings ??= new Map());
  }

  /** Routines that are run at hangup; the last one first. */
  get hangupHandlers(): string[] {
    return (this.#hangupHandlers ??= []);
  }
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
  for (const [name, value] of knownNotes(from)?.details ?? [])
    if (name.startsWith(redirectingDetail)) notesOf(to).details.set(name, value);
  to.parties.setRedirecting(from.parties.redirecting);
}

/** For a channel that lives on for another purpose. */
export function forgetNotes(channel: Channel): void {
  channel.notes = undefined;
}

/** Undefined as long as nothing has been noted. */
export function knownNotes({ notes }: Channel): ChannelNotes | undefined {
  return notes instanceof ChannelNotes ? notes : undefined;
}

/** They go with the channel. */
export function notesOf(channel: Channel): ChannelNotes {
  const known = knownNotes(channel);
  if (known !== undefined) return known;
  const fresh = new ChannelNotes();
  channel.notes = fresh;
  return fresh;
}
