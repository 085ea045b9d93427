import type { Rights } from '../../policy/rights';
import { forwardedRights } from '../../policy/rights';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { EventSink } from '../../stasis/event-sink';
import type { Applications, Registration, UserLimits } from '../../stasis/applications';
import type { EventType, SerializedEvent } from '../../stasis/serialized-event';
import type { Bucket, BucketEntry, ClusterLink } from '../cluster-link';
import type { Members } from '../members';
import { decodeEvent, encodeEvent } from './event-codec';

export interface SharedApplicationsDeps {
  readonly link: ClusterLink;
  readonly bucket: Bucket;
  readonly members: Pick<Members, 'id' | 'incarnation' | 'live' | 'isCurrent'>;
  readonly applications: Applications;
  /** Which events a user may receive, and which of their fields. */
  readonly viewOf: (rights: Rights) => Pick<Registration, 'view' | 'redact'>;
  readonly clock: Clock;
  /** Milliseconds that other nodes have to learn of a registration. */
  readonly timeout: number;
  /** Called before an event goes to another node: what that one needs to end the call is sent first. */
  readonly beforeSend: () => void;
  readonly log: Logger;
}

/** Which node holds the socket of an application, and for which user. */
interface Holder {
  readonly node: string;
  readonly incarnation: number;
  readonly subscribeAll: boolean;
  readonly applications?: readonly string[] | undefined;
  readonly seesKeys: boolean;
}

/**
 * Applications of the whole cluster. Every node knows which node holds the socket of an application; what happens on
 * one node is made into an event there and sent to the node with the socket. The newest socket replaces an older one
 * wherever that is.
 */
export class SharedApplications {
  readonly #holders = new Map<string, Holder>();
  /** Applications of this node's sockets, with what the other nodes are told. */
  readonly #own = new Map<string, { readonly holder: Holder; revision: number }>();
  /** Events that came before the socket was open. */
  readonly #early = new Map<string, SerializedEvent[]>();
  readonly #waiting = new Set<{ readonly revision: number; readonly done: () => void }>();
  #seen = 0;
  #isMuted = false;

  constructor(private readonly deps: SharedApplicationsDeps) {}

