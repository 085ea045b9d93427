import type { TestBay } from './start';
import type { TestPhone } from './test-phone';

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Matchers for Jest and Vitest: `expect.extend(matchers)`. `expect(bay)` is about all calls, `expect(phone)` about the
 * latest call of a phone; a failure shows the ladder.
 */
export const matchers = {
  /** These events happened in this order, others may be in between: `['StasisStart', 'ChannelStateChange Up']`. */
  toHaveEvents(subject: TestBay | TestPhone, expected: readonly string[]): MatcherResult {
    const events = eventsOf(subject);
    let at = 0;
    for (const event of events) if (at < expected.length && begins(event, expected[at] ?? '')) at += 1;
    const missing = expected[at];
    return {
      pass: missing === undefined,
      message: () =>
        missing === undefined
          ? `expected not to have the events ${expected.join(', ')}\n\n${storyOf(subject)}`
          : `expected the event '${missing}'${at === 0 ? '' : ` after '${expected[at - 1]}'`}\n\n${storyOf(subject)}`,
    };
  },

  /** The latest call of a phone has ended with this cause: 16 normal, 17 busy, 19 no answer, 21 rejected. */
  toHaveEndedWith(phone: TestPhone, cause: number): MatcherResult {
    const { endedWith } = phone;
    return {
      pass: endedWith === cause,
      message: () => {
        const found = endedWith === undefined ? 'it goes on' : `it ended with ${endedWith}`;
        return `expected the call of ${phone.name} to have ended with ${cause}: ${found}\n\n${storyOf(phone)}`;
      },
    };
  },
};

function begins(event: string, expected: string): boolean {
  return event === expected || event.startsWith(`${expected} `);
}

function eventsOf(subject: TestBay | TestPhone): readonly string[] {
  return 'hears' in subject ? subject.events : subject.log.events();
}

function storyOf(subject: TestBay | TestPhone): string {
  return 'hears' in subject ? String(subject) : subject.log.text();
}

declare global {
  // The way to add matchers to Jest.
  // oxlint-disable-next-line typescript/no-namespace
  namespace jest {
    interface Matchers<R> {
      toHaveEvents(expected: readonly string[]): R;
      toHaveEndedWith(cause: number): R;
    }
  }
}
