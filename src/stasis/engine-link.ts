import type { BridgeEvent, ChannelEvent, EngineEvent, EngineEventSource, MediaEvent } from '../engine/engine-event';
import type { Application } from './application';
import type { Applications } from './applications';
import type { Belongings } from './belongings';
import type { Notice, NoticeMaker } from './notice';
import { presentCallEvent, subjectsOfCallEvent } from './present-call-event';
import { presentDeviceStateChange } from './present-device-state';
import { presentContactStatus, presentEndpointChange, presentPeerStatus } from './present-endpoint';
import { presentGlobalVariable } from './present-global-variable';
import { presentPlaybackEvent } from './present-playback';
import { presentRecordingEvent } from './present-recording';
import type { RecordingAudienceDeps } from './recording-audience';
import { RecordingAudience } from './recording-audience';
import type { RecordingOwners } from './recording-owners';

export interface EngineLinkDeps extends RecordingAudienceDeps {
  readonly events: EngineEventSource;
  readonly applications: Pick<Applications, 'publish' | 'audienceOf' | 'forget'>;
  readonly notices: NoticeMaker;
  readonly belongings: Pick<Belongings, 'forget'>;
  readonly owners: Pick<RecordingOwners, 'began' | 'ended'>;
}

/** Carries what happens in the engine to the applications that want to hear of it. The result cuts the link. */
export function linkEngine(deps: EngineLinkDeps): () => void {
  const recordings = new RecordingAudience(deps);
  return deps.events.onAny('deliver', (event) => {
    switch (event.type) {
      case 'device-state-changed':
      case 'endpoint-changed':
      case 'peer-status-changed':
      case 'contact-status-changed':
      case 'global-variable-set':
      case 'mailbox-changed':
        return publishState(event, deps);
      case 'playback-started':
      case 'playback-continuing':
      case 'playback-finished':
        return deps.applications.publish(deps.notices.make(presentPlaybackEvent(event)), event);
      case 'recording-started':
      case 'recording-finished':
      case 'recording-failed':
        return publishRecording(event, deps, recordings);
      default:
        return publishCall(event, deps, recordings);
    }
  });
}

type CallEvent = ChannelEvent | BridgeEvent;
type StateEvent = Exclude<EngineEvent, CallEvent | MediaEvent>;

function publishState(event: StateEvent, { applications, notices }: EngineLinkDeps): void {
  const notice = noticeOf(event, notices);
  if (notice !== undefined) applications.publish(notice, event);
}

/** Undefined for what is nobody's business outside the engine. */
function noticeOf(event: StateEvent, notices: NoticeMaker): Notice | undefined {
  switch (event.type) {
    case 'device-state-changed':
      return notices.make(presentDeviceStateChange(event.device, event.at));
    case 'endpoint-changed':
      return notices.make(presentEndpointChange(event.endpoint, event.at));
    case 'peer-status-changed':
      return notices.make(presentPeerStatus(event));
    case 'contact-status-changed':
      return notices.make(presentContactStatus(event));
    case 'global-variable-set':
      return notices.make(presentGlobalVariable(event, event.at));
    case 'mailbox-changed':
      return undefined;
  }
}

/** Calls make many events that nobody is subscribed to: those are not even put into words. */
function publishCall(event: CallEvent, deps: EngineLinkDeps, recordings: RecordingAudience): void {
  const { applications, notices } = deps;
  const subjects = subjectsOfCallEvent(event);
  const audience = applications.audienceOf(subjects);
  if (audience !== undefined) {
    const write = (shown: CallEvent): Notice => {
      const { type, payload } = presentCallEvent(shown);
      return notices.make({ type, at: shown.at, payload, subjects });
    };
    const notice = write(event);
    for (const application of audience) application.tell<CallEvent>(notice, event, write);
  }
  if (event.type === 'channel-destroyed') forget('channel', event.channel.id, deps);
  if (event.type !== 'bridge-destroyed') return;
  recordings.remember({ kind: 'bridge', id: event.bridge.id });
  forget('bridge', event.bridge.id, deps);
}

type RecordingEvent = Extract<MediaEvent, { readonly recording: unknown }>;

/** Whose it is is known before the first event of it and until after the last one. */
function publishRecording(event: RecordingEvent, deps: EngineLinkDeps, recordings: RecordingAudience): void {
  if (event.type === 'recording-started') deps.owners.began(event.recording);
  deliver(deps.notices.make(presentRecordingEvent(event)), recordings.of(event), event);
  if (event.type !== 'recording-started') deps.owners.ended(event.recording);
}

function forget(kind: 'channel' | 'bridge', id: string, { applications, belongings }: EngineLinkDeps): void {
  applications.forget(kind, id);
  belongings.forget(kind, id);
}

function deliver(notice: Notice, audience: Iterable<Application>, event: EngineEvent): void {
  for (const application of audience) application.tell(notice, event);
}
