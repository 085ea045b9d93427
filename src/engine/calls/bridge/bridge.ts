import type { BridgeId, ChannelId } from '../../../shared/ids';
import type { EngineEventSink } from '../../engine-event';
import { answer } from '../dialing/answer';
import { forgetPeers, tellPeers } from './bridge-peers';
import type { BridgeSnapshot } from './bridge-snapshot';
import type { BridgeTechnologies, BridgeTechnology } from './bridge-technology';
import { passesPackets, technologyFor } from './bridge-technology';
import type { BridgeType } from './bridge-type';
import type { FarBridge } from './far-bridge';
import type { Channel } from '../channel/channel';
import { causes } from '../channel/hangup-cause';
import { VariableSet } from '../channel/variable-set';
import type { Party } from '../channel/party';
import { looksLike } from '../channel/party';
import type { ChannelSignal } from '../channel/signal';

export interface BridgeInit {
  readonly id: BridgeId;
  readonly name: string;
  readonly type: BridgeType;
  readonly governedBy: BridgeSnapshot['governedBy'];
  readonly creator: string;
  /** How channels are in it that do not say otherwise. */
  readonly features?: Features | undefined;
  /** It stands for this bridge of another node, which tells its members who their peers are. */
  readonly standsFor?: FarBridge;
}

export interface Features {
  /** Digits of a member do not reach the others. */
  readonly absorbsDigits?: boolean | undefined;
  /** A member is not heard by the others. */
  readonly isMuted?: boolean | undefined;
}

export interface BridgeDeps {
  readonly technologies: BridgeTechnologies;
  readonly events: EngineEventSink;
  readonly now: () => number;
  /** Called whenever a channel is about to be reported as being in. */
  readonly entered: (channel: Channel) => void;
  /** Called whenever a channel has left, before the event. */
  readonly left: (channel: Channel) => void;
  /** Called once, before the end of the bridge is announced. */
  readonly remove: (bridge: Bridge) => void;
}

/** How a channel is in a bridge, for this stay only. */
export interface Membership extends Features {
  readonly role?: string | undefined;
  /** On joining, neither this member nor those who are in already learn who the other end is. */
  readonly inhibitsConnectedLine?: boolean | undefined;
  /** Sees each digit of the member first. True when the others are not to hear it. */
  readonly takesDigit?: ((digit: string) => boolean) | undefined;
}

interface Member {
  readonly channel: Channel;
  readonly stay: Membership;
  readonly leave: () => void;
}

/** A place where channels meet. Changes go through methods, which report them in the order clients rely on. */
export class Bridge {
  readonly id: BridgeId;
  readonly createdAt: number;
  readonly variables = new VariableSet();
  readonly #members = new Map<Channel, Member>();
  /** Announcers, music and recorders, each with the number of its uses. They are not channels, but are mixed like members. */
  readonly #internals = new Map<object, number>();
  #technology: BridgeTechnology;
  #releaseTechnology: () => void;
  #type: BridgeType;
  #videoSource: ChannelId | undefined;
  #isGone = false;
  #isSwapping = false;
  #snapshot: BridgeSnapshot | undefined;

  constructor(
    private readonly facts: BridgeInit,
    private readonly deps: BridgeDeps,
  ) {
    this.id = facts.id;
    this.createdAt = deps.now();
    this.#type = facts.type;
    this.#technology = technologyFor(facts.type, 0, deps.technologies);
    this.#releaseTechnology = deps.technologies.use(this.#technology, this.#user);
  }

  get governedBy(): BridgeSnapshot['governedBy'] {
    return this.facts.governedBy;
  }

  /** The bridge of another node that it stands for, which has the other members. */
  get standsFor(): FarBridge | undefined {
    return this.facts.standsFor;
  }

  /** The bridge as clients know it: the one that it stands for. */
  shown(): BridgeSnapshot | undefined {
    return this.standsFor === undefined ? this.snapshot() : this.standsFor.snapshot();
  }

  get isStandIn(): boolean {
    return this.standsFor !== undefined;
  }

  get kind(): BridgeType['kind'] {
    return this.#type.kind;
  }

  get size(): number {
    return this.#members.size;
  }

  has(channel: Channel): boolean {
    return this.#members.has(channel);
  }

