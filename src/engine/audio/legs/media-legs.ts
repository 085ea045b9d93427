import type { BridgeId, ChannelId, LegId } from '../../../shared/ids';
import { legId } from '../../../shared/ids';
import { soon } from '../../../shared/scheduling/soon';
import type { MediaCommand, MediaTarget } from '../../../media/protocol';
import type { Bridge } from '../../calls/bridge/bridge';
import type { Bridges } from '../../calls/bridge/bridges';
import type { Channel } from '../../calls/channel/channel';
import type { TechnologyAudio } from '../../calls/technology/technology-channel';
import type { EngineEventSource } from '../../engine-event';
import { audioCommand } from './audio-command';
import { TurnoverMap } from '../../../shared/collections/turnover-map';

export interface MediaLegsDeps {
  readonly send: (command: MediaCommand) => void;
  readonly bridges: Bridges;
  readonly events: EngineEventSource;
  /** Makes ids of legs from what they are for; numbered unless told. */
  readonly nextLegId?: ((stem: string) => LegId) | undefined;
}

interface Leg {
  readonly id: LegId;
  readonly channel: Channel;
  readonly release: () => void;
}

/**
 * The legs of channels and bridges in the media thread: only of those with audio, and of everything connected to them.
 * A call without audio has none.
 */
export class MediaLegs {
  /** By the ids of channels. */
  readonly #legs = new TurnoverMap<ChannelId, Leg>();
  readonly #channels = new TurnoverMap<LegId, Channel>();
  readonly #mirrored = new Set<BridgeId>();
  readonly #changed = new Set<(channel: Channel) => void>();
  readonly #replaced = new Set<(channel: Channel) => void>();
  readonly #subscriptions: readonly (() => void)[];
  readonly #nextLegId: (stem: string) => LegId;
  #isRebuilding = false;

