import type { Observation } from '../engine/call-story';
import type { EngineEvent, EngineEventSource } from '../engine/engine-event';
import type { Subject } from '../stasis/subject';
import { isPresented, present, subjectsOf } from '../stasis/presenters/present-engine-event';
import { EventSerializer } from '../stasis/serialized-event';
import { channelsOfEvent } from './channels-of-event';
import { channelsOf, eventLabel } from './event-label';
import { threadOfCall } from './observe-signalling';
import { sighting } from './sighting';
import type { Sighting } from './sighting';
import type { TapSource } from './tap';

/** Which applications receive events about these subjects. */
export type AudienceNames = (subjects: readonly Subject[]) => readonly string[];

const serializer = new EventSerializer('');

/** Tells a tap about everything that happens in the engine, as clients read it. */
export function observeEngine(events: EngineEventSource, namesOf: AudienceNames): TapSource {
  return (tell) =>
    events.onAny('deliver', (event) => {
      // The audience of this moment; the snapshots of the event do not change.
      if (isPresented(event)) tell(sightingOf(event, namesOf(subjectsOf(event))));
    });
}

/** An event that was sent to one application only: StasisStart. */
export function sentEvent(at: number, head: string, application: string): Sighting {
  const channelIds = channelIdsIn(head);
  return sighting({ channelIds, thread: undefined }, () => {
    const body = bodyOf(head);
    return observationOf(body, { at, channelIds, name: channelsOf(body)[0]?.name ?? '', to: [application] });
  });
}

/** A quote inside of a text has a backslash in front of it, so that this finds members only. */
const channelMember = /"(?:channel|replace_channel)":\{"id":("(?:[^"\\]|\\.)*")/g;

/** Reading the whole message would take longer than sending it. */
function channelIdsIn(head: string): readonly string[] {
  return Array.from(head.matchAll(channelMember), ([, id = '""']) => JSON.parse(id) as string);
}

function sightingOf(event: EngineEvent, to: readonly string[]): Sighting {
  const { ids: channelIds, first } = channelsOfEvent(event);
  const { name = '', protocolId = '' } = first ?? {};
  // By its `Call-ID` a channel is tied to the SIP messages that came before it was there.
  const thread = protocolId === '' ? undefined : threadOfCall(protocolId);
  return sighting({ channelIds, thread }, () => {
    const known = thread === undefined ? {} : { thread };
    return observationOf(wireBody(event), { at: event.at, channelIds, name, to, ...known });
  });
}

interface EventFacts extends Pick<Observation, 'at' | 'channelIds' | 'thread'> {
  /** Of the channel that it is about; empty when there is none. */
  readonly name: string;
  /** The applications that it went to. */
  readonly to: readonly string[];
}

/** A step of the dialplan is an event about the channel itself; others go to applications, if any want them. */
function observationOf(body: Readonly<Record<string, unknown>>, { name, to, ...facts }: EventFacts): Observation {
  const about = { ...facts, label: eventLabel(body), body };
  const own = name === '' ? 'server' : name;
  if (body['type'] === 'ChannelDialplan') return { ...about, kind: 'step', from: 'server', to: own };
  return to.length === 0
    ? { ...about, kind: 'event', from: own, to: 'server' }
    : { ...about, kind: 'event', from: 'server', to: to.join(',') };
}

function wireBody(event: EngineEvent): Readonly<Record<string, unknown>> {
  const presented = present(event);
  if (presented === undefined) return {};
  const { type, payload } = presented;
  return bodyOf(serializer.make({ type, payload, at: event.at }).head);
}

/** A message without its end. */
function bodyOf(head: string): Readonly<Record<string, unknown>> {
  return JSON.parse(`${head}}`) as Readonly<Record<string, unknown>>;
}