  members(): Channel[] {
    return [...this.#members.keys()];
  }

  /** The module without which this many more members cannot come in; undefined when they can. */
  missingModule(newcomers: number): string | undefined {
    const { technologies } = this.deps;
    return technologies.missingModule(technologyFor(this.#type, this.size + newcomers, technologies));
  }

  /** How a member is in here; undefined when it is not. */
  membershipOf(channel: Channel): Membership | undefined {
    return this.#members.get(channel)?.stay;
  }

  snapshot(): BridgeSnapshot {
    return (this.#snapshot ??= this.#take());
  }

  announce(): void {
    this.deps.events.emit({ type: 'bridge-created', at: this.deps.now(), bridge: this.snapshot() });
  }

  /** The channel must not be in a bridge. False when the channel or the bridge has ended. */
  add(channel: Channel, request: Membership = {}): boolean {
    if (this.#isGone || channel.isGone || this.#members.has(channel)) return false;
    const subscriptions = channel.onSignal((signal) => this.#pass(channel, signal));
    const unseen = channel.onDestroyed(() => this.remove(channel));
    const unheard = channel.audio.onPlainChanged(() => this.#reviewUse());
    const leave = (): void => {
      subscriptions();
      unseen();
      unheard();
    };
    this.#members.set(channel, { channel, stay: this.#stayFor(request), leave });
    this.deps.entered(channel);
    this.#changed();
    this.#report('channel-entered-bridge', channel);
    // The event of the member that makes them three still tells of the technology for two.
    const before = this.#technology;
    this.#adaptTechnology();
    this.#changed();
    if (this.size < 2) return true;
    this.#tellPeers();
    this.#followAudio();
    const isOtherPath = this.size === 2 && (before === 'native_rtp') !== (this.#technology === 'native_rtp');
    if (isOtherPath) this.#tellPeers();
    this.#exchangeIdentities(channel, isOtherPath);
    return true;
  }

  /** The audio of a member has been negotiated anew: its peers are told again, as with every change of the path. */
  renegotiated(): void {
    if (this.#isGone || this.size < 2) return;
    this.#tellPeers();
    if (this.#followAudio()) this.#tellPath();
  }

  /** Takes a channel out; false when it is not in here. */
  remove(channel: Channel): boolean {
    const member = this.#members.get(channel);
    if (member === undefined) return false;
    member.leave();
    channel.ending.setDefault(causes.normal);
    this.#members.delete(channel);
    this.deps.left(channel);
    this.#changed();
    forgetPeers(channel);
    this.#report('channel-left-bridge', channel);
    if (this.#isSwapping) return true;
    this.#adaptTechnology();
    this.#changed();
    if (this.size > 1 && !this.#isGone) this.renegotiated();
    return true;
  }

  /** Something that is not a channel plays to all members, or records them, until the result is called. */
  attend(internal: object): () => void {
    this.#countUses(internal, 1);
    let isIn = true;
    return () => {
      if (isIn) this.#countUses(internal, -1);
      isIn = false;
    };
  }

  /** A channel takes the place of a member. What mixes stays in force until both have moved. */
  swap(replaced: Channel, channel: Channel, request?: Membership): boolean {
    this.#isSwapping = true;
    this.remove(replaced);
    this.#isSwapping = false;
    return this.add(channel, request);
  }

  /** All members leave and the bridge ends. Idempotent. */
  destroy(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    const members = this.members();
    for (const channel of members) forgetPeers(channel);
    for (const channel of members) this.remove(channel);
    this.#releaseTechnology();
    this.deps.remove(this);
    this.deps.events.emit({ type: 'bridge-destroyed', at: this.deps.now(), bridge: this.snapshot() });
  }

  /** Shows the video of one member to all others; without one, that of the talker. */
  showVideoOf(channel: Channel | undefined): void {
    const before = this.#videoSource;
    this.#type = { ...this.#type, videoMode: channel === undefined ? 'talker' : 'single' };
    this.#videoSource = channel?.id;
    this.#changed();
    if (before === this.#videoSource) return;
    this.deps.events.emit({
      type: 'bridge-video-source-changed',
      at: this.deps.now(),
      bridge: this.snapshot(),
      before,
    });
  }

  setVariable(name: string, value: string | undefined, isShown?: boolean): void {
    this.variables.set(name, value === '' ? undefined : value);
    if (isShown !== undefined) this.variables.show(name, isShown);
    this.#changed();
  }

  #stayFor(request: Membership): Membership {
    const { features = {} } = this.facts;
    return {
      role: request.role,
      inhibitsConnectedLine: request.inhibitsConnectedLine,
      takesDigit: request.takesDigit,
      absorbsDigits: request.absorbsDigits ?? features.absorbsDigits,
      isMuted: request.isMuted ?? features.isMuted,
    };
  }

  /** Something has come from the far end of a member: the other ends hear it, as far as it is meant for them. */
  #pass(from: Channel, signal: ChannelSignal): void {
    const { stay } = this.#members.get(from) ?? {};
    if (signal.type === 'digit' && (stay?.absorbsDigits === true || stay?.takesDigit?.(signal.digit) === true)) return;
    const others = this.members().filter((channel) => channel !== from);
    switch (signal.type) {
      // The outcome of a call concerns what has placed it, and not its bridge.
      case 'busy':
      case 'congestion':
      case 'redirect':
        return;
      case 'connected-line':
        if (this.size === 2) for (const channel of others) introduce(channel, from);
        return;
      case 'answer':
        for (const channel of others) passAnswer(channel);
        if (this.#followAudio()) this.#tellPath();
        return;
      default:
        for (const channel of others) channel.line.send(signal);
    }
  }

  /** Those who are on hold do not hear each other, so they have no peers. */
  #tellPeers(): void {
    if (this.kind !== 'holding' && !this.isStandIn) tellPeers(this.members());
  }

  /** With two in a bridge, each is told who the other one is. In between, the packets of the first take another path. */
  #exchangeIdentities(newcomer: Channel, isOtherPath: boolean): void {
    const [first, second] = this.members();
    if (this.size !== 2 || first === undefined || second === undefined) return;
    const isInhibited = this.#members.get(newcomer)?.stay.inhibitsConnectedLine === true;
    const other = newcomer === first ? second : first;
    if (!isInhibited) introduce(newcomer, other);
    if (isOtherPath) this.#tellPeers();
    if (!isInhibited) introduce(other, newcomer);
  }

  #countUses(internal: object, change: 1 | -1): void {
    const uses = (this.#internals.get(internal) ?? 0) + change;
    if (uses > 0) this.#internals.set(internal, uses);
    else this.#internals.delete(internal);
    if (!this.#followAudio()) this.#adaptTechnology(this.#technology === 'native_rtp');
    this.#changed();
  }

  #report(type: 'channel-entered-bridge' | 'channel-left-bridge', channel: Channel): void {
    this.deps.events.emit({ type, at: this.deps.now(), bridge: this.snapshot(), channel: channel.snapshot() });
  }

  #changed(): void {
    this.#snapshot = undefined;
  }

  /** Passes packets through while that is possible; true when that has changed. */
  #followAudio(): boolean {
    const isPassing =
      this.#internals.size === 0 &&
      passesPackets(this.#type, this.members()) &&
      this.deps.technologies.has('native_rtp');
    if (this.#isGone || isPassing === (this.#technology === 'native_rtp')) return false;
    this.#adaptTechnology(isPassing);
    this.#changed();
    return true;
  }

  /** Something has begun or ceased to listen in on a member, or to change its audio. */
  #reviewUse(): void {
    if (!this.#followAudio()) return;
    this.#tellPeers();
    this.#tellPath();
  }

  /** Peers are told again for each of two whose packets take another path. */
  #tellPath(): void {
    for (let told = 0; told < this.size; told += 1) this.#tellPeers();
  }

  /** Without a technology that fits better, it goes on with the one that it has. */
  #adaptTechnology(isPassing = false): void {
    const { technologies } = this.deps;
    const next = isPassing ? 'native_rtp' : technologyFor(this.#type, this.size + this.#internals.size, technologies);
    if (next === this.#technology || !technologies.has(next) || this.#isGone) return;
    this.#releaseTechnology();
    this.#technology = next;
    this.#releaseTechnology = technologies.use(next, this.#user);
  }

  get #user(): string {
    return `bridge ${this.id}`;
  }

  #take(): BridgeSnapshot {
    const { kind, videoMode, attributes } = this.#type;
    const { shown } = this.variables;
    return {
      id: this.id,
      technology: this.#technology,
      kind,
      attributes,
      governedBy: this.facts.governedBy,
      creator: this.facts.creator,
      name: this.facts.name,
      channels: this.members()
        .map(({ id }) => id)
        .sort(),
      createdAt: this.createdAt,
      videoMode,
      videoSource: this.#videoSource,
      variables:
        shown.size === 0
          ? undefined
          : Object.fromEntries([...shown].map((name) => [name, this.variables.get(name) ?? ''])),
    };
  }
}

/** An answer also answers a caller that waits in the bridge. */
function passAnswer(channel: Channel): void {
  if (channel.state !== 'Ring') channel.line.send({ type: 'answer' });
  else answer(channel);
}

/** Tells one end of a call who the other one is, and its far end too. */
function introduce(channel: Channel, other: Channel): void {
  const party: Party = other.parties.caller;
  if (!looksLike(channel.parties.connected, party)) channel.parties.setConnected(party);
  // Also when the channel knows already: its far end may not.
  channel.line.send({ type: 'connected-line', party });
}
