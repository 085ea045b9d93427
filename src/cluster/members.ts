import type { ClusterConfig } from '../config/files/cluster-conf';
import type { Clock } from '../shared/time/clock';
import type { Logger } from '../shared/logger';
import type { Bucket, BucketEntry, ClusterLink } from './cluster-link';
import { demandFreeId, pingNode } from './free-id';
import type { Heartbeat, NodeLoad, NodeRecord, NodeView } from './node-record';
import { readNodeRecord } from './node-record';

export interface MembersDeps {
  readonly link: ClusterLink;
  readonly nodes: Bucket;
  readonly config: ClusterConfig;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly load: () => NodeLoad;
  /** This node is about to mark another one as dead: it looks at the calls that it would have to end. */
  readonly onSuspected: (node: NodeRecord) => Promise<void>;
  /** It has not marked it after all, or another node was faster. */
  readonly onLeftToOthers: (id: string) => void;
  /** This node has found another one dead, before all others: it has to end that one's calls. */
  readonly onFoundDead: (node: NodeRecord) => void;
  /** Another node is gone, or has ended all of its calls. `isFinder`: this node has found that out, and not a third one. */
  readonly onGone: (id: string, isFinder: boolean) => void;
  /** Whether this node has lost the others: it takes no new calls until it has them again. */
  readonly onCutOff: (isCutOff: boolean) => void;
  /** The others have considered this node dead, and its calls ended. */
  readonly onDeclaredDead: () => Promise<void>;
}

interface Peer {
  readonly record: NodeRecord;
  readonly revision: number;
  readonly load: NodeLoad;
  readonly heardAt: number;
}

const noLoad: NodeLoad = { channels: 0, bridges: 0, sockets: 0 };

/** The nodes of the cluster: which there are, which of them live, and this one among them. */
export class Members {
  readonly #peers = new Map<string, Peer>();
  readonly #suspected = new Set<string>();
  /** Nodes whose records are being read again. */
  readonly #reading = new Set<string>();
  /** Nodes that this one wanted to mark as dead, and was not answered: NATS may do it later. */
  readonly #unanswered = new Map<string, NodeRecord>();
  /** Incarnations that this node has found dead, by node. */
  readonly #foundDead = new Map<string, number>();
  #own: { readonly record: NodeRecord; readonly revision: number } | undefined;
  #echoAt = 0;
  #isCutOff = false;
  #isReturning = false;
  #hasFailedToReturn = false;
  #isClosed = false;
  #cancelTick: () => void = () => undefined;

  constructor(private readonly deps: MembersDeps) {}

  get id(): string {
    return this.deps.config.node;
  }

  get incarnation(): number {
    return this.#own?.record.incarnation ?? 0;
  }

  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /** Whether this node has not heard itself for so long that the others consider it dead, if they have not heard it either. */
  get isSilent(): boolean {
    return this.#isCutOff || this.deps.clock.now() - this.#echoAt > this.deps.config.deadAfter;
  }

  get isDraining(): boolean {
    return this.#own?.record.state === 'draining';
  }

