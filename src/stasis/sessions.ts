import type { ChannelId } from '../shared/ids';
import type { Bridge } from '../engine/calls/bridge/bridge';
import type { Bridges } from '../engine/calls/bridge/bridges';
import type { Program } from '../engine/calls/dialing/calls';
import type { Channel } from '../engine/calls/channel/channel';
import type { ChannelSnapshot } from '../engine/calls/channel/channel-snapshot';
import type { DialplanPlace } from '../engine/calls/channel/dialplan-place';
import type { ApplicationRun, DialplanApplication, DialplanPort } from '../engine/calls/channel/dialplan-port';
import { causes } from '../engine/calls/channel/hangup-cause';
import type { EngineEventSource } from '../engine/engine-event';
import type { NeededModule } from '../shared/module-use/hold';
import type { Logger } from '../shared/logger';
import type { StopSignal } from '../shared/scheduling/stop-signal';
import type { Applications } from './applications';
import type { Belongings } from './belongings';
import type { Departure } from './session';
import { Session } from './session';
import { TurnoverMap } from '../shared/collections/turnover-map';

/** A socket that is opened to an application for one call alone. */
export type CallSocketResult =
  | {
      readonly outcome: 'open';
      readonly application: string;
      /** Fires when the connection is gone for good. */
      readonly lost: StopSignal;
      /** To be called when the channel has left the application. */
      readonly ended: () => void;
    }
  | { readonly outcome: 'failed'; readonly reason: string }
  | { readonly outcome: 'not-configured' };

export type OpenForCall = (application: string, channel: string, signal: StopSignal) => Promise<CallSocketResult>;

export interface SessionsDeps {
  readonly applications: Applications;
  readonly bridges: Bridges;
  readonly belongings: Pick<Belongings, 'giveChannel'>;
  readonly dialplan: Pick<DialplanPort, 'runNested'>;
  readonly events: EngineEventSource;
  readonly openForCall: OpenForCall;
  /** Without it, channels cannot be brought into applications. */
  readonly module: NeededModule;
  readonly log: Logger;
}

export interface StasisEntry {
  readonly channel: Channel;
  /** The application it goes to. */
  readonly name: string;
  readonly args: readonly string[];
  /** The channel whose place in the application it takes. */
  readonly replaces?: ChannelSnapshot;
}

interface Replacement {
  readonly replaced: Channel;
  readonly application: string;
  readonly isStep: boolean;
}

const failed = { how: 'failed' } as const;
type StasisOutcome = Departure | typeof failed;

/** Which channel is in which application, and the ways in and out. */
export class Sessions {
  readonly #byChannel = new TurnoverMap<ChannelId, Session>();

  constructor(private readonly deps: SessionsDeps) {
    deps.events.on('sessions', 'channel-left-bridge', ({ channel }) => {
      const session = this.#byChannel.get(channel.id);
      // A channel that hangs up or continues from inside a bridge leaves the application subscribed to it.
      if (session?.isDeparting === false) session.leftBridge();
    });
  }

  get size(): number {
    return this.#byChannel.size;
  }

  /** The module without which no channel can be brought into an application; undefined when it is loaded. */
  get missingModule(): string | undefined {
    const { name, isLoaded } = this.deps.module;
    return isLoaded() ? undefined : name;
  }

  /** The application that a channel is in. */
  applicationWith(channelId: ChannelId): string | undefined {
    return this.#byChannel.get(channelId)?.application;
  }

  /** The channels that are in an application. */
  channelsIn(application: string): readonly ChannelId[] {
    const channels: ChannelId[] = [];
    for (const [id, session] of this.#byChannel) if (session.application === application) channels.push(id);
    return channels;
  }

  of(channel: Channel): Session | undefined {
    return this.#byChannel.get(channel.id);
  }

  /** For channels that nothing but the application runs: when they are sent on, the dialplan is run from here. */
  run(channel: Channel, name: string, args: readonly string[]): Promise<void> {
    channel.variables.set('STASISSTATUS', '');
    return this.#run({ channel, name, args });
  }

  /**
   * What a channel is to run that takes the place of another one in its application, as in a transfer; undefined when no
   * application has that one. `isStep`: entering is reported as a step of its dialplan.
   */
  replacing(replaced: Channel, { isStep }: { readonly isStep: boolean }): Program | undefined {
    const session = this.#byChannel.get(replaced.id);
    if (session === undefined || session.isDeparting) return undefined;
    return (channel) => {
      const inside = this.#replace(channel, { replaced, application: session.application, isStep });
      session.unfollow();
      return inside;
    };
  }

  /** The same for a channel of another node, which has this application there. */
  replacingRemote(replaced: Channel, application: string): Program {
    return (channel) => this.#replace(channel, { replaced, application, isStep: true });
  }

  #replace(channel: Channel, { replaced, application: name, isStep }: Replacement): Promise<void> {
    if (isStep) {
      channel.position.startApplication({ name: 'Stasis', data: name });
      channel.variables.set('STASISSTATUS', '');
    }
    return this.#run({ channel, name, args: [], replaces: replaced.snapshot() });
  }

