import type { Message } from '../../../test/support/sockets/socket-peer';
import type { ActivityOutcome } from './activity';

/** An event that a node was asked for. */
export interface SaidEvent {
  readonly node: number;
  /** Counted for each node. */
  readonly number: number;
  readonly name: string;
  readonly from: number;
  /** When it was acknowledged. */
  until: number | undefined;
}

/** A time without a socket. */
export interface Absence {
  readonly from: number;
  /** When the socket was asked for that replaced it. */
  until: number;
}

export interface Heard {
  readonly told: readonly Message[];
  readonly events: readonly SaidEvent[];
  readonly absences: readonly Absence[];
}

/**
 * What is wrong with events that an application was told over several sockets. Each comes once, and those of a node in their
 * order. Of living nodes none is missing that was acknowledged; without NATS live ones may be, but not those that came
 * between two sockets, unless `EventsMissed` says so.
 */
export function wrongEvents(heard: Heard, outcome: ActivityOutcome): readonly string[] {
  return [...twice(heard), ...disordered(heard), ...missing(heard, outcome), ...needless(heard, outcome)];
}

function twice({ told }: Heard): readonly string[] {
  const origins = told.flatMap(({ origin }) => (typeof origin === 'string' ? [origin] : []));
  const known = new Set<string>();
  const again = origins.filter((origin) => known.size === known.add(origin).size);
  return again.map((origin) => `the event ${origin} came twice`);
}

function disordered({ told, events }: Heard): readonly string[] {
  const byName = new Map(events.map((event) => [event.name, event]));
  const last = new Map<number, number>();
  const wrong: string[] = [];
  for (const { eventname } of told) {
    const event = byName.get(String(eventname));
    if (event === undefined) continue;
    if (event.number <= (last.get(event.node) ?? 0)) wrong.push(`${event.name} came after a later event of its node`);
    last.set(event.node, event.number);
  }
  return wrong;
}

function missing({ told, events, absences }: Heard, outcome: ActivityOutcome): readonly string[] {
  const names = new Set(told.map(({ eventname }) => eventname));
  const hasMissed = told.some(({ type }) => type === 'EventsMissed');
  const isBetween = ({ from, until = Infinity }: SaidEvent): boolean =>
    absences.some((absence) => from >= absence.from && until <= absence.until);
  return events
    .filter(({ node, name, until }) => until !== undefined && !outcome.isLost(node) && !names.has(name))
    .filter((event) => !hasMissed && (!outcome.mayMiss || isBetween(event)))
    .map((event) => `${event.name} was acknowledged and did not come${isBetween(event) ? ' between two sockets' : ''}`);
}

/** A node that was killed has nothing to give but what is stored, and the others can be asked. */
function needless({ told }: Heard, { fault, hasLostLink }: ActivityOutcome): readonly string[] {
  const isExcused = fault !== 'kill node' || hasLostLink;
  return isExcused || !told.some(({ type }) => type === 'EventsMissed')
    ? []
    : ['EventsMissed came, and everything could be asked for'];
}
