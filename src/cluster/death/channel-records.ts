import type { ChannelId } from '../../shared/ids';
import type { Bridge as WireBridge, Channel as WireChannel } from '../../../generated/models';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import type { Channel } from '../../engine/calls/channel/channel';
import type { Channels } from '../../engine/calls/channel/channels';
import type { EngineEventSource } from '../../engine/engine-event';
import type { Logger } from '../../shared/logger';
import type { Soon } from '../../shared/scheduling/soon';
import type { Clock } from '../../shared/time/clock';
import type { Application } from '../../stasis/application';
import type { Applications } from '../../stasis/applications';
import { presentBridge, subjectsOfBridge } from '../../stasis/presenters/present-bridge';
import { presentChannel, subjectsOfChannel } from '../../stasis/presenters/present-channel';
import type { Subject } from '../../stasis/subject';
import type { Bucket } from '../cluster-link';
import type { Members } from '../members';

/** What other nodes need to know of a channel to report its end. */
export interface ChannelRecord {
  readonly incarnation: number;
  readonly channel: WireChannel;
  /** The application that it is in. */
  readonly application?: string | undefined;
  readonly bridge?: WireBridge | undefined;
  /** Applications that are subscribed to it, or to its bridge. */
  readonly audience: readonly string[];
  /** The socket that has the channel, by application, where several share it. */
  readonly sockets?: Readonly<Record<string, string>> | undefined;
  readonly subjects: readonly Subject[];
}

export interface ChannelRecordsDeps {
  readonly bucket: Bucket;
  readonly members: Pick<Members, 'id' | 'incarnation'>;
  readonly isUp: () => boolean;
  readonly channels: Pick<Channels, 'find' | 'list'>;
  readonly bridges: Pick<Bridges, 'of'>;
  readonly applicationWith: (channelId: ChannelId) => string | undefined;
  readonly applications: Pick<Applications, 'audienceOf'>;
  readonly events: EngineEventSource;
  readonly soon: Soon;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
}

function socketsOf(channelId: string, listeners: readonly Application[]): ChannelRecord['sockets'] {
  const shared = listeners.flatMap(({ name, group }) => {
    const socket = group?.socketOf(channelId);
    return socket === undefined ? [] : [[name, socket] as const];
  });
  return shared.length === 0 ? undefined : Object.fromEntries(shared);
}

/** Milliseconds until a write is tried again that failed, as during the election of a leader. */
const retryDelay = 500;

/**
 * Keeps the last state of this node's channels where the other nodes find it when this one is gone. A record is sent
 * before the events that tell of the same change, on the same connection: whatever an application has heard of, the
 * other nodes can end.
 */
export class ChannelRecords {
  readonly #changed = new Set<string>();
  readonly #kept = new Set<string>();
  /** Channels of which the last write failed. */
  readonly #failed = new Set<string>();
  #isScheduled = false;
  #cancelRetry: (() => void) | undefined;

  constructor(private readonly deps: ChannelRecordsDeps) {}

  /** Follows the channels until the result is called. */
  start(): () => void {
    // Before 'deliver', where the applications are told.
    const unfollow = this.deps.events.onAny('dialplan', (event) => {
      switch (event.type) {
        case 'channel-created':
        case 'channel-state-changed':
        case 'channel-entered-bridge':
        case 'channel-left-bridge':
          return this.touch(event.channel.id);
        case 'channel-destroyed':
          return this.#ended(event.channel.id);
        default:
          return undefined;
      }
    });
    return () => {
      unfollow();
      this.#cancelRetry?.();
    };
  }

  /** Something about the channel has changed that others would need. Written once for all changes of a turn. */
  touch(id: string): void {
    this.#changed.add(id);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.deps.soon(() => this.flush());
  }

  /** All of them again: the connection is back, or this node has a new incarnation. */
  async renewAll(): Promise<void> {
    for (const { id } of this.deps.channels.list()) this.touch(id);
    // Of channels that ended while nothing could be written.
    const node = this.deps.members.id;
    for (const { key, value = '', revision } of await this.deps.bucket.list(node)) {
      const id = Buffer.from(key.slice(`${node}.`.length), 'hex').toString('utf8');
      // The ends of an earlier incarnation's channels are reported before their records go.
      const isOwn = (JSON.parse(value) as ChannelRecord).incarnation === this.deps.members.incarnation;
      if (isOwn && this.deps.channels.find(id) === undefined) await this.deps.bucket.removeIf(key, revision);
    }
  }

  /** The channels of now end without their records: others report the ends. */
  abandon(): void {
    for (const ids of [this.#changed, this.#kept, this.#failed]) ids.clear();
  }

  /** Sends what has changed. */
  flush(): void {
    this.#isScheduled = false;
    if (this.#changed.size === 0) return;
    const ids = [...this.#changed];
    this.#changed.clear();
    if (!this.deps.isUp()) return;
    for (const id of ids) {
      const channel = this.deps.channels.find(id);
      const record = channel === undefined ? undefined : this.#recordOf(channel);
      if (record === undefined) continue;
      this.#kept.add(id);
      this.#confirm(id, this.deps.bucket.put(this.#key(id), JSON.stringify(record)));
    }
  }

  /** Undefined when its end would not be reported to any application. */
  #recordOf(channel: Channel): ChannelRecord | undefined {
    const { members, applications, applicationWith, bridges } = this.deps;
    const snapshot = channel.snapshot();
    const present = bridges.of(channel);
    // That it has left a bridge of another node, that node reports.
    const bridge = present?.isStandIn === true ? undefined : present?.snapshot();
    const subjects = [...subjectsOfChannel(snapshot), ...(bridge === undefined ? [] : subjectsOfBridge(bridge))];
    const listeners = [...(applications.audienceOf(subjects) ?? [])];
    const audience = listeners.map(({ name }) => name);
    if (audience.length === 0) return undefined;
    return {
      incarnation: members.incarnation,
      channel: presentChannel(snapshot),
      application: applicationWith(channel.id),
      bridge: bridge === undefined ? undefined : presentBridge(bridge),
      audience,
      sockets: socketsOf(channel.id, listeners),
      subjects,
    };
  }

  #ended(id: string): void {
    this.#changed.delete(id);
    if (!this.#kept.delete(id) || !this.deps.isUp()) return;
    this.#confirm(id, this.deps.bucket.remove(this.#key(id)));
  }

  /** Writes of one connection are carried out in their order: only a failed one has to be made again. */
  #confirm(id: string, write: Promise<unknown>): void {
    write.catch((error: unknown) => {
      this.deps.log.warn({ error, channel: id }, 'other nodes do not know of a channel');
      this.#failed.add(id);
      this.#cancelRetry ??= this.deps.clock.after(retryDelay, () => this.#retry());
    });
  }

  #retry(): void {
    this.#cancelRetry = undefined;
    const ids = [...this.#failed];
    this.#failed.clear();
    // Everything is written again when the connection is back.
    if (!this.deps.isUp()) return;
    for (const id of ids) {
      if (this.deps.channels.find(id) === undefined) this.#confirm(id, this.deps.bucket.remove(this.#key(id)));
      else this.touch(id);
    }
  }

  #key(id: string): string {
    return `${this.deps.members.id}.${Buffer.from(id, 'utf8').toString('hex')}`;
  }
}
