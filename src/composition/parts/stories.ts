import type { ServerConfig } from '../../config/server-config';
import type { CallStories } from '../../engine/call-story';
import type { Signalling } from '../../engine/signalling';
import { drawLadder, ladderMermaid } from '../../observe/ladder';
import { observedMessage, observeSignalling } from '../../observe/observe-signalling';
import { StoryBook } from '../../observe/story';
import type { Tap } from '../../observe/tap';
import type { SipParts } from './sip';

export interface StoriesDeps {
  readonly config: Pick<ServerConfig, 'ari'>;
  /** Of the program that embeds the server; it closes it. */
  readonly stories?: StoryBook;
  readonly tap: Tap;
  readonly sip: Pick<SipParts, 'driver'>;
  readonly closers: (() => unknown)[];
}

export interface ObservedCalls {
  readonly signalling: Signalling;
  readonly stories: CallStories;
}

/** Lines that are kept of one call. */
const linesOfCall = 500;
/** Lines that are kept of all calls, for each of them on average. */
const averageLines = 100;

/** The stories of calls. Nothing listens to the tap unless they are to be kept. */
export function makeStories({ config, tap, sip, closers, ...embedding }: StoriesDeps): ObservedCalls {
  const { signalling } = sip.driver;
  tap.addSource(observeSignalling(signalling));
  const { storyCalls: calls } = config.ari;
  const book = embedding.stories ?? (calls === 0 ? undefined : kept(tap, calls, closers));
  return { signalling, stories: storiesOf(book) };
}

function storiesOf(book: StoryBook | undefined): CallStories {
  return {
    isKept: book !== undefined,
    of: (id) => book?.of(id),
    draw: (story, title) => drawLadder({ ...story, title }),
    diagram: ladderMermaid,
    drawSignalling: ({ callId, channelId, messages, leftOut }) =>
      drawLadder({
        title: channelId === undefined ? `Call-ID ${callId}` : `Call-ID ${callId}, channel ${channelId}`,
        lines: messages.map((message) => observedMessage(message, channelId)),
        leftOut,
      }),
  };
}

function kept(tap: Tap, calls: number, closers: (() => unknown)[]): StoryBook {
  const book = new StoryBook(tap, { calls, lines: linesOfCall, total: calls * averageLines });
  closers.push(() => book.close());
  return book;
}
