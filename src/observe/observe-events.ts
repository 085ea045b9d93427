import type { Observation } from '../engine/call-story';
import type { EngineEvent, EngineEventSource } from '../engine/engine-event';
import type { Subject } from '../stasis/subject';
import { isPresented, present, subjectsOf } from '../stasis/presenters/present-engine-event';
import { EventSerializer } from '../stasis/serialized-event';
import { channelsOfEvent } from './channels-of-event';
import { channelsOf, eventLabel } from './event-label';
import { threadOfCall } from './observe-signalling';
import { Sighting } from './sighting';
import type { TapSource } from './tap';

/** Which applications receive events about these subjects. */
export type AudienceNames = (subjects: readonly Subject[]) => readonly string[];

const serializer = new EventSerializer('');

/** Tells a tap about everything that happens in the engine, as clients read it. */
export function observeEngine(events: EngineEventSource, namesOf: AudienceNames): TapSource {
  return (tell) =>
    events.onAny('deliver', (event) => {
      // The audience of this moment; the snapshots of the event do not change.
      if (isPresented(event)) tell(new EngineSighting(event, namesOf(subjectsOf(event))));
    });
}

/** An event that was sent to one application only: StasisStart. */
export class SentEvent extends Sighting {
  constructor(private readonly message: { readonly at: number; readonly head: string; readonly application: string }) {
    super(channelIdsIn(message.head), undefined);
  }

  protected override write(): Observation {
    const { at, head, application } = this.message;
    const body = bodyOf(head);
    const name = channelsOf(body)[0]?.name ?? '';
    return observationOf(body, { at, channelIds: this.channelIds, name, to: [application] });
  }
}

/** A quote inside of a text has a backslash in front of it, so that these find members only. */
const jsonText = /"(?:[^"\\]|\\.)*"/y;
const channelMembers = ['"channel":{"id":', '"replace_channel":{"id":'];

/** Reading the whole message would take longer than sending it. */
function channelIdsIn(head: string): readonly string[] {
  const ids: string[] = [];
  for (const member of channelMembers) {
    const at = head.indexOf(member);
    if (at < 0) continue;
    jsonText.lastIndex = at + member.length;
    const [id = '""'] = jsonText.exec(head) ?? [];
    ids.push(JSON.parse(id) as string);
  }
  return ids;
}

class EngineSighting extends Sighting {
  readonly #name: string;

  constructor(
    private readonly event: EngineEvent,
    private readonly to: readonly string[],
  ) {
    const { ids, first } = channelsOfEvent(event);
    const callId = first?.protocolId ?? '';
    // By its `Call-ID` a channel is tied to the SIP messages that came before it was there.
    super(ids, callId === '' ? undefined : threadOfCall(callId));
    this.#name = first?.name ?? '';
  }

  protected override write(): Observation {
    const { channelIds, thread, event, to } = this;
    const known = thread === undefined ? {} : { thread };
    return observationOf(wireBody(event), { at: event.at, channelIds, name: this.#name, to, ...known });
  }
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
