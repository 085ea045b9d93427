import type { Bridge, Membership } from '../../../engine/calls/bridge/bridge';
import { forgetPeers } from '../../../engine/calls/bridge/bridge-peers';
import type { BridgeType } from '../../../engine/calls/bridge/bridge-type';
import type { Bridges } from '../../../engine/calls/bridge/bridges';
import type { Channel } from '../../../engine/calls/channel/channel';
import type { EngineEventSource } from '../../../engine/engine-event';
import type { ChannelSound } from '../../../engine/audio/channel-sound';
import type { Soon } from '../../../shared/scheduling/soon';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import { TurnoverMap } from '../../../shared/collections/turnover-map';

export interface BridgeStaysDeps {
  readonly bridges: Bridges;
  readonly events: EngineEventSource;
  readonly soon: Soon;
  readonly sound: () => Pick<ChannelSound, 'stopTone'>;
}

interface KeptBridge {
  readonly bridge: Bridge;
  /** With fewer members it has lost its purpose. */
  readonly leastMembers: number;
}

const mixing: BridgeType = { kind: 'mixing', videoMode: 'none', attributes: 'mixing' };
const holding: BridgeType = { kind: 'holding', videoMode: 'none', attributes: 'holding' };

/**
 * The bridges of the dialplan, and who stays in them. A bridge goes when too few are left in it. A channel that stays in one
 * is waited for until he is in no bridge at all: others may have taken him along into another one meanwhile.
 */
export class BridgeMemberships {
  readonly #kept = new TurnoverMap<string, KeptBridge>();
  readonly #holding = new Map<string, Bridge>();
  /** By the ids of channels: what waits for their leaving. */
  readonly #guests = new TurnoverMap<string, () => void>();

  constructor(private readonly deps: BridgeStaysDeps) {
    deps.events.on('dialplan', 'channel-left-bridge', ({ bridge, channel }) => {
      this.#dissolveIfDeserted(bridge.id);
      this.#guests.get(channel.id)?.();
    });
    deps.events.on('dialplan', 'bridge-destroyed', ({ bridge }) => this.#forget(bridge.id));
  }

  /** How many bridges it keeps and how many channels it waits for. */
  get size(): { readonly bridges: number; readonly guests: number } {
    return { bridges: this.#kept.size, guests: this.#guests.size };
  }

  /** The module without which no two channels can be joined; undefined when they can. */
  get missingModule(): string | undefined {
    return this.deps.bridges.missingModule(mixing);
  }

  /** A new bridge that lasts as long as two are in it. */
  makeForTwo(): Bridge {
    return this.#make({ type: mixing, name: '', creator: '', leastMembers: 2 });
  }

  /** From now on the bridge lasts while it has this many members. */
  keepFor(bridge: Bridge, leastMembers: number): void {
    if (this.#kept.has(bridge.id)) this.#kept.set(bridge.id, { bridge, leastMembers });
    this.#dissolveIfDeserted(bridge.id);
  }

  /** A new bridge. The caller of this method destroys it. */
  makeUntilDestroyed(creator: string, name = ''): Bridge {
    return this.#make({ type: mixing, name, creator, leastMembers: 0 });
  }

  /** The holding bridge of that name, which lasts while it has members. */
  holding(name: string): Bridge {
    const known = this.#holding.get(name);
    if (known !== undefined) return known;
    const bridge = this.#make({ type: holding, name, creator: 'BridgeWait', leastMembers: 1 });
    this.#holding.set(name, bridge);
    return bridge;
  }

  enter(channel: Channel, bridge: Bridge, stay?: Membership): void {
    this.leave(channel);
    // A channel with a peer must no longer hear ringing.
    this.deps.sound().stopTone(channel);
    this.deps.bridges.move(channel, bridge, stay);
  }

  /** Takes a channel out. When its leaving breaks up a pair, both forget each other before that is reported. */
  leave(channel: Channel): void {
    const bridge = this.deps.bridges.of(channel);
    if (bridge === undefined) return;
    const { leastMembers = 0 } = this.#kept.get(bridge.id) ?? {};
    if (bridge.size <= leastMembers) {
      const others = bridge.members().filter((member) => member !== channel);
      for (const member of [channel, ...others]) forgetPeers(member);
    }
    this.deps.bridges.leave(channel);
  }

  /** Whether a caller of `waitUntilLeft` waits for the channel, in whatever bridge it is now. */
  isGuest(channel: Channel): boolean {
    return this.#guests.has(channel.id);
  }

  /** Waits until the channel is in no bridge. When the signal fires, it is taken out. */
  async waitUntilLeft(channel: Channel, signal: StopSignal): Promise<void> {
    while (!signal.aborted && this.deps.bridges.of(channel) !== undefined) await this.#untilLeft(channel, signal);
    this.leave(channel);
  }

  /** The same for a channel that was taken away from what runs it: an application may have taken it back meanwhile. */
  async untilReturned(channel: Channel): Promise<void> {
    const { signal } = channel;
    while (!signal.aborted && this.deps.bridges.of(channel)?.governedBy === 'basic')
      await this.#untilLeft(channel, signal);
    if (signal.aborted) this.leave(channel);
  }

  #untilLeft(channel: Channel, signal: StopSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#guests.delete(channel.id);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#guests.set(channel.id, done);
      signal.addEventListener('abort', done);
    });
  }

  #make(facts: { type: BridgeType; name: string; creator: string; leastMembers: number }): Bridge {
    const { type, name, creator, leastMembers } = facts;
    const bridge = this.deps.bridges.make({ id: undefined, governedBy: 'basic', type, name, creator });
    if (bridge === undefined) throw new Error('the generated bridge id is in use');
    this.#kept.set(bridge.id, { bridge, leastMembers });
    bridge.announce();
    return bridge;
  }

  /** Not at once: who has left first tells what became of his call before the others leave too. */
  #dissolveIfDeserted(id: string): void {
    const kept = this.#kept.get(id);
    if (kept === undefined || kept.bridge.size >= kept.leastMembers) return;
    this.deps.soon(() => {
      if (kept.bridge.size < kept.leastMembers) kept.bridge.destroy();
    });
  }

  #forget(id: string): void {
    const { bridge } = this.#kept.get(id) ?? {};
    this.#kept.delete(id);
    for (const [name, held] of this.#holding) if (held === bridge) this.#holding.delete(name);
  }
}
