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
