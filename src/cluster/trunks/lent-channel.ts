import { bridgeId, channelId } from '../../shared/ids';
import type { TrunkLeg } from '../../engine/audio/legs/trunk-legs';
import type { Bridge } from '../../engine/calls/bridge/bridge';
import type { BridgeSnapshot } from '../../engine/calls/bridge/bridge-snapshot';
import type { BridgeType } from '../../engine/calls/bridge/bridge-type';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import type { Channel } from '../../engine/calls/channel/channel';
import type { ChannelSignal } from '../../engine/calls/channel/signal';
import type { TransferProgress, TransferRequest } from '../../engine/calls/transfer/transfer';
import { TrunkChannel } from '../../engine/calls/trunk/trunk-channel';
import type { EngineEventHub } from '../../engine/engine-event';
import type { Sessions } from '../../stasis/sessions';
import { TrunkKeys } from './trunk-keys';
import type { ChannelFacts, ChannelRequest, TrunkAnswer, TrunkMessage, TrunkRequest } from './trunk-protocol';

export interface LentChannelDeps {
  /** Undefined when the other node does not answer. */
  readonly ask: (node: string, request: TrunkRequest) => Promise<TrunkAnswer | undefined>;
  readonly post: (node: string, message: TrunkMessage) => void;
  readonly bridges: Bridges;
  readonly events: EngineEventHub;
  readonly sessions: Pick<Sessions, 'of'>;
  readonly factsOf: (channel: Channel) => ChannelFacts;
  readonly now: () => number;
  readonly over: (lent: LentChannel) => void;
}

export type EnterRequest = Extract<ChannelRequest, { readonly ask: 'enter' }>;

/** Two are connected: the channel, and the end of the trunk that stands for everything in the bridge. */
const pair: BridgeType = { kind: 'mixing', videoMode: 'none', attributes: 'mixing' };

/** A channel of this node for one stay in a bridge of another node. A bridge of two connects it to the trunk. */
export class LentChannel {
  readonly trunk: string;
  readonly node: string;
  readonly channel: Channel;
  readonly keys: TrunkKeys;
  readonly #leg: TrunkLeg;
  readonly #standIn: Bridge;
  readonly #end: TrunkChannel;
  #bridge: BridgeSnapshot | undefined;
  #isOver = false;

  /** The channel leaves the bridge that it is in. */
  constructor(
    { trunk, node, place, key }: EnterRequest,
    { channel, leg }: { readonly channel: Channel; readonly leg: TrunkLeg },
    private readonly deps: LentChannelDeps,
  ) {
    this.channel = channel;
    this.#leg = leg;
    this.keys = new TrunkKeys(leg, trunk, (message) => deps.post(node, message));
    this.trunk = trunk;
    this.node = node;
    this.#end = TrunkChannel.towards(channelId(trunk), {
      send: (signal) => deps.post(node, { tell: 'signal', trunk, signal }),
      audio: () => leg.audio,
      events: { emit: () => undefined },
      now: deps.now,
    });
    leg.onLost = () => this.#leave();
    leg.connect({ place, key, format: trunkFormat(channel) }, this.#end);
    const transferBlindly = (request: TransferRequest): Promise<TransferProgress> => this.#transfer(request);
    this.#standIn = deps.bridges.makeStandIn(bridgeId(trunk), pair, { snapshot: () => this.#bridge, transferBlindly });
    this.#standIn.add(this.#end);
    deps.bridges.leave(channel);
    // Who the others are is told by the node of the bridge.
    this.#standIn.add(channel, { inhibitsConnectedLine: true });
  }

  get isInside(): boolean {
    return this.#standIn.has(this.channel);
  }

  receive(signal: ChannelSignal): void {
    this.#end.receive(signal);
  }

  /** As a bridge sets its variables: the same value again is set again, and only what is set is cleared. */
  setVariable(name: string, value: string): void {
    const { variables } = this.channel;
    if (value !== '' || (variables.get(name) ?? '') !== '') variables.set(name, value);
  }

  /** The application of the channel is subscribed to the bridge here, too: it is told when the other node is lost. */
  bridgeChanged(bridge: BridgeSnapshot): void {
    this.#bridge = bridge;
    this.deps.sessions.of(this.channel)?.enteredBridge(bridge);
  }

  changed(): void {
    const facts = this.deps.factsOf(this.channel);
    if (!this.#isOver) this.deps.post(this.node, { tell: 'changed', trunk: this.trunk, facts });
  }

  /** It has left, because it ends or was moved: the node of the bridge is told. */
  left(): void {
    if (this.#isOver) return;
    const facts = this.deps.factsOf(this.channel);
    const isDeparting = !facts.isControlled;
    this.deps.post(this.node, { tell: 'left', trunk: this.trunk, facts, isDeparting });
    this.#finish();
  }

  /** The bridge has no place for it any more. */
  removed(): void {
    if (!this.#isOver) this.#finish();
  }

  /** The node of the bridge is gone: its end is reported here. */
  bridgeLost(): void {
    if (this.#isOver) return;
    const channel = this.channel.snapshot();
    const channels = this.#bridge?.channels.filter((id) => id !== channel.id) ?? [];
    if (this.#bridge !== undefined) {
      const bridge = { ...this.#bridge, channels };
      this.deps.events.emit({ type: 'channel-left-bridge', at: this.deps.now(), bridge, channel });
    }
    this.#finish();
  }

  /** The others are members of the bridge over there, and the channel that takes the place of this one is made there. */
  async #transfer({ destination, target, referredBy, variables = {} }: TransferRequest): Promise<TransferProgress> {
    const { node, trunk, channel, deps } = this;
    const request = { ask: 'transfer', trunk, destination, target, referredBy, variables } as const;
    const answer = await deps.ask(node, request);
    const progress = answer?.outcome === 'transfer' ? answer.progress : 'failed';
    if (progress === 'transferred') deps.sessions.of(channel)?.unfollow();
    return progress;
  }

  #leave(): void {
    this.deps.bridges.leave(this.channel);
    this.left();
  }

  #finish(): void {
    this.#isOver = true;
    this.deps.over(this);
    this.deps.sessions.of(this.channel)?.leftBridge();
    this.#standIn.destroy();
    this.#end.destroy();
    this.#leg.close();
  }
}

/**
 * What the channel carries is sent as it is where telephones can, so that nothing is lost by coding it twice; anything
 * else as samples at a rate that is enough for speech.
 */
export function trunkFormat({ line: { audio } }: Channel): string {
  const format = audio?.kind === 'outside' ? audio.format : '';
  return format === 'ulaw' || format === 'alaw' ? format : 'slin16';
}
