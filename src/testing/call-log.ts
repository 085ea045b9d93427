import type { Observation } from '../engine/call-story';
import { drawLadder, ladderMermaid } from '../observe/ladder';
import type { StoryBook } from '../observe/story';

/** What happened to the calls of a test, readable. */
export class CallLog {
  constructor(private readonly stories: StoryBook) {}

  /** Everything that happened, in order. */
  get lines(): readonly Observation[] {
    return this.stories.all;
  }

  /** The events about a channel, or about all calls, one line each: `ChannelStateChange Up`. */
  events(channelId?: string): readonly string[] {
    return this.#linesOf(channelId)
      .filter(({ kind }) => kind === 'event' || kind === 'step')
      .map(({ label }) => label);
  }

  /** Requests that were sent, with their answers: `POST /channels/1.1/answer 204`. */
  requests(): readonly string[] {
    const open = new Map<number | undefined, string>();
    const done: string[] = [];
    for (const { kind, label, exchange } of this.stories.all) {
      if (kind === 'request') open.set(exchange, label);
      if (kind === 'answer') done.push(`${open.get(exchange) ?? ''} ${label}`);
    }
    return done;
  }

  /** The ladder of the call with this channel; of all calls, one after the other, when none is given. */
  text(channelId?: string): string {
    if (channelId !== undefined) return drawLadder(this.stories.of(channelId) ?? { lines: [] });
    return this.stories.calls().map(drawLadder).join('\n\n');
  }

  /** The same as a sequence diagram in the language of Mermaid. */
  mermaid(channelId?: string): string {
    return ladderMermaid({ lines: this.#linesOf(channelId) });
  }

  clear(): void {
    this.stories.clear();
  }

  toString(): string {
    return this.text();
  }

  #linesOf(channelId: string | undefined): readonly Observation[] {
    return channelId === undefined ? this.stories.all : (this.stories.of(channelId)?.lines ?? []);
  }
}
