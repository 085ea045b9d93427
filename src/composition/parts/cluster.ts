import { bridgeId, playbackId } from '../../shared/ids';
import type { ApiReply, ApiRequest, Placement } from '../../api/dispatcher';
import { SettingsExchange } from '../../cluster/applications/settings-exchange';
import { SharedApplications } from '../../cluster/applications/shared-applications';
import { ClusterJournal } from '../../cluster/applications/cluster-journal';
import type { DeadNode } from '../../cluster/death/burials';
import { Burials } from '../../cluster/death/burials';
import { ChannelRecords } from '../../cluster/death/channel-records';
import { EndReports } from '../../cluster/death/report-ends';
import { Members } from '../../cluster/members';
import { ClusterAnswers } from '../../cluster/routing/shared-answers';
import { Claims } from '../../cluster/routing/claims';
import { Forwarder } from '../../cluster/routing/forwarder';
import { Locator } from '../../cluster/routing/locate';
import { NodePlacement } from '../../cluster/routing/placement';
import type { Trunks } from '../../cluster/trunks/trunks';
import type { RtpConfig, ServerConfig } from '../../config/server-config';
import type { OwnedKind } from '../../contract/route';
import type { ConfigObjects } from '../../engine/config-objects/config-objects';
import type { EngineEventHub } from '../../engine/engine-event';
import type { Rights } from '../../policy/rights';
import type { Announcement } from '../../server/socket/socket-door';
import type { SocketRequest } from '../../server/socket/socket-request';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { Applications, Registration } from '../../stasis/applications';
import type { Belongings } from '../../stasis/belongings';
import { EventSerializer } from '../../stasis/serialized-event';
import type { InForce } from '../settings/in-force';
import type { CallServices } from './calls';
import type { ClusterBase } from './cluster-base';
import type { Engine } from './engine';
import type { MediaServices } from './media-parts';
import { makeTrunks } from './trunks';

export interface ClusterDeps {
  readonly base: ClusterBase;
  readonly config: ServerConfig;
  readonly version: string;
  readonly engine: Engine;
  readonly applications: Applications;
  readonly belongings: Belongings;
  readonly calls: CallServices;
  readonly media: MediaServices;
  /** What rtp.conf says now. */
  readonly rtp: InForce<RtpConfig>;
  readonly objects: ConfigObjects;
  /** The registered phones; undefined where phones are not served. */
  readonly contacts: () => { readonly adopt: (key: string, value: unknown) => void } | undefined;
  /** Which events a user may receive. */
  readonly viewOf: (rights: Rights) => Pick<Registration, 'view' | 'redact' | 'limits'>;
  readonly refuse: (status: number, message: string) => ApiReply;
  readonly dispatch: (request: ApiRequest) => ApiReply | Promise<ApiReply>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** This server as one node of several. */
export class ClusterNode {
  readonly members: Members;
  readonly applications: SharedApplications;
  readonly placement: Placement;
  readonly answers: ClusterAnswers;
  readonly trunks: Trunks;
  readonly #burials: Burials;
  readonly #endReports: EndReports;
  readonly #claims: Claims;
  readonly #journal: ClusterJournal;
  readonly #settings: SettingsExchange;
  readonly #records: ChannelRecords;
  readonly #forwarder: Forwarder;
  readonly #stops: (() => void)[] = [];
  readonly #joined: Promise<void>;
  #setJoined: () => void = () => undefined;

