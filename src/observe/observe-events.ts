import type { Observation } from '../engine/call-story';
import type { EngineEvent, EngineEventSource } from '../engine/engine-event';
import type { Subject } from '../stasis/subject';
import { present, subjectsOf } from '../stasis/presenters/present-engine-event';
import { EventSerializer } from '../stasis/serialized-event';
import { channelsOf, eventLabel } from './event-label';
import { threadOfCall } from './observe-signalling';
import type { TapSource } from './tap';

/** Which applications receive events about these subjects. */
export type AudienceNames = (subjects: readonly Subject[]) => readonly string[];

const serializer = new EventSerializer('');

/** Tells a tap about everything that happens in the engine, as clients read it. */
export function observeEngine(events: EngineEventSource, namesOf: AudienceNames): TapSource {
  return (tell) =>
    events.onAny('deliver', (event) => {
      const body = wireBody(event);
      if (body !== undefined) tell(observationOf(event.at, body, namesOf(subjectsOf(event))));
    });
}

/** An event that was sent to one application only: StasisStart. */
export function sentEvent(at: number, head: string, application: string): Observation {
  return observationOf(at, bodyOf(head), [application]);
}

/** A step of the dialplan is an event about the channel itself; others go to applications, if any want them. */
function observationOf(at: number, body: Readonly<Record<string, unknown>>, to: readonly string[]): Observation {
  const channels = channelsOf(body);
  const [first] = channels;
  const channelIds = [...new Set(channels.map(({ id }) => id))];
  const about = { at, label: eventLabel(body), channelIds, body, ...threadOf(body) };
  const own = first === undefined || first.name === '' ? 'server' : first.name;
  if (body['type'] === 'ChannelDialplan') return { ...about, kind: 'step', from: 'server', to: own };
  return to.length === 0
    ? { ...about, kind: 'event', from: own, to: 'server' }
    : { ...about, kind: 'event', from: 'server', to: to.join(',') };
}

/** By its `Call-ID` a channel is tied to the SIP messages that came before it was there. */
function threadOf({ channel }: Readonly<Record<string, unknown>>): Pick<Observation, 'thread'> {
  const { protocol_id: callId } = (channel ?? {}) as { readonly protocol_id?: unknown };
  return typeof callId === 'string' && callId !== '' ? { thread: threadOfCall(callId) } : {};
}

function wireBody(event: EngineEvent): Readonly<Record<string, unknown>> | undefined {
  const presented = present(event);
  if (presented === undefined) return undefined;
  const { type, payload } = presented;
  return bodyOf(serializer.make({ type, payload, at: event.at }).head);
}

/** A message without its end. */
function bodyOf(head: string): Readonly<Record<string, unknown>> {
  return JSON.parse(`${head}}`) as Readonly<Record<string, unknown>>;
}
