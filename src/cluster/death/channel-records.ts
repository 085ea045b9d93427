import type { ChannelId } from '../../shared/ids';
import type { Bridge as WireBridge, Channel as WireChannel } from '../../../generated/models';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import type { Channel } from '../../engine/calls/channel/channel';
import type { Channels } from '../../engine/calls/channel/channels';
import type { EngineEventSource } from '../../engine/engine-event';
import type { Logger } from '../../shared/logger';
import type { Clock } from '../../shared/time/clock';
import type { Application } from '../../stasis/application';
import type { Applications } from '../../stasis/applications';
import { presentBridge, subjectsOfBridge } from '../../stasis/presenters/present-bridge';
import { subjectsOfChannel, writeChannel } from '../../stasis/presenters/present-channel';
import type { Subject } from '../../stasis/subject';
import type { PartlyWritten } from '../../stasis/written';
import { writeMembers } from '../../stasis/written';
import type { Bucket, ClusterLink } from '../cluster-link';
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
  readonly link: Pick<ClusterLink, 'beforeSending'>;
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

/** A record that was written. */
interface Kept {
  /** Writes without an answer. One that has failed stays one of them: it may be carried out later. */
  unanswered: number;
  /** Of the last write that was answered. */
  revision: number;
}

/** Milliseconds until a write is tried again that failed, as during the election of a leader. */
const retryDelay = 500;

/**
 * Keeps the last state of this node's channels where the other nodes find it when this one is gone. What has changed in a
 * turn is sent before the events that tell of it, on the same connection: whatever an application has heard of, the
 * other nodes can end.
 */
export class ChannelRecords {
  readonly #changed = new Set<string>();
  /** Records of channels that have ended in this turn. */
  readonly #ended = new Map<string, Kept>();
  readonly #kept = new Map<string, Kept>();
  /** Channels of which the last write failed. */
  readonly #failed = new Set<string>();
  readonly #writeSoon: () => void;
  #cancelRetry: (() => void) | undefined;

  constructor(private readonly deps: ChannelRecordsDeps) {
    this.#writeSoon = deps.link.beforeSending(() => this.#write());
  }

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
          return this.#end(event.channel.id);
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
    this.#writeSoon();
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
    for (const ids of [this.#changed, this.#ended, this.#kept, this.#failed]) ids.clear();
  }

  #end(id: string): void {
    this.#changed.delete(id);
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    this.#kept.delete(id);
    this.#ended.set(id, kept);
    this.#writeSoon();
  }

  #write(): void {
    const [ended, changed] = [[...this.#ended], [...this.#changed]];
    this.#ended.clear();
    this.#changed.clear();
    if (!this.deps.isUp()) return;
    for (const [id, kept] of ended) this.#remove(id, kept);
    for (const id of changed) {
      const channel = this.deps.channels.find(id);
      const record = channel === undefined ? undefined : this.#recordOf(channel);
      if (record !== undefined) this.#put(id, record);
    }
  }

  #put(id: string, record: string): void {
    let kept = this.#kept.get(id);
    if (kept === undefined) this.#kept.set(id, (kept = { unanswered: 0, revision: 0 }));
    kept.unanswered += 1;
    this.deps.bucket.put(this.#key(id), record).then(
      (revision) => {
        kept.unanswered -= 1;
        kept.revision = revision;
      },
      (error: unknown) => this.#tryLater(id, error),
    );
  }

  /** Writes are carried out in their order: after the last one is answered, there is one message to remove. */
  #remove(id: string, { unanswered, revision }: Kept): void {
    const { bucket } = this.deps;
    const key = this.#key(id);
    const removed = unanswered === 0 ? bucket.removeIf(key, revision) : bucket.remove(key);
    removed.catch((error: unknown) => this.#tryLater(id, error));
  }

  /** A `ChannelRecord` in JSON; undefined when the end of the channel would not be reported to any application. */
  #recordOf(channel: Channel): string | undefined {
    const { members, applications, applicationWith, bridges } = this.deps;
    const snapshot = channel.snapshot();
    const present = bridges.of(channel);
    // That it has left a bridge of another node, that node reports.
    const bridge = present?.isStandIn === true ? undefined : present?.snapshot();
    const subjects = [...subjectsOfChannel(snapshot), ...(bridge === undefined ? [] : subjectsOfBridge(bridge))];
    const listeners = [...(applications.audienceOf(subjects) ?? [])];
    const audience = listeners.map(({ name }) => name);
    if (audience.length === 0) return undefined;
    const more: PartlyWritten<Omit<ChannelRecord, 'incarnation'>> = {
      // Its events show the same snapshot, which is written once.
      channel: writeChannel(snapshot),
      application: applicationWith(channel.id),
      bridge: bridge === undefined ? undefined : presentBridge(bridge),
      audience,
      sockets: socketsOf(channel.id, listeners),
      subjects,
    };
    return `{"incarnation":${members.incarnation}${writeMembers(more)}}`;
  }

  /** Writes of one connection are carried out in their order: only a failed one has to be made again. */
  #tryLater(id: string, error: unknown): void {
    this.deps.log.warn({ error, channel: id }, 'other nodes do not know of a channel');
    this.#failed.add(id);
    this.#cancelRetry ??= this.deps.clock.after(retryDelay, () => this.#retry());
  }

  #retry(): void {
    this.#cancelRetry = undefined;
    const ids = [...this.#failed];
    this.#failed.clear();
    // Everything is written again when the connection is back.
    if (!this.deps.isUp()) return;
    for (const id of ids) {
      if (this.deps.channels.find(id) === undefined) this.#remove(id, { unanswered: 1, revision: 0 });
      else this.touch(id);
    }
  }

  #key(id: string): string {
    return `${this.deps.members.id}.${Buffer.from(id, 'utf8').toString('hex')}`;
  }
}
