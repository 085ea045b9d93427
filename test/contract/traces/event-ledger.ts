import { channelDeviceOf, compareEvent, identityOf, subjectsOf } from './compare-event';
import { DeviceBursts } from './device-bursts';
import type { Difference } from './difference';
import type { EventStep, JsonObject } from './load-trace';
import type { Placeholders } from './placeholders';

interface Expected {
  readonly event: JsonObject;
  readonly identity: string;
  received: Received | undefined;
  /** A known difference: it is not waited for. */
  readonly isExcused: boolean;
}

interface Received {
  readonly event: JsonObject;
  readonly identity: string;
  readonly position: number;
  isTaken: boolean;
}

interface Page {
  readonly expected: Expected[];
  readonly received: Received[];
}

export interface LedgerOptions {
  readonly placeholders: Placeholders;
  readonly isListed: (difference: Difference) => boolean;
}

/**
 * What was recorded on each socket and what has arrived there. Every recorded event is paired with one of ours: with an
 * equal one if there is any, else with one of the same type about the same object.
 */
export class EventLedger {
  readonly #pages = new Map<string, Page>();
  readonly #devices: DeviceBursts;
  #positions = 0;

  constructor(private readonly options: LedgerOptions) {
    this.#devices = new DeviceBursts(options.isListed);
  }

  expect({ ws, event }: EventStep): void {
    const device = channelDeviceOf(event);
    if (device !== undefined) return this.#devices.expect({ ws, ...device });
    const missing = { ...missingEvent(ws, event), got: undefined };
    const isExcused = this.options.isListed(missing);
    this.#page(ws).expected.push({ event, identity: identityOf(event), received: undefined, isExcused });
  }

  receive(ws: string, event: JsonObject): void {
    const device = channelDeviceOf(event);
    if (device !== undefined) return this.#devices.receive({ ws, ...device });
    this.#positions += 1;
    const identity = identityOf(event);
    this.#page(ws).received.push({ event, identity, position: this.#positions, isTaken: false });
  }

  /** A request is sent: what comes from now on belongs to the next burst. */
  nextBurst(): void {
    this.#devices.next();
  }

  /** Pairs what is equal. Says whether everything recorded until now has come, and whether as recorded. */
  review(): 'equal' | 'alike' | 'incomplete' {
    for (const page of this.#pages.values()) this.#pairEqual(page);
    const open = [...this.#pages.values()].flatMap((page) => unpaired(page).map((expected) => ({ page, expected })));
    if (open.length === 0) return this.#devices.isAtRest() ? 'equal' : 'incomplete';
    const guess = this.options.placeholders.copy();
    const taken = new Set<Received>();
    const isAlike = open.every(({ page, expected }) => {
      const candidate = page.received.find((one) => !taken.has(one) && isCandidate(expected, one, guess));
      if (candidate !== undefined) taken.add(candidate);
      return candidate !== undefined;
    });
    return isAlike && this.#devices.isAtRest() ? 'alike' : 'incomplete';
  }

  /** Pairs what is left with what is alike; what cannot be paired now may be later. */
  pairAlike(): void {
    const { placeholders } = this.options;
    for (const page of this.#pages.values())
      for (const expected of unpaired(page)) {
        const candidate = page.received.find((one) => isCandidate(expected, one, placeholders));
        if (candidate !== undefined) pair(expected, candidate);
      }
  }

  /** Everything about events that is not as recorded. */
  differences(): readonly Difference[] {
    this.review();
    this.pairAlike();
    return [
      ...[...this.#pages].flatMap(([ws, page]) => [
        ...this.#fields(ws, page),
        ...missing(ws, page),
        ...extra(ws, page),
        ...order(ws, page),
      ]),
      ...this.#devices.differences(),
    ];
  }

  #pairEqual(page: Page): void {
    const { placeholders } = this.options;
    // What is known to be missing comes last: it must not take what another one waits for.
    const open = page.expected.filter(({ received }) => received === undefined);
    for (const expected of open.sort((one, other) => Number(one.isExcused) - Number(other.isExcused))) {
      for (const one of page.received) {
        if (one.isTaken) continue;
        const guess = placeholders.copy();
        if (!guess.accept(expected.identity, one.identity)) continue;
        if (compareEvent(expected.event, one.event, guess).length > 0) continue;
        placeholders.adopt(guess);
        pair(expected, one);
        break;
      }
    }
  }

  #fields(ws: string, { expected }: Page): readonly Difference[] {
    return expected.flatMap(({ event, received }) =>
      received === undefined
        ? []
        : compareEvent(event, received.event, this.options.placeholders).map((finding) => ({
            ...about(ws, event),
            kind: 'event field' as const,
            ...finding,
          })),
    );
  }

