import { causes, causeText } from '../../engine/calls/channel/hangup-cause';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { Application } from '../../stasis/application';
import type { Applications } from '../../stasis/applications';
import type { EventSerializer, EventType, Payload } from '../../stasis/serialized-event';
import type { Bucket, BucketEntry } from '../cluster-link';
import type { NodeRecord } from '../node-record';
import type { ChannelRecord } from './channel-records';

export interface EndReportsDeps {
  readonly bucket: Bucket;
  readonly applications: Applications;
  readonly notices: EventSerializer;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

interface SeenRecord {
  readonly node: string;
  readonly record: ChannelRecord;
}

/**
 * Reports the end of a dead node's channels to the applications that would have heard of it. A record is removed before
 * it is reported, so that the end of a channel is reported once, also when this node dies in the middle.
 */
export class EndReports {
  /**
   * Records that this node has to report, by their key: seen before it marked their node as dead, or removed without an
   * answer. They may be gone when they are looked for: what a node has sent while it was cut off is carried out when it is
   * back, and its own events are not delivered any more.
   */
  readonly #seen = new Map<string, SeenRecord>();

  constructor(private readonly deps: EndReportsDeps) {}

  /** Looks at the records of a silent node, before it is marked as dead. */
  async look({ id, incarnation }: Pick<NodeRecord, 'id' | 'incarnation'>): Promise<void> {
    const entries = await this.deps.bucket.list(id);
    this.forget(id);
    for (const { key, value = '' } of entries) {
      const record = JSON.parse(value) as ChannelRecord;
      if (record.incarnation === incarnation) this.#seen.set(key, { node: id, record });
    }
  }

  /** The node is not this one's to report. */
  forget(id: string): void {
    for (const [key, { node }] of this.#seen) if (node === id) this.#seen.delete(key);
  }

  /** Returns how many there were. Rejects when NATS cannot be asked; what was reported is not reported again then. */
  async report({ id, incarnation }: Pick<NodeRecord, 'id' | 'incarnation'>): Promise<number> {
    const { bucket, log } = this.deps;
    const entries = await bucket.list(id);
    let reported = this.#reportRemoved(id, entries);
    for (const { key, revision, value = '' } of entries) {
      const record = JSON.parse(value) as ChannelRecord;
      if (record.incarnation > incarnation) continue;
      const isOurs = this.#seen.has(key);
      // Those of an earlier incarnation were written after its ends had been reported.
      if (record.incarnation === incarnation) this.#seen.set(key, { node: id, record });
      const isRemoved = await bucket.removeIf(key, revision);
      if (!this.#seen.delete(key) || !(isRemoved || isOurs)) continue;
      reportEnd(record, this.deps);
      reported += 1;
    }
    log.info({ node: id, channels: reported }, 'the ends of a dead node’s channels were reported');
    return reported;
  }

  /** Records that are gone: no other node removes those of a dead one. */
  #reportRemoved(id: string, left: readonly BucketEntry[]): number {
    const keys = new Set(left.map(({ key }) => key));
    const removed = [...this.#seen].filter(([key, { node }]) => node === id && !keys.has(key));
    for (const [key, { record }] of removed) {
      this.#seen.delete(key);
      reportEnd(record, this.deps);
    }
    return removed.length;
  }
}

function reportEnd(
  { channel, bridge, application, audience, sockets, subjects }: ChannelRecord,
  deps: EndReportsDeps,
): void {
  const { applications, notices, clock } = deps;
  const listeners = audienceOf({ audience, subjects }, applications);
  const tell = <Type extends EventType>(type: Type, payload: Payload<Type>, to: Iterable<Application>): void => {
    const notice = notices.make({ type, at: clock.now(), payload });
    for (const listener of to) {
      const socket = sockets?.[listener.name];
      if (socket === undefined || listener.group?.relayTo(socket, notice) !== true) listener.deliver(notice);
    }
  };
  if (bridge !== undefined) tell('ChannelLeftBridge', { bridge: without(bridge, channel.id), channel }, listeners);
  const home = application === undefined ? undefined : applications.get(application);
  if (home !== undefined) tell('StasisEnd', { channel }, [home]);
  const cause = causes.failure;
  tell('ChannelDestroyed', { cause, cause_txt: causeText(cause), channel }, listeners);
}

function without<Bridge extends { readonly channels: readonly string[] }>(bridge: Bridge, id: string): Bridge {
  return { ...bridge, channels: bridge.channels.filter((member) => member !== id) };
}

/** Those that were subscribed where the channel was, and those that are subscribed to all of them everywhere. */
function audienceOf(
  { audience, subjects }: Pick<ChannelRecord, 'audience' | 'subjects'>,
  applications: Applications,
): ReadonlySet<Application> {
  const named = audience.flatMap((name) => applications.get(name) ?? []);
  const here = [...(applications.audienceOf(subjects) ?? [])].filter(({ view }) => view === undefined);
  return new Set([...named, ...here]);
}
