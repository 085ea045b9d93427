import { randomUUID } from 'node:crypto';
import type { Rights } from '../../policy/rights';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { Applications, Registration, UserLimits } from '../../stasis/applications';
import type { EventType, SerializedEvent } from '../../stasis/serialized-event';
import type { Bucket, BucketEntry, ClusterLink } from '../cluster-link';
import type { Members } from '../members';
import type { SharedSocketRecord, SocketRecord } from './application-record';
import type { ClusterJournal } from './cluster-journal';
import type { SeenEvents } from './resuming';
import { Resuming } from './resuming';
import { readRecord, sharedIn } from './application-record';
import { decodeEvents, encodeEvent } from './event-codec';
import { RemoteSockets } from './remote-sockets';
import { RevisionSync } from './revision-sync';
import type { OwnSocket } from './socket-records';
import { SocketRecords } from './socket-records';

export interface SharedApplicationsDeps {
  readonly link: ClusterLink;
  readonly bucket: Bucket;
  readonly members: Pick<Members, 'id' | 'incarnation' | 'live' | 'isCurrent' | 'isSilent'>;
  readonly applications: Applications;
  /** Which events a user may receive, and which of their fields. */
  readonly viewOf: (rights: Rights) => Pick<Registration, 'view' | 'redact'>;
  readonly clock: Clock;
  /** Milliseconds that other nodes have to learn of a registration. */
  readonly timeout: number;
  readonly journal: ClusterJournal;
  /** Milliseconds that an application can resume after its node is gone. */
  readonly resumeAge: number;
  readonly log: Logger;
}

/** One of the application's sockets: its id where several share it. */
interface SocketName {
  readonly application: string;
  readonly socket?: string | undefined;
}

/**
 * Applications of the whole cluster. Every node knows which nodes hold the sockets of an application; what happens on
 * one node is made into an event there and sent to the node with the socket. The newest socket replaces an older one
 * wherever that is, unless both share the application.
 */
export class SharedApplications {
  readonly #remote: RemoteSockets;
  readonly #records: SocketRecords;
  readonly #resuming: Resuming;
  readonly #sync: RevisionSync;
  /** Ends of the time in which applications of nodes that are gone can resume. */
  readonly #away = new Map<string, () => void>();
  readonly #own = new Map<string, OwnSocket>();
  /** Events that came before the socket was open. */
  readonly #early = new Map<string, SerializedEvent[]>();
  /** Of what was learned last, by application. */
  readonly #revisions = new Map<string, number>();
  #isMuted = false;

