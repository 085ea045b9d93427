import { subjectsOf } from './compare-event';
import type { Difference } from './difference';
import type { ExpectedEvent } from './event-ledger';
import type { JsonObject } from '../recording/trace';

/**
 * Events about the same object, to the same application, come in the recorded order. Only a call is offered to each
 * application by itself, past the subscriptions through which the steps of the dialplan are heard: the order of the two
 * was different from one offer to the next.
 */
export function eventOrder(ws: string, expected: readonly ExpectedEvent[]): readonly Difference[] {
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

function displaced(ws: string, expected: readonly ExpectedEvent[]): readonly Difference[] {
  const latest = new Map<string, { readonly position: number; readonly event: JsonObject }>();
  const found: Difference[] = [];
  for (const { event, received, window } of expected) {
    if (received === undefined) continue;
    for (const subject of subjectsOf(received.event)) {
      const key = `${JSON.stringify(event['application'])} ${subject}`;
      const before = latest.get(key);
      if (before === undefined || before.position < received.position)
        latest.set(key, { position: received.position, event });
      else
        found.push({
          kind: 'order',
          subject: `${ws} ${subject}`,
          title: titleOf(event),
          path: '',
          event,
          ws,
          window,
          expected: `after ${titleOf(before.event)}`,
          got: 'before it',
        });
    }
  }
  return found;
}

/** The type, with what tells events of one type apart. */
export function titleOf(event: JsonObject): string {
  const telling = ['dialstatus', 'variable', 'value', 'dialplan_app', 'digit', 'cause', 'request_id', 'eventname'];
  const facts = telling.filter((key) => key in event).map((key) => JSON.stringify(event[key]));
  const name = typeof event['type'] === 'string' ? event['type'] : '?';
  return facts.length === 0 ? name : `${name}(${facts.join(' ')})`;
}
