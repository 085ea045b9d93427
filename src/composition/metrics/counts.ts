import type { AwaitedSockets } from '../../engine/audio/legs/media-socket';
import type { Applications } from '../../stasis/applications';
import type { CallServices } from '../parts/calls';
import type { Engine } from '../parts/engine';
import type { MediaCore } from '../parts/media';
import type { SipParts } from '../parts/sip';

/** Counts of all objects that belong to calls. All are zero when there are no calls. */
export interface Counts {
  /** Those included that are being hung up. */
  readonly channels: number;
  readonly bridges: number;
  /** Channels in applications. */
  readonly sessions: number;
  /** Channels that are offered to applications, or were until a moment ago. */
  readonly broadcasts: number;
  /** Channels that the dialplan runs. */
  readonly dialplanRuns: number;
  readonly applications: number;
  /** Objects and kinds of objects that at least one application is subscribed to. */
  readonly subscribedSubjects: number;
  readonly playbacks: number;
  readonly recordings: number;
  /** Channels that the media thread has a part for. */
  readonly mediaLegs: number;
  /** Whatever is being played, recorded or looked for there, music included. */
  readonly mediaTasks: number;
  /** Channels whose far end opens a media websocket, or has. */
  readonly awaitedSockets: number;
  /** Dialogs of SIP, and calls that have a channel. */
  readonly sipDialogs: number;
  readonly sipCalls: number;
  /** Those who listen to the engine. */
  readonly listeners: number;
}

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
