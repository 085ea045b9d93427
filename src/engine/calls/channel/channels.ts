import type { ChannelId } from '../../../shared/ids';
import { channelId } from '../../../shared/ids';
import type { Endpoints } from '../../endpoints';
import type { EngineEventHub } from '../../engine-event';
import type { ChannelDeps, ChannelInit } from './channel-init';
import { Channel } from './channel';
import { TurnoverMap } from '../../../shared/collections/turnover-map';

export interface ChannelsDeps {
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly endpoints: Pick<Endpoints, 'channelMade' | 'channelGone'>;
  /** In front of the ids that are made here, so that several servers can write into one record. */
  readonly systemName: string;
  readonly shownVariables: () => readonly string[];
  readonly managerVariables?: () => readonly string[];
  readonly read: (channel: Channel, name: string, from?: 'outside') => string | undefined;
}

/** All channels there are. */
export class Channels {
  readonly #byId = new TurnoverMap<ChannelId, Channel>();
  readonly #byName = new TurnoverMap<string, Channel>();
  readonly #named = new Map<string, number>();
  #made = 0;

  readonly #channelDeps: ChannelDeps;

  constructor(private readonly deps: ChannelsDeps) {
    this.#channelDeps = { ...deps, remove: (gone) => this.#remove(gone) };
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Channels that have to do with each other are one call. */
  callCount(): number {
    const calls = new Set<string>();
    for (const { attributes } of this.#byId.values()) calls.add(attributes.linkedId);
    return calls.size;
  }

  /** For names: eight hexadecimal digits that count the channels, or pairs of them, of one technology from zero. */
  nextSuffix(technology: string): string {
    const count = this.#named.get(technology) ?? 0;
    this.#named.set(technology, count + 1);
    return count.toString(16).padStart(8, '0');
  }

  nextId(): ChannelId {
    this.#made += 1;
    const prefix = this.deps.systemName === '' ? '' : `${this.deps.systemName}-`;
    return channelId(`${prefix}${Math.floor(this.deps.now() / 1000)}.${this.#made}`);
  }

  isTaken(id: ChannelId): boolean {
    return this.#byId.has(id);
  }

  /** Returns undefined when the channel is being hung up. */
  get(id: ChannelId): Channel | undefined {
    return unlessEnding(this.#byId.get(id));
  }

  /** For references from outside, which may be names. Returns undefined when the channel is being hung up. */
  find(idOrName: string): Channel | undefined {
    return unlessEnding(this.#byId.get(channelId(idOrName)) ?? this.#byName.get(idOrName));
  }

  list(): Channel[] {
    return [...this.#byId.values()].filter(({ isEnding }) => !isEnding);
  }

  /** The caller has made sure that the id is free. No event is raised before the channel is announced. */
  make(facts: ChannelInit): Channel {
    if (this.#byId.has(facts.id)) throw new Error(`there is a channel ${facts.id} already`);
    const channel = new Channel(facts, this.#channelDeps);
    this.#byId.set(channel.id, channel);
    this.#byName.set(channel.name, channel);
    return channel;
  }

  #remove(channel: Channel): void {
    this.#byId.delete(channel.id);
    this.#byName.delete(channel.name);
  }
}

function unlessEnding(channel: Channel | undefined): Channel | undefined {
  return channel?.isEnding === false ? channel : undefined;
}
