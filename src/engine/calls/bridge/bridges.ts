import type { BridgeId } from '../../../shared/ids';
import type { EngineEventHub, EngineEventSink } from '../../engine-event';
import { innerPhases } from '../../engine-event';
import type { BridgeInit, Membership } from './bridge';
import { Bridge } from './bridge';
import type { BridgeTechnologies } from './bridge-technology';
import { technologyFor } from './bridge-technology';
import type { BridgeType } from './bridge-type';
import type { FarBridge } from './far-bridge';
import type { Channel } from '../channel/channel';
import { TurnoverMap } from '../../../shared/collections/turnover-map';

export interface BridgesDeps {
  readonly technologies: BridgeTechnologies;
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly nextId: () => BridgeId;
}

/** All bridges there are, and which channel is in which. */
export class Bridges {
  readonly #byId = new TurnoverMap<BridgeId, Bridge>();
  /** Bridges that stand for those of other nodes. */
  readonly #standIns = new Map<BridgeId, Bridge>();
  readonly #ofChannel = new TurnoverMap<Channel, Bridge>();
  /** By their ids, until one is made or removed: sorting ten thousand of them takes milliseconds. */
  #sorted: readonly Bridge[] | undefined;

  constructor(private readonly deps: BridgesDeps) {}

  get size(): number {
    return this.#byId.size;
  }

  find(id: BridgeId): Bridge | undefined {
    return this.#byId.get(id);
  }

  /** The same among all that connect audio. */
  connecting(id: BridgeId): Bridge | undefined {
    return this.#byId.get(id) ?? this.#standIns.get(id);
  }

  list(): Bridge[] {
    this.#sorted ??= [...this.#byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
    return [...this.#sorted];
  }

  /** The bridge that a channel is in. */
  of(channel: Channel): Bridge | undefined {
    return this.#ofChannel.get(channel);
  }

  /** The module without which no bridge of that type can be made; undefined when one can. */
  missingModule(type: BridgeType): string | undefined {
    const { technologies } = this.deps;
    return technologies.missingModule(technologyFor(type, 0, technologies));
  }

  /** Undefined when the id is taken. */
  make(facts: Omit<BridgeInit, 'id' | 'standsFor'> & { readonly id: BridgeId | undefined }): Bridge | undefined {
    const { name, type, governedBy, creator, features } = facts;
    const id = facts.id ?? this.deps.nextId();
    if (this.#byId.has(id)) return undefined;
    const bridge = this.#construct({ id, name, type, governedBy, creator, features }, this.deps.events, () => {
      this.#byId.delete(id);
      this.#sorted = undefined;
    });
    this.#byId.set(id, bridge);
    this.#sorted = undefined;
    return bridge;
  }

  /**
   * A bridge that stands for one of another node: it connects audio and signals like any other, but is neither listed nor
   * reported.
   */
  makeStandIn(id: BridgeId, type: BridgeType, standsFor: FarBridge): Bridge {
    const events: EngineEventSink = { emit: (event) => this.deps.events.emitIn(innerPhases, event) };
    const facts: BridgeInit = { id, name: '', type, governedBy: 'stasis', creator: 'Stasis', standsFor };
    const bridge = this.#construct(facts, events, () => void this.#standIns.delete(id));
    this.#standIns.set(id, bridge);
    return bridge;
  }

  #construct(facts: BridgeInit, events: EngineEventSink, remove: () => void): Bridge {
    const { technologies, now } = this.deps;
    const bridge: Bridge = new Bridge(facts, {
      technologies,
      events,
      now,
      entered: (channel) => void this.#ofChannel.set(channel, bridge),
      left: (channel) => void this.#ofChannel.delete(channel),
      remove,
    });
    return bridge;
  }

  /** Brings a channel into a bridge, out of the one it may be in: also when that is the same one. */
  move(channel: Channel, bridge: Bridge, stay?: Membership): void {
    this.leave(channel);
    bridge.add(channel, stay);
  }

  /** Brings a channel into the place of another one, out of the bridge it may be in. */
  swap(replaced: Channel, channel: Channel, stay?: Membership): void {
    this.leave(channel);
    this.#ofChannel.get(replaced)?.swap(replaced, channel, stay);
  }

  leave(channel: Channel): void {
    this.#ofChannel.get(channel)?.remove(channel);
  }
}
