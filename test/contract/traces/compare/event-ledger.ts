import type { Finding } from './compare';
import { channelDeviceOf, compareEvent, identityOf, subjectsOf } from './compare-event';
import { DeviceBursts } from './device-bursts';
import type { Difference } from './difference';
import { eventOrder, titleOf } from './event-order';
import type { Placeholders } from './placeholders';
import type { EventStep, JsonObject } from '../recording/trace';
import { textOf } from '../recording/trace';

export interface ExpectedEvent {
  readonly event: JsonObject;
  readonly identity: string;
  /** After which of our actions it was recorded, and when. */
  readonly window: number;
  readonly ms: number;
  received: ReceivedEvent | undefined;
  /** It did not come while it was waited for. */
  isOverdue: boolean;
}

export interface ReceivedEvent {
  readonly event: JsonObject;
  readonly identity: string;
  readonly window: number;
  /** When it came, by the clock of the recording. */
  readonly ms: number;
  readonly position: number;
  isTaken: boolean;
}

interface Page {
  readonly expected: ExpectedEvent[];
  readonly received: ReceivedEvent[];
}

export interface LedgerOptions {
  readonly placeholders: Placeholders;
  readonly isExplained: (difference: Difference) => boolean;
}

/**
 * Milliseconds by which an event may come too early, so that our next action comes behind it: the recorder took its next
 * step while the event was on its way.
 */
const slackMs = 60;

/**
 * What was recorded on each socket and what has arrived there. Every recorded event is paired with one of ours: with an
 * equal one if there is any, else with one of the same type about the same object. A window is the time from one of our
 * actions to the next: what was recorded after an action may not come before it, since then something else has caused it.
 */
export class EventLedger {
  readonly #pages = new Map<string, Page>();
  readonly #devices: DeviceBursts;
  /** The action with which each window began. */
  readonly #windows: string[] = ['the start'];
  #positions = 0;

  constructor(private readonly options: LedgerOptions) {
    this.#devices = new DeviceBursts(options.isExplained);
  }

