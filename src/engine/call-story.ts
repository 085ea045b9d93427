import type { CallSignalling } from './signalling';

/** One thing that happened to a call, on the time axis of the server. */
export interface Observation {
  /** Milliseconds since 1970, by the clock of the server. */
  readonly at: number;
  readonly kind: 'request' | 'answer' | 'event' | 'step' | 'sip';
  /** `server`, the names of applications, the name of a channel, or the address of a phone. */
  readonly from: string;
  readonly to: string;
  /** One line: `POST /channels/1.1/answer`, `ChannelStateChange Up`. */
  readonly label: string;
  /** The channels that it is about. */
  readonly channelIds: readonly string[];
  /** What it has in common with others before the channel is known: `Call-ID: …` of SIP messages, `request 7`. */
  readonly thread?: string;
  /** The same for a request and its answer. */
  readonly exchange?: number;
  /** The request, answer or event itself; the text of a SIP message, secrets masked. */
  readonly body?: unknown;
}

/** What happened to one channel and to those that had to do with it, in order. */
export interface CallStory {
  readonly lines: readonly Observation[];
  /** How many lines are left out because there were too many, and behind how many of those that are there. */
  readonly leftOut: { readonly count: number; readonly behind: number };
}

/** The stories of calls, where they are kept, and their drawings. */
export interface CallStories {
  /** Whether anything is kept at all. */
  readonly isKept: boolean;
  /** By the id of a channel, also of one that has ended, or by the id that a call has on the wire. */
  readonly of: (id: string) => CallStory | undefined;
  /** As a ladder, for people to read. */
  readonly draw: (story: CallStory, title: string) => string;
  /** As a sequence diagram in the language of Mermaid. */
  readonly diagram: (story: CallStory) => string;
  /** The signalling of a call alone, as a ladder. */
  readonly drawSignalling: (call: CallSignalling) => string;
}