  constructor(private readonly deps: ClusterDeps) {
    const { base, clock, log, calls, engine, refuse } = deps;
    const { link, buckets, config } = base;
    const { isUp } = link;
    this.#joined = new Promise((resolve) => (this.#setJoined = resolve));
    this.members = new Members({
      link,
      nodes: buckets.nodes,
      config,
      version: deps.version,
      clock,
      log,
      load: () => ({
        channels: calls.channels.size,
        bridges: calls.bridges.size,
        sockets: this.applications.heldHere,
      }),
      onGone: (id, isFinder) => {
        this.trunks.lost(id);
        // The finder tells applications when it ends what the node has left.
        if (!isFinder) base.uses.forget(id);
      },
      onSuspected: (node) => this.#endReports.look(node),
      onLeftToOthers: (id) => this.#endReports.forget(id),
      // Applications on other nodes are known when this one has joined.
      onFoundDead: (node) => void this.#joined.then(() => this.#burials.begin(node)),
      onCutOff: (isCutOff) => this.#cutOff(isCutOff),
      onDeclaredDead: () => this.#endAll(),
    });
    const { members } = this;
    this.#endReports = this.#makeEndReports();
    this.#burials = new Burials({
      bury: (dead) => this.#bury(dead),
      nodes: () => members.views(),
      isDead: (node) => members.isFoundDead(node),
      clock,
      log,
    });
    this.#claims = new Claims({
      own: buckets.own,
      node: config.node,
      isUp,
      log,
      isLive: (node) => members.isLive(node),
      has: (kind, id) => this.#has(kind, id) === true,
    });
    const { requestTimeout: timeout, deadAfter } = config;
    this.#journal = new ClusterJournal({ link, log: base.journal, members, clock, timeout, deadAfter, logger: log });
    this.applications = this.#sharedApplications();
    this.#settings = new SettingsExchange({
      link,
      members,
      applications: deps.applications,
      clock,
      timeout: config.requestTimeout,
    });
    this.#records = new ChannelRecords({
      bucket: buckets.chan,
      members,
      // What was written while the others consider this node dead would be reported as ended.
      isUp: () => isUp() && !members.isCutOff,
      channels: calls.channels,
      bridges: calls.bridges,
      log,
      applicationWith: (id) => calls.sessions.applicationWith(id),
      applications: deps.applications,
      events: engine.events,
      link,
      clock,
    });
    this.answers = new ClusterAnswers({ bucket: buckets.answers, link, members, log });
    this.#forwarder = new Forwarder({ link, members, clock, timeout: config.requestTimeout, refuse });
    this.trunks = makeTrunks({ ...deps, link, members, cluster: config });
    this.placement = this.#makePlacement().carryOut;
  }

  #makeEndReports(): EndReports {
    const { base, config, applications, clock, log } = this.deps;
    const notices = new EventSerializer(config.options.entityId);
    return new EndReports({ bucket: base.buckets.chan, applications, notices, clock, log });
  }

  #makePlacement(): NodePlacement {
    const { base, refuse, dispatch } = this.deps;
    const { isUp } = base.link;
    const locator = new Locator({
      members: this.members,
      claims: this.#claims,
      isUp,
      has: (kind, id) => this.#has(kind, id),
      holdersOf: (application) => this.applications.holdersOf(application),
    });
    return new NodePlacement({
      members: this.members,
      forwarder: this.#forwarder,
      claims: this.#claims,
      locator,
      remote: this.trunks.remote,
      isUp,
      refuse,
      dispatch,
      settled: () => base.state.settled(),
    });
  }

  #sharedApplications(): SharedApplications {
    const { base, applications, viewOf, clock, log, config } = this.deps;
    return new SharedApplications({
      link: base.link,
      bucket: base.buckets.apps,
      members: this.members,
      journal: this.#journal,
      resumeAge: config.ari.resume.age,
      applications,
      viewOf,
      clock,
      log,
      timeout: base.config.requestTimeout,
    });
  }

  /** Takes the place of this node among the others. Rejects when a living node has its id. */
  async join(): Promise<void> {
    const { base, engine, dispatch } = this.deps;
    await this.members.join();
    this.#journal.start();
    this.#forwarder.serve((request) => this.#joined.then(() => dispatch(request)));
    await this.applications.start();
    this.#settings.start();
    await this.#settings.fetch();
    this.#adoptState();
    await base.uses.start({ members: this.members, adoption: engine.adoption });
    this.#stops.push(this.#records.start(), this.#releaseIds(engine.events), this.trunks.start());
    base.link.onChange((isUp) => void (isUp && this.#catchUp()));
    this.answers.start();
    this.#setJoined();
  }

  /** Signs off. The connection is closed by its owner. */
  async leave(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#burials.stop();
    await this.applications.leave().catch((error: unknown) => {
      this.deps.log.warn({ error }, 'applications that can resume could not be left to the other nodes');
    });
    this.#journal.close();
    await this.members.leave();
  }

  readonly announce = (
    { applications: names, subscribeAll, shared, resume, seen }: SocketRequest,
    rights: Rights,
  ): Announcement => {
    const { applications, seesKeys } = rights;
    return {
      known: this.applications.announce(names, {
        subscribeAll,
        limits: { applications, seesKeys },
        socket: shared?.socket,
        isResumed: resume,
        seen,
      }),
      retract: () => names.forEach((name) => this.applications.retract(name, shared?.socket)),
    };
  };

  /** An application begins or ends to follow something. */
  followed(kind: string, id: string): void {
    if (kind === 'channel') {
      this.#records.touch(id);
      this.trunks.lent.touch(id);
    } else if (kind === 'bridge')
      for (const channel of this.deps.calls.bridges.find(bridgeId(id))?.snapshot().channels ?? [])
        this.#records.touch(channel);
  }

  #has(kind: OwnedKind, id: string): boolean | undefined {
    const { calls, media } = this.deps;
    switch (kind) {
      case 'channel':
        return calls.channels.find(id) !== undefined;
      case 'bridge':
        return calls.bridges.find(bridgeId(id)) !== undefined;
      case 'playback':
        return media.playbacks.find(playbackId(id)) !== undefined;
      case 'liveRecording':
        return media.recordings.find(id) !== undefined;
      case 'application':
      case 'storedRecording':
      case 'phone':
      case 'node':
      case 'source':
        return undefined;
    }
  }

  #releaseIds(events: EngineEventHub): () => void {
    return events.onAny('drain', (event) => {
      switch (event.type) {
        case 'channel-destroyed':
          return this.#claims.release({ kind: 'channel', id: event.channel.id });
        case 'bridge-destroyed':
          return this.#claims.release({ kind: 'bridge', id: event.bridge.id });
        case 'playback-finished':
          return this.#claims.release({ kind: 'playback', id: event.playback.id });
        case 'recording-finished':
        case 'recording-failed':
          return this.#claims.release({ kind: 'liveRecording', id: event.recording.name });
        default:
          return undefined;
      }
    });
  }

  #adoptState(): void {
    const { base, engine, calls, objects } = this.deps;
    const { state } = base;
    const into = (namespace: string, adopt: (key: string, value: unknown) => void): void => {
      for (const { key, value } of state.list(namespace)) adopt(key, value);
      state.onAdopted(namespace, ({ key, value, apply }) => {
        apply();
        adopt(key, value);
      });
    };
    into('device-states', (name, value) => engine.devices.adopt(name, value));
    into('mailboxes', (name, value) => engine.mailboxes.adopt(name, value));
    into('globals', (name, value) => engine.variables.adopt(name, value));
    into('custom-devices', (name, value) => calls.plan.customDevices.adopt(name, value));
    state.onAdopted('sip-contacts', ({ key, value, apply }) => {
      apply();
      this.deps.contacts()?.adopt(key, value);
    });
    state.onAdopted('objects/', ({ namespace, apply }) => {
      const [, configClass = '', objectType = ''] = namespace.split('/');
      void objects.refresh({ configClass, objectType }, apply);
    });
  }

  /** The connection is back: the others learn of what has changed meanwhile. */
  async #catchUp(): Promise<void> {
    try {
      await this.#claims.announce();
      await this.applications.announceAgain();
      await this.#records.renewAll();
      this.trunks.announceAgain();
      this.deps.base.uses.announceAgain();
      await this.#settings.fetch();
    } catch (error) {
      this.deps.log.warn({ error }, 'the other nodes could not be told everything after the connection came back');
    }
  }

  async #bury(dead: DeadNode): Promise<void> {
    const { base } = this.deps;
    await this.#endReports.report(dead);
    await this.applications.forget(dead.id, dead.incarnation);
    await base.uses.end(dead);
  }

  #cutOff(isCutOff: boolean): void {
    const { calls, log } = this.deps;
    calls.admission.setFenced(isCutOff);
    if (isCutOff)
      log.warn({}, 'this node has lost the connection to the others: it takes no new calls until it is back');
    else {
      log.info({}, 'this node has the others again');
      void this.#catchUp();
    }
  }

  /** The others have reported the ends of these calls: they must not go on here. */
  async #endAll(): Promise<void> {
    const { calls, log, engine } = this.deps;
    log.warn({ channels: calls.channels.size }, 'the other nodes considered this one dead: its calls are ended');
    this.applications.mute();
    // The others report these ends, and need the records for that.
    this.#records.abandon();
    for (const channel of calls.channels.list()) channel.hangUp();
    for (const bridge of calls.bridges.list()) bridge.destroy();
    if (calls.channels.size === 0) return;
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        stop();
        cancel();
        resolve();
      };
      const cancel = this.deps.clock.after(longestEnd, finish);
      const stop = engine.events.on('drain', 'channel-destroyed', () => void (calls.channels.size === 0 && finish()));
    });
  }
}

/** Milliseconds that the calls of a node have to end when the others have reported their ends. */
const longestEnd = 5000;