  #page(ws: string): Page {
    const page = this.#pages.get(ws) ?? { expected: [], received: [] };
    this.#pages.set(ws, page);
    return page;
  }
}

function pair(expected: Expected, received: Received): void {
  expected.received = received;
  received.isTaken = true;
}

function unpaired(page: Page): readonly Expected[] {
  return page.expected.filter(({ received, isExcused }) => received === undefined && !isExcused);
}

function isCandidate(expected: Expected, one: Received, placeholders: Placeholders): boolean {
  return !one.isTaken && placeholders.copy().accept(expected.identity, one.identity);
}

function about(ws: string, event: JsonObject): Pick<Difference, 'subject' | 'title'> {
  return { subject: `${ws} ${subjectsOf(event)[0] ?? ''}`, title: titleOf(event) };
}

function missingEvent(ws: string, event: JsonObject): Omit<Difference, 'got'> {
  return { ...about(ws, event), kind: 'missing event', path: '', expected: event };
}

function missing(ws: string, { expected }: Page): readonly Difference[] {
  return expected
    .filter(({ received }) => received === undefined)
    .map(({ event }) => ({ ...missingEvent(ws, event), got: undefined }));
}

function extra(ws: string, { received }: Page): readonly Difference[] {
  return received
    .filter(({ isTaken }) => !isTaken)
    .map(({ event }) => ({ ...about(ws, event), kind: 'extra event', path: '', expected: undefined, got: event }));
}

/**
 * Events about the same object, to the same application, come in the recorded order. Only a call is offered to each
 * application by itself, past the subscriptions through which the steps of the dialplan are heard: the order of the two
 * was different from one offer to the next.
 */
function order(ws: string, { expected }: Page): readonly Difference[] {
  const found = [
    ...displaced(
      ws,
      expected.filter(({ event }) => event['type'] !== 'CallBroadcast'),
    ),
    ...displaced(
      ws,
      expected.filter(({ event }) => event['type'] !== 'ChannelDialplan' && event['type'] !== 'ChannelVarset'),
    ),
  ];
  return [...new Map(found.map((difference) => [JSON.stringify(difference), difference])).values()];
}

function displaced(ws: string, expected: readonly Expected[]): readonly Difference[] {
  const latest = new Map<string, { readonly position: number; readonly title: string }>();
  const found: Difference[] = [];
  for (const { event, received } of expected) {
    if (received === undefined) continue;
    const title = titleOf(event);
    for (const subject of subjectsOf(received.event)) {
      const key = `${JSON.stringify(event['application'])} ${subject}`;
      const before = latest.get(key);
      if (before === undefined || before.position < received.position)
        latest.set(key, { position: received.position, title });
      else
        found.push({
          ...{ kind: 'order', subject: `${ws} ${subject}`, title, path: '' },
          ...{ expected: `after ${before.title}`, got: 'before it' },
        });
    }
  }
  return found;
}

/** The type, with what tells events of one type apart. */
function titleOf(event: JsonObject): string {
  const telling = ['dialstatus', 'variable', 'value', 'dialplan_app', 'digit', 'cause', 'request_id', 'eventname'];
  const facts = telling.filter((key) => key in event).map((key) => JSON.stringify(event[key]));
  const name = typeof event['type'] === 'string' ? event['type'] : '?';
  return facts.length === 0 ? name : `${name}(${facts.join(' ')})`;
}
