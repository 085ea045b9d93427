import type { MediaSubject } from '../engine/audio/playback-snapshot';
import type { EngineEvent, EngineEventSource, MediaEvent } from '../engine/engine-event';
import type { Messaging } from '../engine/messaging';
import type { Application } from './application';
import type { Applications } from './applications';
import type { Belongings } from './belongings';
import type { EventSerializer, SerializedEvent } from './serialized-event';
import { forgetChannel } from './presenters/present-channel';
import { present, subjectsOf } from './presenters/present-engine-event';
import { subjectsOfSender } from './presenters/present-state-event';
import type { RecordingAudienceDeps } from './recording-audience';
import { RecordingAudience } from './recording-audience';
import type { RecordingOwners } from './recording-owners';
import type { Subject } from './subject';

export interface EngineLinkDeps extends RecordingAudienceDeps {
  readonly events: EngineEventSource;
  readonly messaging: Pick<Messaging, 'addReader'>;
  readonly applications: Pick<Applications, 'audienceOf' | 'forget' | 'subscribedSubjects' | 'subscribedEndpoints'>;
  readonly notices: EventSerializer;
  readonly belongings: Pick<Belongings, 'forget'>;
  readonly owners: Pick<RecordingOwners, 'began' | 'ended'>;
  /** While it is active, another node tells the applications. */
  readonly adoption?: { readonly isActive: boolean };
}

/** Delivers engine events to the subscribed applications. The result ends that. */
export function linkEngine(deps: EngineLinkDeps): () => void {
  const recordings = new RecordingAudience(deps);
  const unread = deps.messaging.addReader(
    (endpoint) => deps.applications.audienceOf(subjectsOfSender(endpoint)) !== undefined,
  );
  const isWanted = (type: EngineEvent['type']): boolean => {
    const { subscribedSubjects, subscribedEndpoints } = deps.applications;
    if (type === 'endpoint-changed') return subscribedEndpoints > 0;
    return subscribedSubjects > 0 || alwaysHandled.has(type);
  };
  const deliverEvent = (event: EngineEvent): void => {
    switch (event.type) {
      case 'recording-started':
      case 'recording-finished':
      case 'recording-failed':
        return publishRecording(event, deps, recordings);
      case 'channel-destroyed':
        publish(event, deps);
        forgetChannel(event.channel.id);
        return forget({ kind: 'channel', id: event.channel.id }, deps);
      case 'bridge-destroyed':
        publish(event, deps);
        recordings.remember({ kind: 'bridge', id: event.bridge.id });
        return forget({ kind: 'bridge', id: event.bridge.id }, deps);
      case 'endpoint-changed':
      case 'peer-status-changed':
      case 'contact-status-changed':
        return deps.adoption?.isActive === true ? undefined : publish(event, deps);
      case 'device-state-changed':
        return event.isAdopted === true || deps.adoption?.isActive === true ? undefined : publish(event, deps);
      default:
        return publish(event, deps);
    }
  };
  const unlink = deps.events.onAny('deliver', deliverEvent, isWanted);
  return () => {
    unlink();
    unread();
  };
}

/** Events that something is done about, whether or not an application is subscribed to anything. */
const alwaysHandled: ReadonlySet<EngineEvent['type']> = new Set([
  'recording-started',
  'recording-finished',
  'recording-failed',
  'channel-destroyed',
  'bridge-destroyed',
] as const);

/** Events without subscribers are not serialised. */
function publish(event: EngineEvent, deps: EngineLinkDeps): void {
  if (deps.applications.subscribedSubjects === 0) return;
  const subjects = subjectsOf(event);
  const audience = deps.applications.audienceOf(subjects);
  if (audience !== undefined) deliver(event, { audience, subjects }, deps);
}

type RecordingEvent = Extract<MediaEvent, { readonly recording: unknown }>;

/** Whose it is is known before the first event of it and until after the last one. */
function publishRecording(event: RecordingEvent, deps: EngineLinkDeps, recordings: RecordingAudience): void {
  if (event.type === 'recording-started') deps.owners.began(event.recording);
  deliver(event, { audience: recordings.of(event), subjects: subjectsOf(event) }, deps);
  if (event.type !== 'recording-started') deps.owners.ended(event.recording);
}

function forget(gone: MediaSubject, { applications, belongings }: EngineLinkDeps): void {
  applications.forget(gone.kind, gone.id);
  belongings.forget(gone);
}

interface Addressees {
  readonly audience: Iterable<Application>;
  readonly subjects: readonly Subject[];
}

function deliver(event: EngineEvent, { audience, subjects }: Addressees, { notices }: EngineLinkDeps): void {
  const notice = serialized(event, subjects, notices);
  if (notice === undefined) return;
  for (const application of audience) {
    if (application.view === undefined) application.deliver(notice);
    else application.tell(notice, event, (shown) => serialized(shown, subjects, notices) ?? notice);
  }
}

/** Undefined for events that are not delivered. */
function serialized(
  event: EngineEvent,
  subjects: readonly Subject[],
  notices: EventSerializer,
): SerializedEvent | undefined {
  const presented = present(event);
  if (presented === undefined) return undefined;
  // Field by field: presented events have many shapes, and copying those as a whole is slow.
  const { type, payload } = presented;
  return notices.make({ type, payload, at: event.at, subjects });
}
