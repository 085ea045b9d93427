import { UnavailableError } from '../../contract/unavailable';
import type { TrunkLeg, TrunkLegs } from '../../engine/audio/legs/trunk-legs';
import { isTrunkKey } from '../../engine/audio/legs/trunk-legs';
import type { Bridge } from '../../engine/calls/bridge/bridge';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import type { ChannelSignal } from '../../engine/calls/channel/signal';
import { TrunkChannel } from '../../engine/calls/trunk/trunk-channel';
import type { EngineEvent } from '../../engine/engine-event';
import type { Applications } from '../../stasis/applications';
import { FollowedBridge } from '../../stasis/followed-bridge';
import { forgetChannel } from '../../stasis/presenters/present-channel';
import type { SocketGroup } from '../../stasis/sharing/socket-group';
import { subject } from '../../stasis/subject';
import { TrunkKeys } from './trunk-keys';
import type { ChannelFacts, FromBridge, TrunkAnswer, TrunkMessage, TrunkRequest } from './trunk-protocol';

export interface RemoteMemberDeps {
  /** The id of this node. */
  readonly node: string;
  /** Undefined when the other node does not answer. */
  readonly ask: (node: string, request: TrunkRequest) => Promise<TrunkAnswer | undefined>;
  readonly post: (node: string, message: TrunkMessage) => void;
  readonly legs: Pick<TrunkLegs, 'open'>;
  readonly bridges: Pick<Bridges, 'of' | 'leave'>;
  readonly applications: Applications;
  readonly now: () => number;
  /** Told when it enters a bridge, and when it is over. */
  readonly entered: (member: RemoteMember) => void;
  readonly over: (member: RemoteMember) => void;
}

/** Which trunk it is, and which node the channel is on. */
export interface TrunkPlace {
  readonly trunk: string;
  readonly node: string;
}

/**
 * A channel of another node for one stay in a bridge of this node. What the bridge has for it goes over a trunk; its
 * node says what it looks like.
 */
export class RemoteMember {
  readonly channel: TrunkChannel;
  readonly trunk: string;
  readonly node: string;
  /** Undefined before it enters. */
  keys: TrunkKeys | undefined;
  readonly #followed: FollowedBridge;
  #facts: ChannelFacts;
  #leg: TrunkLeg | undefined;
  #isOver = false;

  constructor(
    { trunk, node }: TrunkPlace,
    facts: ChannelFacts,
    private readonly deps: RemoteMemberDeps,
  ) {
    this.trunk = trunk;
    this.node = node;
    this.#facts = facts;
    this.#followed = new FollowedBridge(facts.snapshot.id, deps.applications);
    this.channel = TrunkChannel.showing(facts.snapshot, {
      send: (signal) => deps.post(node, { tell: 'signal', trunk, signal }),
      audio: () => this.#leg?.audio,
      events: { emit: (event) => this.#note(event) },
      now: deps.now,
    });
  }

  /** The application that the channel belongs to. */
  get application(): string | undefined {
    return this.#facts.application;
  }

  /** The sockets that share its application. */
  get #group(): SocketGroup | undefined {
    return this.application === undefined ? undefined : this.deps.applications.get(this.application)?.group;
  }

  /**
   * Connects the channel by a trunk and lets it enter when its turn has come; false when no application controls it any
   * more. Throws when there is no trunk to be had.
   */
  async enter(action: () => void): Promise<boolean> {
    try {
      const leg = await this.#open();
      const { node, trunk, deps } = this;
      const request = { channel: this.channel.id, trunk, node: deps.node, place: leg.local, key: leg.key };
      const answer = await deps.ask(node, { ask: 'enter', ...request });
      if (answer?.outcome === 'released' || answer?.outcome === 'absent') return false;
      if (answer?.outcome !== 'entered' || this.#isOver || !isTrunkKey(answer.key))
        throw new UnavailableError(`the channel '${this.channel.id}' cannot be reached: ${reasonOf(answer, node)}`);
      deps.entered(this);
      this.changed(answer.facts);
      leg.connect(answer, this.channel);
      action();
      return true;
    } finally {
      // Also when the bridge was destroyed meanwhile.
      if (this.deps.bridges.of(this.channel) === undefined) this.end();
    }
  }

  /** The application of the channel is subscribed to the bridge as long as the channel is in it. */
  enteredBridge({ id }: Pick<Bridge, 'id'>): void {
    if (this.application === undefined) return;
    this.#group?.borrow(this.channel.id, this.#facts.socket);
    this.#followed.begin(this.application, id);
  }

  /** Something has come from the far end of the channel. */
  receive(signal: ChannelSignal): void {
    this.channel.receive(signal);
  }

  changed(facts: ChannelFacts): void {
    const before = this.application;
    const { bridge } = this.#followed;
    this.#facts = facts;
    this.#group?.borrow(this.channel.id, facts.socket);
    this.channel.show(facts.snapshot);
    if (bridge === undefined || facts.application === undefined || facts.application === before) return;
    this.#followed.end();
    this.#followed.begin(facts.application, bridge);
  }

  /** The channel has left by itself. An application that it leaves, too, stays subscribed to the bridge. */
  left(facts: ChannelFacts, isDeparting: boolean): void {
    if (this.#isOver) return;
    this.changed(facts);
    this.#finish(isDeparting);
  }

  /** It is out of its bridge, or leaves it now: its node is told. Idempotent. */
  end(): void {
    if (this.#isOver) return;
    this.#post({ tell: 'removed', trunk: this.trunk });
    this.#finish(false);
  }

  tell(message: FromBridge): void {
    if (!this.#isOver) this.#post(message);
  }

  #finish(isDeparting: boolean): void {
    this.#isOver = true;
    this.deps.bridges.leave(this.channel);
    if (!isDeparting) this.#followed.end();
    this.#group?.forget(subject('channel', this.channel.id));
    this.deps.over(this);
    this.channel.destroy();
    this.#leg?.close();
    forgetChannel(this.channel.id);
  }

  async #open(): Promise<TrunkLeg> {
    const leg = await this.deps.legs.open(this.trunk);
    if (typeof leg === 'string') throw new UnavailableError(`there is no audio between the nodes: ${leg}`);
    this.#leg = leg;
    leg.onLost = () => this.end();
    this.keys = new TrunkKeys(leg, this.trunk, (message) => this.deps.post(this.node, message));
    return leg;
  }

  /** Of what happens to it here, only what the bridge sets is told: its peers. */
  #note(event: EngineEvent): void {
    if (event.type !== 'channel-variable-set') return;
    this.tell({ tell: 'variable', trunk: this.trunk, name: event.name, value: event.value });
  }

  #post(message: FromBridge): void {
    this.deps.post(this.node, message);
  }
}

function reasonOf(answer: TrunkAnswer | undefined, node: string): string {
  return answer?.outcome === 'failed' ? answer.reason : `node ${node} does not answer`;
}
