import type { MediaCommand, MediaTarget } from '../../media/protocol';
import type { Bridge } from '../calls/bridge';
import type { Bridges } from '../calls/bridges';
import type { Channel } from '../calls/channel';
import type { LineAudio } from '../calls/line';
import type { EngineEventSource } from '../engine-event';
import { audioCommand } from './audio-command';

export interface MediaLegsDeps {
  readonly send: (command: MediaCommand) => void;
  readonly bridges: Bridges;
  readonly events: EngineEventSource;
}

interface Leg {
  readonly channel: Channel;
  readonly release: () => void;
}

/**
 * What the audio side knows of channels and bridges: only those that something is to be heard on, and whatever is
 * connected to them, since it is heard there too. A call without audio is never mentioned to it.
 */
export class MediaLegs {
  /** By the id of the channel, which is the id of the leg. */
  readonly #legs = new Map<string, Leg>();
  readonly #mirrored = new Set<string>();
  readonly #unheard: readonly (() => void)[];
  #isRebuilding = false;

  constructor(private readonly deps: MediaLegsDeps) {
    const { events } = deps;
    this.#unheard = [
      events.on('channel-entered-bridge', ({ channel, bridge }) => this.#entered(channel.id, bridge.id)),
      events.on('channel-left-bridge', ({ channel, bridge }) => this.#left(channel.id, bridge.id)),
      events.on('bridge-destroyed', ({ bridge }) => this.#destroyed(bridge.id)),
    ];
  }

  /** Legs that the audio side has. */
  get size(): number {
    return this.#legs.size;
  }

  has(channel: Channel): boolean {
    return this.#legs.has(channel.id);
  }

  /** The channel that a leg belongs to. */
  channelOf(leg: string): Channel | undefined {
    return this.#legs.get(leg)?.channel;
  }

  /** Undefined when the channel carries no audio, or is gone. */
  ofChannel(channel: Channel): MediaTarget | undefined {
    return this.#open(channel) ? { kind: 'leg', leg: channel.id } : undefined;
  }

  ofBridge(bridge: Bridge): MediaTarget {
    this.#mirror(bridge);
    return { kind: 'bridge', bridge: bridge.id };
  }

  /** The audio side has lost everything: it is told again. When it is lost over that, it is left alone. */
  rebuild(): void {
    if (this.#isRebuilding) return;
    this.#isRebuilding = true;
    this.#tellAgain();
    this.#isRebuilding = false;
  }

  /** Twice is harmless. */
  close(): void {
    for (const unhear of this.#unheard) unhear();
    this.#forget();
  }

  #tellAgain(): void {
    const channels = [...this.#legs.values()].map(({ channel }) => channel);
    const mirrored = [...this.#mirrored];
    this.#forget();
    for (const channel of channels) this.#open(channel);
    for (const id of mirrored) {
      const bridge = this.deps.bridges.find(id);
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

  /** Its leg has been open from the beginning, unless the audio side was lost since. */
  #takeOutside(channel: Channel, { reopen }: Extract<LineAudio, { kind: 'outside' }>): boolean {
    if (this.#isRebuilding) {
      const command = reopen();
      if (command === undefined) return false;
      this.deps.send(command);
    }
    this.#keep(channel);
    this.#mirrorBridgeOf(channel);
    return true;
  }

  #openPair(channel: Channel, { peer, format, rate }: Extract<LineAudio, { kind: 'pair' }>): true {
    const ends = [channel, peer()] as const;
    this.deps.send({ do: 'open-pair', legs: [ends[0].id, ends[1].id], form: { format, rate } });
    for (const end of ends) this.#keep(end);
    for (const end of ends) this.#mirrorBridgeOf(end);
    return true;
  }

  /** False when the spied channel is gone, or carries no audio itself. */
  #openTap(channel: Channel, { spied, spy, whisper }: Extract<LineAudio, { kind: 'tap' }>): boolean {
    if (!this.#open(spied)) return false;
    this.deps.send({ do: 'open-tap', leg: channel.id, spied: spied.id, spy, whisper });
    this.#keep(channel);
    this.#mirrorBridgeOf(channel);
    return true;
  }

  #mirrorBridgeOf(channel: Channel): void {
    const bridge = this.deps.bridges.of(channel);
    if (bridge !== undefined) this.#mirror(bridge);
  }

  #keep(channel: Channel): void {
    if (channel.isGone) return this.deps.send({ do: 'close-leg', leg: channel.id });
    const unwatch = channel.audio.watch((aspect) => this.deps.send(audioCommand(channel, aspect)));
    const stay = channel.onGone(() => this.#drop(channel));
    const release = (): void => {
      unwatch();
      stay();
    };
    this.#legs.set(channel.id, { channel, release });
    for (const aspect of channel.audio.changed) this.deps.send(audioCommand(channel, aspect));
    return undefined;
  }

  #drop({ id }: Channel): void {
    this.#legs.get(id)?.release();
    if (this.#legs.delete(id)) this.deps.send({ do: 'close-leg', leg: id });
  }

  #forget(): void {
    for (const { release } of this.#legs.values()) release();
    this.#legs.clear();
    this.#mirrored.clear();
  }

  /** Everybody in there is heard by the others, so all of them need legs. */
  #mirror(bridge: Bridge): void {
    if (this.#mirrored.has(bridge.id)) return;
    this.#mirrored.add(bridge.id);
    const mixes = bridge.kind === 'holding' ? 'announcers' : 'everybody';
    this.deps.send({ do: 'open-bridge', bridge: bridge.id, mixes });
    for (const channel of bridge.members()) this.#join(bridge, channel);
  }

  #join(bridge: Bridge, channel: Channel): void {
    if (!this.#open(channel)) return;
    const { isMuted = false, role } = bridge.stayOf(channel) ?? {};
    const isAnnouncer = role === 'announcer';
    this.deps.send({ do: 'join-bridge', bridge: bridge.id, leg: channel.id, role: { isMuted, isAnnouncer } });
  }

  #entered(channelId: string, bridgeId: string): void {
    const isMirrored = this.#mirrored.has(bridgeId);
    if (!isMirrored && !this.#legs.has(channelId)) return;
    const bridge = this.deps.bridges.find(bridgeId);
    if (bridge === undefined) return;
    if (!isMirrored) return this.#mirror(bridge);
    const channel = bridge.members().find(({ id }) => id === channelId);
    if (channel !== undefined) this.#join(bridge, channel);
  }

  #left(leg: string, bridge: string): void {
    if (this.#mirrored.has(bridge) && this.#legs.has(leg)) this.deps.send({ do: 'leave-bridge', bridge, leg });
  }

  #destroyed(bridge: string): void {
    if (this.#mirrored.delete(bridge)) this.deps.send({ do: 'close-bridge', bridge });
  }
}