  constructor(private readonly deps: MediaLegsDeps) {
    const { events } = deps;
    this.#nextLegId = deps.nextLegId ?? numberedLegs();
    this.#subscriptions = [
      events.on('legs', 'channel-entered-bridge', ({ channel, bridge }) => this.#entered(channel.id, bridge.id)),
      events.on('legs', 'channel-left-bridge', ({ channel, bridge }) => this.#left(channel.id, bridge.id)),
      events.on('legs', 'bridge-destroyed', ({ bridge }) => this.#destroyed(bridge.id)),
    ];
  }

  /** Legs that exist in the media thread. */
  get size(): number {
    return this.#legs.size;
  }

  /** An id for a leg that a technology opens by itself; the stem names what it is for, often a channel that is not made yet. */
  nextId(stem: string): LegId {
    return this.#nextLegId(stem);
  }

  has(channel: Channel): boolean {
    return this.#legs.has(channel.id);
  }

  /** The channel of that name, if it has a leg. */
  named(channelId: ChannelId): Channel | undefined {
    return this.#legs.get(channelId)?.channel;
  }

  /** The leg that a channel has at present. */
  idOf(channel: Channel): LegId | undefined {
    return this.#legs.get(channel.id)?.id;
  }

  /** The only other channel in the bridge of a channel. */
  peerOf(channel: Channel): Channel | undefined {
    const others =
      this.deps.bridges
        .of(channel)
        ?.members()
        .filter((member) => member !== channel) ?? [];
    return others.length === 1 ? others[0] : undefined;
  }

  /** The channel that a leg belongs to. */
  channelOf(leg: LegId): Channel | undefined {
    return this.#channels.get(leg);
  }

  /** The leg of a channel, opened when it has none; undefined when the channel carries no audio, or is gone. */
  open(channel: Channel): LegId | undefined {
    return this.#open(channel) ? this.idOf(channel) : undefined;
  }

  /** Undefined when the channel carries no audio, or is gone. */
  ofChannel(channel: Channel): MediaTarget | undefined {
    const leg = this.open(channel);
    return leg === undefined ? undefined : { kind: 'leg', leg };
  }

  ofBridge(bridge: Bridge): MediaTarget {
    this.#mirror(bridge);
    return { kind: 'bridge', bridge: bridge.id };
  }

  /**
   * To be called by a technology whenever the audio of a line has changed. A late leg joins the bridge that the channel
   * is in. Another leg replaces the previous one, with all its settings; playbacks and recordings on that one end. The
   * same leg, reconfigured, continues.
   */
  replace(channel: Channel): void {
    const { audio } = channel.line;
    const before = this.#legs.get(channel.id)?.id;
    for (const listener of this.#changed) listener(channel);
    if (before !== undefined && audio?.kind === 'outside' && audio.leg() === before) return;
    this.#drop(channel);
    if (!this.#open(channel)) return;
    const bridge = this.deps.bridges.of(channel);
    if (bridge !== undefined && this.#mirrored.has(bridge.id)) this.#join(bridge, channel);
    for (const listener of this.#replaced) listener(channel);
  }

  /**
   * To be called by a technology whose packets can pass between channels, whenever it has negotiated them. The bridge
   * follows when everything is reported that the negotiation brings about.
   */
  renegotiated(channel: Channel): void {
    const bridge = this.deps.bridges.of(channel);
    if (bridge !== undefined) soon(() => bridge.renegotiated());
  }

  /** Tells whenever the audio of a channel may have another format; the result ends that. */
  onChanged(listener: (channel: Channel) => void): () => void {
    this.#changed.add(listener);
    return () => void this.#changed.delete(listener);
  }

  /** Tells whenever a channel has got another leg; the result ends that. */
  onReplaced(listener: (channel: Channel) => void): () => void {
    this.#replaced.add(listener);
    return () => void this.#replaced.delete(listener);
  }

  /** The media thread has lost its state: it is restored. When it is lost again meanwhile, this stops. */
  rebuild(): void {
    if (this.#isRebuilding) return;
    this.#isRebuilding = true;
    this.#tellAgain();
    this.#isRebuilding = false;
  }

  /** Idempotent. */
  close(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    this.#forget();
  }

  #tellAgain(): void {
    const channels = [...this.#legs.values()].map(({ channel }) => channel);
    const mirrored = [...this.#mirrored];
    this.#forget();
    for (const channel of channels) this.#open(channel);
    for (const id of mirrored) {
      const bridge = this.deps.bridges.connecting(id);
      if (bridge !== undefined) this.#mirror(bridge);
    }
  }

  #open(channel: Channel): boolean {
    if (this.#legs.has(channel.id)) return true;
    const { audio } = channel.line;
    if (audio === undefined || channel.isGone) return false;
    switch (audio.kind) {
      case 'pair':
        return this.#openPair(channel, audio);
      case 'tap':
        return this.#openTap(channel, audio);
      case 'outside':
        return this.#takeOutside(channel, audio);
    }
  }

  /** Its leg has been open from the beginning, unless the media thread was lost since. */
  #takeOutside(channel: Channel, { leg, reopen }: Extract<TechnologyAudio, { kind: 'outside' }>): boolean {
    if (this.#isRebuilding) {
      const commands = reopen();
      if (commands.length === 0) return false;
      for (const command of commands) this.deps.send(command);
    }
    this.#keep(channel, leg());
    this.#mirrorBridgeOf(channel);
    return true;
  }

  #openPair(channel: Channel, { peer, format, rate }: Extract<TechnologyAudio, { kind: 'pair' }>): true {
    const ends = [channel, peer()] as const;
    const legs = [this.nextId(ends[0].id), this.nextId(ends[1].id)] as const;
    this.deps.send({ do: 'open-pair', legs, form: { format, rate } });
    this.#keep(ends[0], legs[0]);
    this.#keep(ends[1], legs[1]);
    for (const end of ends) this.#mirrorBridgeOf(end);
    return true;
  }

  /** False when the spied channel is gone, or carries no audio itself. */
  #openTap(channel: Channel, { spied, spy, whisper }: Extract<TechnologyAudio, { kind: 'tap' }>): boolean {
    const spiedLeg = this.open(spied);
    if (spiedLeg === undefined) return false;
    const leg = this.nextId(channel.id);
    this.deps.send({ do: 'open-tap', leg, spied: spiedLeg, spy, whisper });
    this.#keep(channel, leg);
    this.#mirrorBridgeOf(channel);
    return true;
  }

  #mirrorBridgeOf(channel: Channel): void {
    const bridge = this.deps.bridges.of(channel);
    if (bridge !== undefined) this.#mirror(bridge);
  }

  #keep(channel: Channel, id: LegId): void {
    if (channel.isGone) return this.deps.send({ do: 'close-leg', leg: id });
    const unwatch = channel.audio.watch((aspect) => this.deps.send(audioCommand(id, channel, aspect)));
    const stay = channel.onDestroyed(() => this.#drop(channel));
    const release = (): void => {
      unwatch();
      stay();
    };
    this.#legs.set(channel.id, { id, channel, release });
    this.#channels.set(id, channel);
    for (const aspect of channel.audio.changed) this.deps.send(audioCommand(id, channel, aspect));
    return undefined;
  }

  #drop(channel: Channel): void {
    const leg = this.#legs.get(channel.id);
    if (leg === undefined) return;
    leg.release();
    this.#legs.delete(channel.id);
    this.#channels.delete(leg.id);
    this.deps.send({ do: 'close-leg', leg: leg.id });
  }

  #forget(): void {
    for (const { release } of this.#legs.values()) release();
    this.#legs.clear();
    this.#channels.clear();
    this.#mirrored.clear();
  }

  /** All members hear each other, so all of them need legs. */
  #mirror(bridge: Bridge): void {
    if (this.#mirrored.has(bridge.id)) return;
    this.#mirrored.add(bridge.id);
    const mixes = bridge.kind === 'holding' ? 'announcers' : 'all';
    this.deps.send({ do: 'open-bridge', bridge: bridge.id, mixes });
    for (const channel of bridge.members()) this.#join(bridge, channel);
  }

  #join(bridge: Bridge, channel: Channel): void {
    const leg = this.open(channel);
    if (leg === undefined) return;
    const { isMuted = false, role } = bridge.membershipOf(channel) ?? {};
    const isAnnouncer = role === 'announcer';
    this.deps.send({ do: 'join-bridge', bridge: bridge.id, leg, role: { isMuted, isAnnouncer } });
  }

  #entered(channelId: ChannelId, bridgeId: BridgeId): void {
    const isMirrored = this.#mirrored.has(bridgeId);
    if (!isMirrored && !this.#legs.has(channelId)) return;
    const bridge = this.deps.bridges.connecting(bridgeId);
    if (bridge === undefined) return;
    if (!isMirrored) return this.#mirror(bridge);
    const channel = bridge.members().find(({ id }) => id === channelId);
    if (channel !== undefined) this.#join(bridge, channel);
  }

  #left(channelId: ChannelId, bridge: BridgeId): void {
    const leg = this.#legs.get(channelId)?.id;
    if (leg !== undefined && this.#mirrored.has(bridge)) this.deps.send({ do: 'leave-bridge', bridge, leg });
  }

  #destroyed(bridge: BridgeId): void {
    if (this.#mirrored.delete(bridge)) this.deps.send({ do: 'close-bridge', bridge });
  }
}

/** Numbered, so that late notices about a closed leg are never attributed to another one. */
function numberedLegs(): (stem: string) => LegId {
  let made = 0;
  return (stem) => legId(`${stem}#${(made += 1)}`);
}