  constructor(private readonly deps: SharedApplicationsDeps) {
    this.#remote = new RemoteSockets({
      applications: deps.applications,
      viewOf: deps.viewOf,
      send: (node, event, to) => this.#send(node, event, to),
      keep: (name, event, epoch) => deps.journal.add(name, event, epoch),
    });
    this.#resuming = new Resuming({
      journal: deps.journal,
      applications: deps.applications,
      isUp: deps.link.isUp,
      now: deps.clock.now,
    });
    this.#sync = new RevisionSync({ ...deps, read: (name) => this.#read(name) });
    this.#records = new SocketRecords({
      bucket: deps.bucket,
      isCurrent: (own) => this.#own.get(keyOfOwn(own)) === own,
      isUp: () => deps.link.isUp() && !deps.members.isSilent,
      revisionOf: (name) => this.#revisions.get(name) ?? 0,
      onReplaced: (entry) => this.#replaced(entry),
      everyNodeAt: (name, revision) => this.#sync.everyNodeAt(name, revision),
      clock: deps.clock,
      log: deps.log,
    });
  }

  async start(): Promise<void> {
    const { link, members, bucket } = this.deps;
    link.subscribe(`evt.${members.id}`, (data) => this.#receive(data));
    this.#sync.start();
    await bucket.watch((entry) => this.#learn(entry));
  }

  /** The nodes that hold sockets of an application; this one first when it does. */
  holdersOf(name: string): readonly string[] {
    const remote = this.#remote.nodesOf(name);
    return [...new Set(this.#ownOf(name).length > 0 ? [this.deps.members.id, ...remote] : remote)];
  }

  get heldHere(): number {
    return new Set([...this.#own.values()].map(({ application }) => application)).size;
  }

  /** Tells all nodes that a socket of this node takes an application. Resolves when they know. */
  async announce(names: readonly string[], announced: Announced): Promise<void> {
    const { socket, seen } = announced;
    const epochs = new Map(names.map((name) => [name, this.#epochOf(name)]));
    const held = new Set(names.filter((name) => this.#own.has(keyOf({ application: name }))));
    for (const name of names) {
      this.#hold(name, announced);
      this.#early.set(keyOf({ application: name, socket }), []);
    }
    const isTold = await this.#publishAll(names.map((application) => this.#own.get(keyOf({ application, socket }))));
    for (const [name, events] of seen ?? [])
      await this.#resuming.prepare(name, { epoch: epochs.get(name), isTold, isHeld: held.has(name) }, events);
  }

  /** Whether the events that an application has missed come from other nodes, as its socket is opened. */
  replayOf(name: string): { readonly isIncomplete: boolean } | undefined {
    return this.#resuming.replayOf(name);
  }

  #epochOf(name: string): string | undefined {
    return this.#own.get(keyOf({ application: name }))?.record.resume ?? this.#remote.epochOf(name);
  }

  /** Whether the other nodes know of all of them. */
  async #publishAll(sockets: readonly (OwnSocket | undefined)[]): Promise<boolean> {
    // Calls of this node are served all the same; the others are told when they can be reached again.
    let isTold = true;
    for (const own of sockets) if (own !== undefined && !(await this.#records.publish(own))) isTold = false;
    return isTold;
  }

  /** A socket of this node has taken the application, announced or not. */
  held(name: string, registration: Registration): void {
    const { subscribeAll, shared, limits = unlimited } = registration;
    const socket = { application: name, socket: shared?.socket };
    const isResumed = registration.resume !== undefined;
    if (!this.#early.has(keyOf(socket)))
      void this.announce([name], { subscribeAll, limits, socket: shared?.socket, isResumed });
    // It has replaced those of this node that it does not share the application with.
    for (const own of this.#ownOf(name))
      if (shared === undefined ? 'connection' in own.record : !('connection' in own.record))
        this.#own.delete(keyOfOwn(own));
    this.#keepJournal(name, registration);
    this.#opened(socket);
  }

  /** Events that happen on this node are kept for all nodes while the application can resume. */
  #keepJournal(name: string, { resume }: Registration): void {
    const { applications, journal } = this.deps;
    const application = applications.get(name);
    const epoch = this.#own.get(keyOf({ application: name }))?.record.resume;
    if (application === undefined) return;
    if (resume === undefined || epoch === undefined) journal.forget(name);
    else application.stamp = (event) => journal.add(name, event, epoch);
  }

  /** A socket that was announced is not opened after all. */
  retract(name: string, socket?: string): void {
    const { sink, group } = this.deps.applications.get(name) ?? {};
    const present = socket === undefined ? sink : group?.sockets.find(({ id }) => id === socket)?.sink;
    // Another socket of this node still has the application.
    if (present !== undefined && present.relay === undefined) this.#opened({ application: name, socket });
    else {
      this.released(name, socket);
      // Those of this node that it was about to replace.
      void this.#publishAll(this.#ownOf(name));
    }
  }

  #hold(name: string, { limits, subscribeAll, socket, isResumed, seen }: Announced): void {
    const { id: node, incarnation } = this.deps.members;
    const { applications, seesKeys } = limits;
    const epoch = seen?.has(name) === true ? this.#epochOf(name) : undefined;
    const resume = isResumed === true ? (epoch ?? randomUUID()) : undefined;
    const record: SocketRecord = { node, incarnation, subscribeAll, applications, seesKeys, resume };
    this.#comesBack(name);
    if (socket === undefined) this.#remote.forget(name);
    const shared = socket === undefined ? record : { id: socket, connection: randomUUID(), ...record };
    this.#own.set(keyOf({ application: name, socket }), { application: name, record: shared, revision: 0 });
  }

  #ownOf(name: string): readonly OwnSocket[] {
    return [...this.#own.values()].filter(({ application }) => application === name);
  }

  #opened(name: SocketName): void {
    const early = this.#early.get(keyOf(name)) ?? [];
    this.#early.delete(keyOf(name));
    const events = name.socket === undefined ? this.#resuming.first(name.application, early) : early;
    for (const event of events) this.#deliver(name, event);
  }

  /** The application has no such socket on this node any more. */
  released(name: string, socket?: string): void {
    const key = keyOf({ application: name, socket });
    const own = this.#own.get(key);
    this.#own.delete(key);
    this.#early.delete(key);
    if (socket === undefined) {
      this.#resuming.cancel(name);
      this.deps.journal.forget(name);
    }
    if (own === undefined || own.revision === 0 || !this.deps.link.isUp()) return;
    this.#records.withdraw(own).catch((error: unknown) => {
      this.deps.log.warn({ error, application: name }, 'the other nodes could not be told that a socket is gone');
    });
  }

  /** The connection is back, or this node has a new incarnation: the others learn of all sockets again. */
  async announceAgain(): Promise<void> {
    this.#isMuted = false;
    const { incarnation } = this.deps.members;
    for (const [key, { application, record, revision }] of this.#own) {
      const renewed = revision === 0 ? {} : { renewed: revision };
      const again = { application, record: { ...record, incarnation }, revision: 0, ...renewed };
      this.#own.set(key, again);
      await this.#records.publish(again);
    }
  }

  /** Calls of this node were reported as ended by others: nothing more is sent about them. */
  mute(): void {
    this.#isMuted = true;
  }

  /** A node is dead, and its sockets with it. */
  async forget(node: string, incarnation: number): Promise<void> {
    const isDead = (record: SocketRecord): boolean => record.node === node && record.incarnation <= incarnation;
    for (const entry of await this.deps.bucket.list()) {
      const record = readRecord(entry);
      if (record === undefined) continue;
      if ('shared' in record) await this.#records.removeShared(entry.key, isDead);
      else if (isDead(record)) await this.#endHold(entry, record);
    }
  }

  /** This node stops: applications that can resume do so on another one. */
  async leave(): Promise<void> {
    this.#records.close();
    for (const cancel of this.#away.values()) cancel();
    this.#away.clear();
    if (!this.deps.link.isUp()) return;
    for (const [key, { application, record, revision }] of [...this.#own]) {
      if (record.resume === undefined) continue;
      this.#own.delete(key);
      await this.#endHold({ key: application, revision }, record);
    }
  }

  async #endHold({ key, revision }: Pick<BucketEntry, 'key' | 'revision'>, record: SocketRecord): Promise<void> {
    const { bucket, clock, resumeAge } = this.deps;
    const away = { ...record, node: '', awayUntil: clock.now() + resumeAge };
    if (record.resume === undefined) await bucket.removeIf(key, revision);
    else await bucket.putIf(key, JSON.stringify(away), revision);
  }

  #learn(entry: BucketEntry): void {
    this.#apply(entry);
    this.#sync.reached(entry.revision);
  }

  /** Another node has an application that this one was about to announce again. */
  #replaced(entry: BucketEntry): void {
    this.#own.delete(keyOf({ application: entry.key }));
    this.#revisions.delete(entry.key);
    this.#apply(entry);
  }

  /** Learns of an application without the watch, which may be behind. */
  async #read(name: string): Promise<void> {
    const entry = await this.deps.bucket.get(name);
    if (entry !== undefined) this.#apply(entry);
  }

  #apply(entry: BucketEntry): void {
    if (entry.revision <= (this.#revisions.get(entry.key) ?? 0)) return;
    const record = readRecord(entry);
    if (record === undefined) this.#revisions.delete(entry.key);
    else this.#revisions.set(entry.key, entry.revision);
    const isShared = record !== undefined && 'shared' in record;
    const own = this.#own.get(keyOf({ application: entry.key }));
    // What this node has written, or is about to write, comes after it.
    if (own !== undefined && (own.revision === 0 || entry.revision <= own.revision)) return;
    if (!isShared) return this.#applyAlone(entry, record);
    this.#own.delete(keyOf({ application: entry.key }));
    this.#comesBack(entry.key);
    this.#dropReplaced(entry, sharedIn(record));
    this.#remote.share(
      entry.key,
      record.shared.filter(({ node }) => node !== this.deps.members.id),
    );
  }

  #applyAlone({ key: name, revision }: BucketEntry, record: SocketRecord | undefined): void {
    if (record?.node === this.deps.members.id) return;
    if (this.#ownOf(name).some((own) => own.revision === 0 || revision < own.revision)) return;
    const own = this.#own.get(keyOf({ application: name }));
    const isAway = record === undefined || record.awayUntil !== undefined;
    if (own !== undefined && isAway) return this.#renew(own);
    this.#comesBack(name);
    const isOver = record?.awayUntil !== undefined && record.awayUntil <= this.deps.clock.now();
    if (record === undefined || isOver) return this.#remote.detach(name);
    for (const own of this.#ownOf(name)) this.#own.delete(keyOfOwn(own));
    this.#remote.attach(name, record);
    if (record.awayUntil !== undefined) this.#waitForReturn(name, revision, record.awayUntil);
  }

  /** The socket that the application had before was declared lost at the moment at which one of this node took it. */
  #renew({ application, record, revision }: OwnSocket): void {
    const again = { application, record, revision: 0, renewed: revision };
    this.#own.set(keyOfOwn(again), again);
    void this.#records.publish(again);
  }

  /** The application has no socket anywhere; its events are kept until then. */
  #waitForReturn(name: string, revision: number, until: number): void {
    const { clock, bucket, log } = this.deps;
    const forget = (): void => {
      this.#away.delete(name);
      this.#remote.detach(name);
      bucket.removeIf(name, revision).catch((error: unknown) => {
        log.warn({ error, application: name }, 'an application that has not come back could not be forgotten');
      });
    };
    this.#away.set(name, clock.after(until - clock.now(), forget));
  }

  #comesBack(name: string): void {
    this.#away.get(name)?.();
    this.#away.delete(name);
  }

  /** Sockets of this node that one of the same id has replaced on another node. */
  #dropReplaced({ key: name, revision }: BucketEntry, shared: readonly SharedSocketRecord[]): void {
    for (const own of this.#ownOf(name)) {
      const other = shared.find(({ id }) => id === socketOf(own.record));
      const isReplaced = other !== undefined && other.node !== this.deps.members.id;
      if (isReplaced && own.revision !== 0 && own.revision < revision) this.#own.delete(keyOfOwn(own));
    }
  }

  #send(node: string, event: SerializedEvent, { application, socket }: SocketName): void {
    if (this.#isMuted) return;
    const { link, members } = this.deps;
    const { id: from, incarnation } = members;
    link.publishLines(`evt.${node}`, encodeEvent({ from, incarnation, application, socket }, event));
  }

  #receive(data: Buffer): void {
    for (const { from, incarnation, application, socket, type, head } of decodeEvents(data)) {
      // Its calls have been reported as ended.
      if (!this.deps.members.isCurrent(from, incarnation)) continue;
      const event: SerializedEvent = { type: type as EventType, head, subjects: [] };
      const name = { application, socket };
      const early = this.#early.get(keyOf(name));
      if (early !== undefined) early.push(event);
      else if (this.#own.has(keyOf(name)) && !this.#resuming.isReplayed(application, event)) this.#deliver(name, event);
    }
  }

  #deliver({ application: name, socket }: SocketName, event: SerializedEvent): void {
    const application = this.deps.applications.get(name);
    if (socket === undefined) application?.receive(event);
    else application?.group?.relayTo(socket, event);
  }
}

/** A socket that is about to be opened. */
export interface Announced {
  readonly limits: UserLimits;
  readonly subscribeAll: boolean;
  /** Its id, if it shares its applications. */
  readonly socket?: string | undefined;
  /** Whether its applications can resume. */
  readonly isResumed?: boolean | undefined;
  /** What those have seen that come back. */
  readonly seen?: ReadonlyMap<string, SeenEvents> | undefined;
}

const unlimited: UserLimits = { applications: undefined, seesKeys: true };

function keyOf({ application, socket }: SocketName): string {
  return JSON.stringify([application, socket]);
}

function keyOfOwn({ application, record }: OwnSocket): string {
  return keyOf({ application, socket: socketOf(record) });
}

function socketOf(record: SocketRecord | SharedSocketRecord): string | undefined {
  return 'connection' in record ? record.id : undefined;
}
