import type { Bridge } from '../engine/calls/bridge/bridge';
import type { Channel } from '../engine/calls/channel/channel';
import type { ChannelSnapshot } from '../engine/calls/channel/channel-snapshot';
import type { DialplanPlace } from '../engine/calls/channel/dialplan-place';
import { CommandQueue } from '../engine/audio/legs/command-queue';
import { applicationEvents } from './application-events';
import type { Applications } from './applications';
import { FollowedBridge } from './followed-bridge';
import type { StopSignal } from '../shared/scheduling/stop-signal';

/**
 * How a channel left: hung up; sent on into the dialplan, without a place to where it would go on by itself; or come out
 * of a bridge into which the dialplan of another channel had taken it, to go on there or where its own dialplan says.
 */
export type Departure =
  | { readonly how: 'hung-up' }
  | { readonly how: 'continued'; readonly place: DialplanPlace | undefined }
  | { readonly how: 'released'; readonly place: DialplanPlace | undefined };

/** A channel's stay in an application. It may be handed from one application to another without a new stay. */
export class Session {
  readonly departed: Promise<Departure>;
  #depart: (departure: Departure) => void = () => undefined;
  #application: string;
  #isDeparting = false;
  /** Whether the application is subscribed to the channel because it is there. */
  #isFollowed = false;
  #signal: StopSignal | undefined;
  /** Made when something is ordered: most calls need none. */
  #queue: CommandQueue | undefined;
  /** The bridge that the application is subscribed to because this channel is in it. */
  readonly #followed: FollowedBridge;

  constructor(
    readonly channel: Channel,
    application: string,
    private readonly applications: Applications,
  ) {
    this.#application = application;
    this.#followed = new FollowedBridge(channel.id, applications);
    this.departed = new Promise((resolve) => {
      this.#depart = resolve;
    });
  }

  get application(): string {
    return this.#application;
  }

  get isDeparting(): boolean {
    return this.#isDeparting;
  }

  /** What the application has ordered for the channel: it is done one after another. */
  get queue(): CommandQueue {
    this.#queue ??= new CommandQueue();
    if (this.#isDeparting) void this.#queue.close();
    return this.#queue;
  }

  /**
   * The signal fires when the channel is hung up, or when its dialplan is sent elsewhere. `replaces`: the channel whose
   * place in the application this one takes.
   */
  start(args: readonly string[], signal: StopSignal, replaces?: ChannelSnapshot): void {
    this.#signal = signal;
    this.#enter(args, replaces);
    if (signal.aborted) this.#stopped();
    else signal.addEventListener('abort', this.#stopped);
  }

  /** The channel continues in the dialplan when all queued operations are done. */
  continueAt(place: DialplanPlace | undefined): void {
    void this.queue.run(() => this.#leave({ how: 'continued', place }));
  }

  /** The channel comes from a bridge that was not the application's, and does not return to the application. */
  release(place: DialplanPlace | undefined): void {
    if (!this.#isDeparting) this.#leave({ how: 'released', place });
  }

  /** The same as `continueAt` for handing it to another application; an unregistered one leaves it where it is. */
  moveTo(application: string, args: readonly string[]): void {
    void this.queue.run(() => this.#move(application, args));
  }

  #move(application: string, args: readonly string[]): void {
    if (this.#isDeparting) return;
    if (this.applications.get(application)?.isConnected !== true) {
      const payload = applicationEvents.ApplicationMoveFailed(this.channel.snapshot(), application, args);
      const present = this.applications.get(this.#application);
      if (present !== undefined)
        this.applications.sendAbout(present, this.channel.id, { type: 'ApplicationMoveFailed', payload });
      return;
    }
    const { bridge } = this.#followed;
    this.leftBridge();
    this.end();
    this.#application = application;
    this.#enter(args);
    if (bridge !== undefined) this.#followed.begin(application, bridge);
  }

  /** The application receives events of the bridge as long as its channel is in it. */
  enteredBridge({ id }: Pick<Bridge, 'id'>): void {
    this.#followed.begin(this.#application, id);
  }

  leftBridge(): void {
    this.#followed.end();
  }

  /** Tells the application that the channel has left. */
  end(): void {
    const application = this.applications.get(this.#application);
    if (application === undefined) return;
    this.applications.channelLeaves(this.channel.id);
    const payload = applicationEvents.StasisEnd(this.channel.snapshot());
    this.applications.sendAbout(application, this.channel.id, { type: 'StasisEnd', payload });
    application.group?.leave(this.channel.id);
    this.unfollow();
  }

  /** Another channel has taken its place: the application follows that one. It still learns when this one leaves. */
  unfollow(): void {
    const application = this.applications.get(this.#application);
    if (application?.subscriptions.holds('channel', this.channel.id) === true && this.#isFollowed)
      this.applications.unsubscribe(application, 'channel', this.channel.id);
    this.#isFollowed = false;
  }

  #enter(args: readonly string[], replaces?: ChannelSnapshot): void {
    const application = this.applications.obtain(this.#application);
    this.applications.subscribeToOwn(application, 'channel', this.channel.id);
    this.#isFollowed = true;
    application.group?.enter(this.channel.id, replaces?.id);
    const payload = applicationEvents.StasisStart({ channel: this.channel.snapshot(), args, replaces });
    this.applications.sendAbout(application, this.channel.id, { type: 'StasisStart', payload });
  }

  readonly #stopped = (): void =>
    this.#leave(this.channel.isEnding ? { how: 'hung-up' } : { how: 'continued', place: undefined });

  #leave(departure: Departure): void {
    this.#isDeparting = true;
    this.#signal?.removeEventListener('abort', this.#stopped);
    // Queued operations fail while the application still receives the events.
    const quiet = this.#queue?.close();
    if (quiet === undefined) this.#depart(departure);
    else void quiet.then(() => this.#depart(departure));
  }
}