  /** Other nodes that live, as far as is known here. */
  get live(): readonly string[] {
    return [...this.#peers.values()].filter(({ record }) => record.state !== 'dead').map(({ record }) => record.id);
  }

  /** Those of them that take new calls. */
  get taking(): readonly string[] {
    return this.live.filter((id) => this.#peers.get(id)?.record.state === 'up');
  }

  isLive(id: string): boolean {
    const peer = this.#peers.get(id);
    return peer !== undefined && peer.record.state !== 'dead';
  }

  /** Whether something that a node has sent still counts. */
  isCurrent(id: string, incarnation: number): boolean {
    const peer = this.#peers.get(id);
    return peer === undefined || (peer.record.state !== 'dead' && peer.record.incarnation <= incarnation);
  }

  /** Whether this node has heard of another one in this incarnation. */
  knows(id: string, incarnation: number): boolean {
    return this.#peers.get(id)?.record.incarnation === incarnation;
  }

  views(): readonly NodeView[] {
    const now = this.deps.clock.now();
    const own = this.#own === undefined ? [] : [{ ...this.#own.record, ...this.deps.load(), silentFor: 0 }];
    const others = [...this.#peers.values()].map(({ record, load, heardAt }) => ({
      ...record,
      ...load,
      silentFor: Math.max(0, now - heardAt),
    }));
    return [...own, ...others].sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Takes the id of this node. Rejects when a living node has it. */
  async join(): Promise<void> {
    await this.#takeId();
    const { link, nodes } = this.deps;
    link.answer(`ping.${this.id}`, () => String(this.incarnation));
    link.subscribe('hb.*', (data, name) => this.#hear(name.slice('hb.'.length), data));
    link.onChange((isUp) => void (isUp && this.#beat()));
    await nodes.watch((entry) => this.#learn(entry));
    this.#echoAt = this.deps.clock.now();
    this.#tick();
  }

  /** From now on other nodes do not send new calls here. */
  async drain(): Promise<void> {
    await this.#write('draining');
  }

  /** The node stops: its calls have ended. */
  async leave(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTick();
    const own = this.#own;
    if (own === undefined || !this.deps.link.isUp()) return;
    await this.deps.nodes.removeIf(this.id, own.revision).catch((error: unknown) => {
      this.deps.log.warn({ error }, 'this node could not sign off: the others will find it gone');
    });
  }

  /** Whether another node answers. */
  ping(id: string): Promise<boolean> {
    return pingNode(id, this.deps);
  }

  async #takeId(): Promise<void> {
    const { nodes, log } = this.deps;
    const { entry, before } = await demandFreeId(this.id, this.deps);
    const record = this.#newRecord(before);
    const revision = await nodes.putIf(this.id, JSON.stringify(record), entry?.revision ?? 0);
    if (revision === undefined)
      throw new Error(`cluster.conf: another node took the id ${this.id} at the same moment: give each its own`);
    this.#own = { record, revision };
    log.info({ node: this.id, incarnation: record.incarnation }, 'joined the cluster');
    // An earlier process of this node ended without signing off, and no other one that lives has taken care of its calls.
    const isTakenCareOf = before?.state === 'dead' && this.isLive(before.foundBy ?? '');
    if (before !== undefined && !isTakenCareOf) this.deps.onFoundDead(before);
  }

  #newRecord(before: NodeRecord | undefined): NodeRecord {
    const { version, clock } = this.deps;
    const startedAt = clock.now();
    const incarnation = Math.max(startedAt, (before?.incarnation ?? 0) + 1);
    const state = this.isDraining ? 'draining' : 'up';
    return { id: this.id, incarnation, state, version, startedAt };
  }

  async #write(state: NodeRecord['state']): Promise<void> {
    if (this.#own === undefined) return;
    const record = { ...this.#own.record, state };
    const revision = await this.deps.nodes.putIf(this.id, JSON.stringify(record), this.#own.revision);
    if (revision !== undefined) this.#own = { record, revision };
  }

  #learn({ key: id, value, revision }: BucketEntry): void {
    if (id === this.id) return this.#learnOfSelf(value);
    const record = value === undefined ? undefined : readNodeRecord(value);
    const known = this.#peers.get(id);
    if (known !== undefined && (record?.incarnation !== known.record.incarnation || record.state === 'dead'))
      this.deps.onGone(id, record?.foundBy === this.id);
    if (record === undefined) {
      this.#peers.delete(id);
      return;
    }
    this.#settleMark(record);
    const load = known?.load ?? noLoad;
    this.#peers.set(id, { record, revision, load, heardAt: this.deps.clock.now() });
    if (known?.record.state !== record.state) this.deps.log.info({ node: id, state: record.state }, 'a node changed');
  }

  /** Whether a mark that was not answered counts: with it, the ends of the node's calls are to be reported. */
  #settleMark({ id, incarnation, state, foundBy }: NodeRecord): void {
    const mark = this.#unanswered.get(id);
    if (mark === undefined) return;
    this.#unanswered.delete(id);
    // A node takes another incarnation when it finds itself dead.
    const isMarked = incarnation > mark.incarnation || (state === 'dead' && foundBy === this.id);
    if (isMarked) this.#found(mark);
    else this.deps.onLeftToOthers(id);
  }

  #found(dead: NodeRecord): void {
    // It may be asked for again before the watch tells of the mark.
    if (this.#foundDead.get(dead.id) === dead.incarnation) return;
    this.#foundDead.set(dead.id, dead.incarnation);
    this.deps.log.warn({ node: dead.id }, 'a node is dead: its calls are reported as ended');
    this.deps.onFoundDead(dead);
  }

  /** The others may have considered this node dead without it noticing that it was silent. */
  #learnOfSelf(value: string | undefined): void {
    const record = value === undefined ? undefined : readNodeRecord(value);
    if (record?.state !== 'dead' || record.incarnation !== this.incarnation || this.#isClosed) return;
    this.#setCutOff(true);
    void this.#comeBack();
  }

  #hear(id: string, data: Buffer): void {
    const now = this.deps.clock.now();
    const beat = JSON.parse(data.toString('utf8')) as Heartbeat;
    if (id === this.id) {
      if (beat.incarnation === this.incarnation) this.#hearSelf(now);
      return;
    }
    const peer = this.#peers.get(id);
    const known = peer?.record.incarnation ?? 0;
    // The watch may be late.
    if (known < beat.incarnation) void this.#readAgain(id);
    if (peer === undefined || known !== beat.incarnation) return;
    // A NATS server that was cut off may have told of a write that the others never had.
    if (peer.record.state === 'dead') void this.#readAgain(id);
    const { channels, bridges, sockets } = beat;
    this.#peers.set(id, { ...peer, heardAt: now, load: { channels, bridges, sockets } });
  }

  #hearSelf(now: number): void {
    this.#echoAt = now;
    if (this.#isCutOff) void this.#comeBack();
  }

  #tick(): void {
    if (this.#isClosed) return;
    const { clock, config } = this.deps;
    this.#cancelTick = clock.after(config.heartbeat, () => this.#tick());
    const isCutOff = clock.now() - this.#echoAt > config.deadAfter;
    if (isCutOff && !this.#isCutOff) this.#setCutOff(true);
    this.#beat();
    // Without the others nothing can be said about them.
    if (!isCutOff && this.deps.link.isUp()) for (const peer of this.#peers.values()) this.#check(peer);
  }

  #beat(): void {
    const beat: Heartbeat = { ...this.deps.load(), incarnation: this.incarnation };
    this.deps.link.publish(`hb.${this.id}`, JSON.stringify(beat));
  }

  #check({ record, revision, heardAt }: Peer): void {
    const { clock, config } = this.deps;
    const silence = clock.now() - heardAt;
    if (record.state === 'dead' || silence < config.suspectAfter || this.#suspected.has(record.id)) return;
    this.#suspected.add(record.id);
    void this.#question(record, revision).finally(() => this.#suspected.delete(record.id));
  }

  async #question(record: NodeRecord, revision: number): Promise<void> {
    const { clock, log, nodes } = this.deps;
    const isAlive = await this.ping(record.id);
    const peer = this.#peers.get(record.id);
    if (peer === undefined || peer.revision !== revision) return;
    if (isAlive) {
      this.#peers.set(record.id, { ...peer, heardAt: clock.now() });
      return;
    }
    if (!this.#isTooSilent(record.id, revision)) return;
    const dead: NodeRecord = { ...record, state: 'dead', foundBy: this.id };
    try {
      // Proves that shared state can be written: what a node that is cut off has sent would count when it is back.
      if (!(await this.#isStillOwn())) return this.#setCutOff(true);
      await this.deps.onSuspected(record);
      // It was heard meanwhile, or this node was the silent one, and is back.
      if (!this.#isTooSilent(record.id, revision)) return this.deps.onLeftToOthers(record.id);
      this.#unanswered.set(record.id, dead);
      const written = await nodes.putIf(record.id, JSON.stringify(dead), revision);
      if (written === undefined) {
        if (this.#unanswered.delete(record.id)) this.deps.onLeftToOthers(record.id);
        return await this.#readAgain(record.id);
      }
      // The watch may have told of it before the answer came.
      if (this.#unanswered.delete(record.id)) this.#found(dead);
    } catch (error) {
      log.warn({ error, node: record.id }, 'a silent node could not be marked as dead: shared state cannot be written');
      // The others may be the majority, with a NATS server that this one cannot reach, and consider this node dead.
      if (!this.#isClosed) this.#setCutOff(true);
    }
  }

  /** Whether this node can say of another one, which has the same record as before, that it is silent for too long. */
  #isTooSilent(id: string, revision: number): boolean {
    const peer = this.#peers.get(id);
    if (peer?.revision !== revision || this.#isCutOff || this.#isClosed) return false;
    return this.deps.clock.now() - peer.heardAt >= this.deps.config.deadAfter;
  }

  /** What is known here of a node is not what the cluster has. */
  async #readAgain(id: string): Promise<void> {
    if (this.#reading.has(id)) return;
    this.#reading.add(id);
    const before = this.#peers.get(id);
    const entry = await this.deps.nodes.get(id).catch(() => null);
    this.#reading.delete(id);
    // What the watch has told meanwhile is newer.
    if (entry === null || this.#isClosed || this.#peers.get(id)?.revision !== before?.revision) return;
    this.#learn(entry ?? { key: id, value: undefined, revision: 0 });
  }

  /** Whether the cluster has a node as dead. Rejects when it cannot be asked. */
  async isFoundDead({ id, incarnation }: Pick<NodeRecord, 'id' | 'incarnation'>): Promise<boolean> {
    const entry = await this.deps.nodes.get(id);
    const record = entry?.value === undefined ? undefined : readNodeRecord(entry.value);
    return record?.state === 'dead' && record.incarnation === incarnation;
  }

  #setCutOff(isCutOff: boolean): void {
    if (this.#isCutOff === isCutOff) return;
    this.#isCutOff = isCutOff;
    this.deps.onCutOff(isCutOff);
  }

  /**
   * Whether the others have this node as living. It writes its record again: what can be read only may be what a NATS
   * server knows that has lost the others.
   */
  async #isStillOwn(): Promise<boolean> {
    const own = this.#own;
    if (own === undefined) return false;
    const written = await this.deps.nodes.putIf(this.id, JSON.stringify(own.record), own.revision);
    if (written !== undefined) {
      this.#own = { record: own.record, revision: written };
      return true;
    }
    const entry = await this.deps.nodes.get(this.id);
    const record = entry?.value === undefined ? undefined : readNodeRecord(entry.value);
    if (entry === undefined || record?.incarnation !== this.incarnation || record.state === 'dead') return false;
    this.#own = { record, revision: entry.revision };
    return true;
  }

  /** The others can be heard again. They may have considered this node dead. */
  async #comeBack(): Promise<void> {
    if (this.#isReturning) return;
    this.#isReturning = true;
    try {
      if (!(await this.#isStillOwn())) {
        await this.deps.onDeclaredDead();
        await this.#takeId();
      }
      // The others may have been silent because this node did not listen.
      for (const [id, peer] of this.#peers) this.#peers.set(id, { ...peer, heardAt: this.deps.clock.now() });
      this.#hasFailedToReturn = false;
      this.#setCutOff(false);
    } catch (error) {
      if (!this.#hasFailedToReturn) this.deps.log.warn({ error }, 'returning to the cluster failed and is tried again');
      this.#hasFailedToReturn = true;
    } finally {
      this.#isReturning = false;
    }
  }
}