  expect({ ws, event, ms }: EventStep): void {
    const device = channelDeviceOf(event);
    if (device !== undefined) return this.#devices.expect({ ws, ...device });
    const { window } = this;
    this.#page(ws).expected.push({
      event,
      identity: identityOf(event),
      window,
      ms,
      received: undefined,
      isOverdue: false,
    });
  }

  receive(ws: string, event: JsonObject, ms: number): void {
    const device = channelDeviceOf(event);
    if (device !== undefined) return this.#devices.receive({ ws, ...device });
    this.#positions += 1;
    const { window } = this;
    this.#page(ws).received.push({
      event,
      identity: identityOf(event),
      window,
      ms,
      position: this.#positions,
      isTaken: false,
    });
  }

  get window(): number {
    return this.#windows.length - 1;
  }

  /** We are about to do something: what comes from now on belongs to the next window. */
  nextWindow(action: string): void {
    for (const { expected } of this.#pages.values())
      for (const one of expected) one.isOverdue ||= one.received === undefined;
    this.#windows.push(action);
    this.#devices.next();
  }

  /** Pairs what is equal. Says whether everything recorded until now has come, and whether as recorded. */
  review(): 'equal' | 'alike' | 'incomplete' {
    for (const [ws, page] of this.#pages) this.#pairEqual(ws, page);
    const open = [...this.#pages].flatMap(([ws, page]) =>
      this.#awaited(ws, page).map((expected) => ({ ws, page, expected })),
    );
    if (open.length === 0) return this.#devices.isAtRest() ? 'equal' : 'incomplete';
    const taken = new Set<ReceivedEvent>();
    const isAlike = open.every(({ ws, page, expected }) => {
      const candidate = page.received.find((one) => !taken.has(one) && this.#isCandidate(ws, expected, one));
      if (candidate !== undefined) taken.add(candidate);
      return candidate !== undefined;
    });
    return isAlike && this.#devices.isAtRest() ? 'alike' : 'incomplete';
  }

  /** Pairs what is left with what is alike. */
  pairAlike(): void {
    for (const [ws, page] of this.#pages)
      for (const expected of this.#awaited(ws, page)) {
        const candidate = page.received.find((one) => this.#isCandidate(ws, expected, one));
        if (candidate !== undefined) pair(expected, candidate);
      }
  }

  /** Everything about events that is not as recorded. */
  differences(): readonly Difference[] {
    this.review();
    this.pairAlike();
    const misplaced = [...this.#pages].flatMap(([ws, page]) => this.#misplaced(ws, page));
    return [
      ...[...this.#pages].flatMap(([ws, page]) => [
        ...this.#fields(ws, page),
        ...missing(ws, page),
        ...extra(ws, page),
        ...eventOrder(ws, page.expected),
      ]),
      ...misplaced,
      ...this.#devices.differences(),
    ];
  }

  #pairEqual(ws: string, page: Page): void {
    const open = page.expected.filter(({ received, isOverdue }) => received === undefined && !isOverdue);
    const free = page.received.filter(({ isTaken }) => !isTaken);
    if (open.length === 0 || free.length === 0) return;
    for (const expected of this.#inTurn(ws, open)) {
      const equal = free.find((one) => !one.isTaken && this.#isEqual(ws, expected, one));
      if (equal !== undefined) pair(expected, equal);
    }
  }

  /** What is known to be missing comes last: it must not take what another one waits for. */
  #inTurn(ws: string, open: readonly ExpectedEvent[]): readonly ExpectedEvent[] {
    const rivals = new Map<string, ExpectedEvent[]>();
    for (const expected of open) {
      const kind = expected.identity.replace(/<([a-z]+)-\d+>/g, '<$1>');
      rivals.set(kind, [...(rivals.get(kind) ?? []), expected]);
    }
    const isLast = new Set(
      [...rivals.values()].flatMap((group) =>
        group.length === 1 ? [] : group.filter((one) => this.#isExcused(ws, one)),
      ),
    );
    return isLast.size === 0 ? open : [...open.filter((one) => !isLast.has(one)), ...isLast];
  }

  #isEqual(ws: string, expected: ExpectedEvent, one: ReceivedEvent): boolean {
    const { placeholders } = this.options;
    if (one.event['type'] !== expected.event['type']) return false;
    return placeholders.attempt(() => isEqualEvent(expected, one, placeholders) && this.#isInTime(ws, expected, one));
  }

  /** At the end: what came, but in another window. */
  #misplaced(ws: string, page: Page): readonly Difference[] {
    const { placeholders } = this.options;
    const early = page.expected.flatMap((expected) =>
      expected.received !== undefined && isEarly(expected, expected.received)
        ? [this.#moment(ws, expected, expected.received)]
        : [],
    );
    const late = page.expected
      .filter(({ received }) => received === undefined)
      .flatMap((expected) => {
        const one = page.received.find(
          (candidate) =>
            !candidate.isTaken && placeholders.attempt(() => isEqualEvent(expected, candidate, placeholders)),
        );
        if (one === undefined) return [];
        pair(expected, one);
        return [this.#moment(ws, expected, one)];
      });
    return [...early, ...late];
  }

  #fields(ws: string, { expected }: Page): readonly Difference[] {
    return expected.flatMap((one) =>
      one.received === undefined
        ? []
        : compareEvent(one.event, one.received.event, this.options.placeholders).map((finding) =>
            one.event['type'] === 'RESTResponse'
              ? answerDifference(ws, one.event, finding)
              : { ...aboutEvent(ws, one), kind: 'event field' as const, ...finding },
          ),
    );
  }

  #awaited(ws: string, { expected }: Page): readonly ExpectedEvent[] {
    return expected.filter((one) => one.received === undefined && !one.isOverdue && !this.#isExcused(ws, one));
  }

  /** A known difference is not waited for. */
  #isExcused(ws: string, one: ExpectedEvent): boolean {
    return this.options.isExplained(missingEvent(ws, one));
  }

  #isCandidate(ws: string, expected: ExpectedEvent, one: ReceivedEvent): boolean {
    if (one.isTaken || !this.#isInTime(ws, expected, one)) return false;
    return this.options.placeholders.wouldAccept(expected.identity, one.identity);
  }

  /** Not too early, or so for a known reason. */
  #isInTime(ws: string, expected: ExpectedEvent, one: ReceivedEvent): boolean {
    return !isEarly(expected, one) || this.options.isExplained(this.#moment(ws, expected, one));
  }

  #moment(ws: string, expected: ExpectedEvent, one: ReceivedEvent): Difference {
    return {
      ...aboutEvent(ws, expected),
      kind: 'moment',
      path: '',
      expected: `after ${this.#windows[expected.window] ?? ''}`,
      got: `after ${this.#windows[one.window] ?? ''}`,
    };
  }

  #page(ws: string): Page {
    const page = this.#pages.get(ws) ?? { expected: [], received: [] };
    this.#pages.set(ws, page);
    return page;
  }
}

function isEqualEvent(expected: ExpectedEvent, one: ReceivedEvent, placeholders: Placeholders): boolean {
  return (
    placeholders.accept(expected.identity, one.identity) &&
    compareEvent(expected.event, one.event, placeholders).length === 0
  );
}

function isEarly(expected: ExpectedEvent, { window, ms }: ReceivedEvent): boolean {
  return window < expected.window && expected.ms - ms > slackMs;
}

function pair(expected: ExpectedEvent, received: ReceivedEvent): void {
  expected.received = received;
  received.isTaken = true;
}

function aboutEvent(
  ws: string,
  { event, window }: Pick<ExpectedEvent, 'event' | 'window'>,
): Pick<Difference, 'subject' | 'title' | 'event' | 'ws' | 'window'> {
  return { subject: `${ws} ${subjectsOf(event)[0] ?? ''}`, title: titleOf(event), event, ws, window };
}

/** What differs in an answer that came over the socket, as if it had come over HTTP. */
function answerDifference(ws: string, event: JsonObject, { path, expected, got }: Finding): Difference {
  const exchange = `${ws} ${textOf(event['request_id'])}`;
  const about = {
    subject: `request ${exchange}`,
    title: `over ${ws}: ${textOf(event['uri'])}`,
    exchange,
    expected,
    got,
  };
  if (path === 'status_code') return { ...about, kind: 'status', path: '' };
  const [, inside] = /^message_body\.?(.*)$/.exec(path) ?? [];
  return inside === undefined ? { ...about, kind: 'header', path } : { ...about, kind: 'body', path: inside };
}

function missingEvent(ws: string, one: ExpectedEvent): Difference {
  return { ...aboutEvent(ws, one), kind: 'missing event', path: '', expected: one.event, got: undefined };
}

function missing(ws: string, { expected }: Page): readonly Difference[] {
  return expected.filter(({ received }) => received === undefined).map((one) => missingEvent(ws, one));
}

function extra(ws: string, { received }: Page): readonly Difference[] {
  return received
    .filter(({ isTaken }) => !isTaken)
    .map((one) => ({
      ...aboutEvent(ws, one),
      kind: 'extra event' as const,
      path: '',
      expected: undefined,
      got: one.event,
    }));
}
