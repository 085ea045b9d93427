import type { Observation } from '../engine/call-story';
import { drawLadder, ladderMermaid } from '../observe/ladder';
import type { Sighting } from '../observe/sighting';
import type { StoryBook } from '../observe/story';
import type { Tap } from '../observe/tap';

/** Lines that are kept at least; a test that runs for long loses the oldest ones. */
const maxLines = 5000;

/** What happened to the calls of a test, readable. */
export class CallLog {
  readonly #seen: Sighting[] = [];
  readonly #unlisten: () => void;

  constructor(
    tap: Pick<Tap, 'onSighting'>,
    private readonly stories: StoryBook,
  ) {
    this.#unlisten = tap.onSighting((sighting) => this.#keep(sighting));
  }

  /** Everything that happened, in order. */
  get lines(): readonly Observation[] {
    return this.#seen.map((sighting) => sighting.read());
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
    for (const { kind, label, exchange } of this.lines) {
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
    this.#seen.length = 0;
    this.stories.clear();
  }

  toString(): string {
    return this.text();
  }

  /** Nothing is written to it any more. */
  close(): void {
    this.#unlisten();
  }

  #keep(sighting: Sighting): void {
    this.#seen.push(sighting);
    if (this.#seen.length > maxLines * 2) this.#seen.splice(0, maxLines);
  }

  #linesOf(channelId: string | undefined): readonly Observation[] {
    return channelId === undefined ? this.lines : (this.stories.of(channelId)?.lines ?? []);
  }
}