  async start(): Promise<void> {
    const { link, members, bucket } = this.deps;
    link.subscribe(`evt.${members.id}`, (data) => this.#receive(data));
    link.answer(`sync.${members.id}`, (data) => this.#reached(Number(data.toString('utf8'))));
    await bucket.watch((entry) => this.#learn(entry));
  }

  /** The node that holds the socket of an application. */
  holderOf(name: string): string | undefined {
    return this.#own.has(name) ? this.deps.members.id : this.#holders.get(name)?.node;
  }

  get heldHere(): number {
    return this.#own.size;
  }

  /** Tells all nodes that a socket of this node takes an application. Resolves when they know. */
  async announce(names: readonly string[], announced: Announced): Promise<void> {
    const { link, log } = this.deps;
    for (const name of names) {
      this.#hold(name, announced);
      this.#early.set(name, []);
    }
    // Calls of this node are served all the same; the others are told when they can be reached again.
    if (!link.isUp()) return;
    try {
      for (const name of names) await this.#publish(name);
    } catch (error) {
      log.warn({ error, applications: names.join(', ') }, 'the other nodes could not be told of a socket');
    }
  }

  /** A socket of this node has taken the application, announced or not. */
  held(name: string, registration: Registration): void {
    const { subscribeAll, limits = unlimited } = registration;
    if (!this.#early.has(name)) void this.announce([name], { subscribeAll, limits });
    this.#opened(name);
  }

  /** A socket that was announced is not opened after all. */
  retract(name: string): void {
    const sink = this.deps.applications.get(name)?.sink;
    // Another socket of this node still has the application.
    if (sink !== undefined && sink.relay === undefined) this.#opened(name);
    else this.released(name);
  }

  #hold(name: string, { limits, subscribeAll }: Announced): void {
    const { id: node, incarnation } = this.deps.members;
    this.#own.set(name, { holder: { node, incarnation, subscribeAll, ...limits }, revision: 0 });
    this.#holders.delete(name);
  }

  #opened(name: string): void {
    const early = this.#early.get(name) ?? [];
    this.#early.delete(name);
    for (const event of early) this.deps.applications.get(name)?.deliver(event);
  }

  /** The application has no socket on this node any more. */
  released(name: string): void {
    const own = this.#own.get(name);
    this.#own.delete(name);
    this.#early.delete(name);
    if (own === undefined || own.revision === 0 || !this.deps.link.isUp()) return;
    this.deps.bucket.removeIf(name, own.revision).catch((error: unknown) => {
      this.deps.log.warn({ error, application: name }, 'the other nodes could not be told that a socket is gone');
    });
  }

  /** The connection is back, or this node has a new incarnation: the others learn of all sockets again. */
  async announceAgain(): Promise<void> {
    this.#isMuted = false;
    const { incarnation } = this.deps.members;
    for (const [name, own] of this.#own) {
      this.#own.set(name, { holder: { ...own.holder, incarnation }, revision: 0 });
      await this.#publish(name);
    }
  }

  /** Calls of this node were reported as ended by others: nothing more is sent about them. */
  mute(): void {
    this.#isMuted = true;
  }

  /** A node is dead, and its sockets with it. */
  async forget(node: string, incarnation: number): Promise<void> {
    for (const entry of await this.deps.bucket.list()) {
      const holder = readHolder(entry);
      if (holder?.node === node && holder.incarnation <= incarnation)
        await this.deps.bucket.removeIf(entry.key, entry.revision);
    }
  }

  async #publish(name: string): Promise<void> {
    const own = this.#own.get(name);
    if (own === undefined) return;
    const revision = await this.deps.bucket.put(name, JSON.stringify(own.holder));
    if (this.#own.get(name) === own) own.revision = revision;
    await this.#everyNodeAt(revision);
  }

  /** So that a client can use another node as soon as its socket is open. */
  async #everyNodeAt(revision: number): Promise<void> {
    const { link, members, clock, timeout } = this.deps;
    const asked = members.live.map((node) => link.request(`sync.${node}`, String(revision)));
    const stop = clock.after(timeout, () => asked.forEach(({ cancel }) => cancel()));
    await Promise.allSettled(asked.map(({ answer }) => answer));
    stop();
  }

  #reached(revision: number): Promise<string> | string {
    if (this.#seen >= revision) return 'seen';
    return new Promise((resolve) => {
      const waiting = { revision, done: () => resolve('seen') };
      this.#waiting.add(waiting);
      this.deps.clock.after(this.deps.timeout, () => {
        this.#waiting.delete(waiting);
        resolve('late');
      });
    });
  }

  #learn(entry: BucketEntry): void {
    this.#apply(entry);
    this.#seen = entry.revision;
    for (const waiting of this.#waiting)
      if (waiting.revision <= entry.revision) {
        this.#waiting.delete(waiting);
        waiting.done();
      }
  }

  #apply(entry: BucketEntry): void {
    const { members } = this.deps;
    const { key: name, revision } = entry;
    const holder = readHolder(entry);
    const own = this.#own.get(name);
    if (holder?.node === members.id) return;
    // What this node has written, or is about to write, comes after it.
    if (own !== undefined && (own.revision === 0 || revision < own.revision)) return;
    if (holder === undefined) this.#detach(name);
    else this.#attach(name, holder);
  }

  #attach(name: string, holder: Holder): void {
    const { applications, viewOf } = this.deps;
    this.#own.delete(name);
    const sink: EventSink = {
      send: () => undefined,
      relay: (event) => this.#send(holder.node, name, event),
    };
    this.#holders.set(name, holder);
    // What this user may not read is taken out by the node with the socket.
    const { view } = viewOf(forwardedRights({ applications: holder.applications, seesKeys: holder.seesKeys }));
    applications.register(name, { sink, subscribeAll: holder.subscribeAll, view });
  }

  #detach(name: string): void {
    this.#holders.delete(name);
    const sink = this.deps.applications.get(name)?.sink;
    if (sink?.relay !== undefined) this.deps.applications.unregister(name, sink);
  }

  #send(node: string, application: string, event: SerializedEvent): void {
    if (this.#isMuted) return;
    const { link, members, beforeSend } = this.deps;
    beforeSend();
    link.publish(
      `evt.${node}`,
      encodeEvent({ from: members.id, incarnation: members.incarnation, application }, event),
    );
  }

  #receive(data: Buffer): void {
    const { from, incarnation, application, type, head } = decodeEvent(data);
    // Its calls have been reported as ended.
    if (!this.deps.members.isCurrent(from, incarnation)) return;
    const event: SerializedEvent = { type: type as EventType, head, subjects: [] };
    const early = this.#early.get(application);
    if (early !== undefined) early.push(event);
    else if (this.#own.has(application)) this.deps.applications.get(application)?.deliver(event);
  }
}

/** A socket that is about to be opened. */
export interface Announced {
  readonly limits: UserLimits;
  readonly subscribeAll: boolean;
}

const unlimited: UserLimits = { applications: undefined, seesKeys: true };

function readHolder({ value }: BucketEntry): Holder | undefined {
  return value === undefined ? undefined : (JSON.parse(value) as Holder);
}
