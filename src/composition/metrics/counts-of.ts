import type { AwaitedSockets } from '../../engine/audio/legs/media-socket';
import type { Applications } from '../../stasis/applications';
import type { CallServices } from '../parts/calls';
import type { Engine } from '../parts/engine';
import type { MediaCore } from '../parts/media';
import type { SipParts } from '../parts/sip';
import type { Counts } from './counts';

export interface CountedServices {
  readonly calls: CallServices;
  readonly applications: Applications;
  readonly engine: Engine;
  readonly media: MediaCore;
  readonly awaited: AwaitedSockets;
  readonly sip: Pick<SipParts, 'driver'>;
}

export function countsOf({ calls, applications, engine, media, awaited, sip }: CountedServices): Counts {
  return {
    channels: calls.channels.size,
    bridges: calls.bridges.size,
    sessions: calls.sessions.size,
    broadcasts: calls.broadcasts.size,
    dialplanRuns: calls.dialplan.size,
    applications: applications.size,
    subscribedSubjects: applications.subscribedSubjects,
    playbacks: media.playbacks.size,
    recordings: media.recordings.size,
    mediaLegs: media.legs.size,
    mediaTasks: media.plays.size + media.records.size + media.detection.size,
    awaitedSockets: awaited.size,
    sipDialogs: sip.driver.service?.dialogs.size ?? 0,
    sipCalls: sip.driver.callCount,
    listeners: engine.events.size,
  };
}
