import type { Logger } from '../../shared/logger';
import type { Clock } from '../../shared/time/clock';
import type { Bucket, BucketEntry } from '../cluster-link';
import type { SharedSocketRecord, SocketRecord } from './application-record';
import { readRecord } from './application-record';
import { SocketList } from './socket-list';

/** A socket of this node, with what the other nodes are told. */
export interface OwnSocket {
  readonly application: string;
  readonly record: SocketRecord | SharedSocketRecord;
  /** Of the last write; 0 before there is one. */
  revision: number;
  /** Of one that is announced again: the revision that it had. What another node has written since is newer. */
  readonly renewed?: number;
}

export interface SocketRecordsDeps {
  readonly bucket: Bucket;
  /** Whether the socket still has its application. */
  readonly isCurrent: (own: OwnSocket) => boolean;
  /** Whether this node is one of those that can be reached. One that was frozen may have sockets whose clients are gone. */
  readonly isUp: () => boolean;
  /** Of what this node knows of an application; 0 when it knows nothing. */
  readonly revisionOf: (application: string) => number;
  /** Another node has taken the application while this one could not be told. */
  readonly onReplaced: (entry: BucketEntry) => void;
  /** Waits until the other nodes have seen a change of an application. */
  readonly everyNodeAt: (application: string, revision: number) => Promise<void>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
}

/** Milliseconds until a write is tried again that failed, as during the election of a leader. */
const retryDelay = 500;

/** Writes down, for all nodes, which sockets this one has. */
export class SocketRecords {
  readonly #list: SocketList;
  readonly #retries = new Set<() => void>();

  constructor(private readonly deps: SocketRecordsDeps) {
    this.#list = new SocketList(deps.bucket);
  }

  /** Tells the others of a socket. False when it could not be done: it is tried until it succeeds. */
  async publish(own: OwnSocket): Promise<boolean> {
    if (!this.deps.isUp()) {
      this.#publishLater(own);
      return false;
    }
    try {
      await this.#write(own);
      return true;
    } catch (error) {
      const { application } = own;
      this.deps.log.warn({ error, application }, 'the other nodes could not be told of a socket: it is tried again');
      this.#publishLater(own);
      return false;
    }
  }

  async withdraw({ application, record, revision }: OwnSocket): Promise<void> {
    if (!('connection' in record)) await this.deps.bucket.removeIf(application, revision);
    else await this.removeShared(application, ({ connection }) => connection === record.connection);
  }

  /** Removes those sockets that share an application of which this is true. */
  async removeShared(application: string, isGone: (record: SharedSocketRecord) => boolean): Promise<void> {
    await this.#list.remove(application, isGone);
  }

  close(): void {
    for (const cancel of this.#retries) cancel();
    this.#retries.clear();
  }

  #publishLater(own: OwnSocket): void {
    const cancel = this.deps.clock.after(retryDelay, () => {
      this.#retries.delete(cancel);
      if (this.deps.isCurrent(own)) void this.publish(own);
    });
    this.#retries.add(cancel);
  }

  async #write(own: OwnSocket): Promise<void> {
    const { application, record } = own;
    const revision = 'connection' in record ? await this.#list.add(application, record) : await this.#take(own);
    if (revision === undefined) return;
    // It may have been closed meanwhile.
    if (this.deps.isCurrent(own)) own.revision = revision;
    else await this.withdraw({ application, record, revision });
    await this.deps.everyNodeAt(application, revision);
  }

  /**
   * Takes the application from the socket that has it. Not for a socket that was closed while NATS did not answer: its
   * client may have gone to another node meanwhile, and would lose the application there.
   */
  async #take(own: OwnSocket): Promise<number | undefined> {
    const { bucket, isCurrent, revisionOf } = this.deps;
    const { application, record } = own;
    let before = own.renewed ?? revisionOf(application);
    while (isCurrent(own)) {
      const revision = await bucket.putIf(application, JSON.stringify(record), before);
      if (revision !== undefined) return revision;
      const entry = await bucket.get(application);
      if (entry !== undefined && own.renewed !== undefined && isHeldElsewhere(entry, record.node)) {
        this.deps.onReplaced(entry);
        return undefined;
      }
      before = entry?.revision ?? 0;
    }
    return undefined;
  }
}

/** Whether other nodes have a socket of the application. */
function isHeldElsewhere(entry: BucketEntry, node: string): boolean {
  const record = readRecord(entry);
  return record !== undefined && ('shared' in record || (record.node !== '' && record.node !== node));
}