  /** The application of a channel is subscribed to the bridge as long as the channel is in it. */
  enteredBridge(channel: Channel, bridge: Bridge): void {
    this.#byChannel.get(channel.id)?.enteredBridge(bridge);
  }

  /** Sends a channel to a place that came from the application into a bridge of the dialplan. */
  readonly sendOn = (channel: Channel, place: DialplanPlace): boolean => {
    const session = this.#byChannel.get(channel.id);
    if (session === undefined || session.isDeparting) return false;
    session.release(place);
    return true;
  };

  async #run(entry: StasisEntry): Promise<void> {
    const { channel } = entry;
    const release = this.deps.module.hold(channel.name);
    const visit = await this.#visit(entry, channel.signal).finally(release);
    const onward = placeAfter(visit, channel);
    if (onward !== undefined) await this.deps.dialplan.runNested(channel, onward);
    else if (visit.how === 'released') channel.ending.set(causes.normal);
    conclude(channel, visit);
  }

  /**
   * The dialplan of another channel takes this one into a bridge. It stays in the application until that ends, and
   * leaves it then, unless the application has put it into another bridge. False when no application has it.
   */
  readonly hold = (channel: Channel, place: DialplanPlace | undefined, until: Promise<void>): boolean => {
    const session = this.#byChannel.get(channel.id);
    if (session === undefined || session.isDeparting) return false;
    void until.then(() => {
      if (this.deps.bridges.of(channel)?.governedBy !== 'stasis') session.release(place);
    });
    return true;
  };

  /** The application `Stasis` of the dialplan: `Stasis(name[,argument…])`. */
  readonly stasis: DialplanApplication = (channel, data, run) => {
    const [name = '', ...args] = data.split(',');
    channel.variables.set('STASISSTATUS', '');
    return this.enterApplication({ channel, name: name.trim(), args }, run);
  };

  /** Has a channel in an application for as long as one step of its dialplan lasts. */
  async enterApplication({ channel, name, args }: StasisEntry, run: ApplicationRun): Promise<void> {
    const visit = await this.#visit({ channel, name, args }, run.signal);
    conclude(channel, visit);
    if (visit.how !== 'hung-up' && visit.how !== 'failed' && visit.place !== undefined) run.goTo(visit.place);
  }

  async #visit(entry: StasisEntry, signal: StopSignal): Promise<StasisOutcome> {
    const { channel, name } = entry;
    // One that takes a place is there in any case: the application has the call already.
    const isThere = entry.replaces !== undefined || this.deps.applications.get(name)?.isConnected === true;
    if (isThere) return this.#stay(entry, signal);
    const socket = await this.deps.openForCall(name, channel.name, signal);
    if (socket.outcome !== 'open') {
      const reason = socket.outcome === 'failed' ? socket.reason : 'the application is not registered';
      this.deps.log.warn(
        { application: name, channel: channel.id, reason },
        'a channel could not enter an application',
      );
      return failed;
    }
    // Without its connection the channel is no longer controlled.
    const lost = (): void => this.#byChannel.get(channel.id)?.continueAt(undefined);
    socket.lost.addEventListener('abort', lost);
    const visit = await this.#stay({ ...entry, name: socket.application }, signal);
    socket.lost.removeEventListener('abort', lost);
    socket.ended();
    return socket.lost.aborted ? failed : visit;
  }

  async #stay({ channel, name, args, replaces }: StasisEntry, signal: StopSignal): Promise<Departure> {
    // An application that is given an answered call has nothing to answer.
    if (channel.state === 'Up') channel.indicated('answer');
    const session = new Session(channel, name, this.deps.applications);
    this.#byChannel.set(channel.id, session);
    session.start(args, signal, replaces);
    const departure = await session.departed;
    // What is still to be heard of a call that ended there is for this application.
    if (departure.how === 'hung-up') this.deps.belongings.giveChannel(channel.id, session.application);
    this.deps.bridges.leave(channel);
    this.#byChannel.delete(channel.id);
    session.end();
    return departure;
  }
}

/** The next place of a channel without a dialplan to return to; undefined for none. */
function placeAfter(visit: StasisOutcome, { position: { place } }: Channel): DialplanPlace | undefined {
  if (visit.how === 'released') return visit.place;
  if (visit.how === 'continued') return visit.place ?? { ...place, priority: place.priority + 1 };
  return undefined;
}

function conclude(channel: Channel, visit: StasisOutcome): void {
  channel.variables.set('STASISSTATUS', visit === failed ? 'FAILED' : 'SUCCESS');
}
