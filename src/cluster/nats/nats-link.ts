import { readFileSync } from 'node:fs';
import type { ClusterConfig } from '../../config/files/cluster-conf';
import type { Logger } from '../../shared/logger';
import { guarded, guardedSoon } from '../../shared/scheduling/guard';
import { soon } from '../../shared/scheduling/soon';
import type { Bucket, ClusterLink } from '../cluster-link';
import { JetStreamRequests } from './jet-stream';
import { isLeaderless, isUnanswered } from './leaderless';
import { loadNats } from './load-nats';
import type { ConnectOptions, JetStream, NatsConnection, NatsLibrary, NatsMessage } from './nats-api';
import { natsBucket } from './nats-bucket';
import { natsLog, openStream } from './nats-log';
import { NatsRequests } from './nats-requests';
import { isBefore } from './nats-version';
import { TurnOutbox } from './turn-outbox';
import { acceptsSeveral, turnAge, WriteTurns } from './write-turns';

export interface NatsLinkOptions {
  readonly config: ClusterConfig;
  /** Tells this process from an earlier one of the same node. */
  readonly uuid: () => string;
  readonly log: Logger;
}

/** Milliseconds between attempts to reach a server again. */
const reconnectDelay = 200;
/** Milliseconds that a server has to answer a write; an election of a leader may take longer. */
const writeTimeout = 5000;

/** Milliseconds that a node which starts waits for an election, and between its attempts. */
const electionTimeout = 30_000;
const electionDelay = 250;

/** The first version whose copies stay the same whatever fails. */
const steady = [2, 10] as const;

const nanoseconds = 1_000_000;
/** JetStream takes no shorter one, and 0 would be without an end. */
const shortestAge = 1000;
const logBytes = 256 * 1024 * 1024;

/** Connects to NATS. Rejects when no server can be reached; a connection that is lost later comes back by itself. */
export async function connectNats({ config, uuid, log }: NatsLinkOptions): Promise<ClusterLink> {
  const library = loadNats();
  const connection = await library.connect(connectOptions(config, library)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cluster.conf: no NATS server can be reached at ${config.servers.join(', ')}: ${reason}`, {
      cause: error,
    });
  });
  const link = new NatsLink({ config, library, connection, log, inbox: `pb.${config.name}.inbox.${uuid()}` });
  void link.watchStatus();
  const { version } = connection.info ?? {};
  if (config.replicas > 1 && version !== undefined && isBefore(version, steady))
    log.warn(
      { version },
      'this version of NATS can stop taking writes, or lose some, when a server of several fails: use 2.10 or newer',
    );
  return link;
}

function connectOptions(config: ClusterConfig, library: NatsLibrary): ConnectOptions {
  const { servers, user, password, token, credentialsFile, caFile } = config;
  return {
    servers: servers.map((server) => server.replace(/^tls:/i, 'nats:')),
    name: `patchbay ${config.name} ${config.node}`,
    ...(user === '' ? undefined : { user, pass: password }),
    ...(token === '' ? undefined : { token }),
    ...(credentialsFile === ''
      ? undefined
      : { authenticator: library.credsAuthenticator(readFileSync(credentialsFile)) }),
    ...(caFile !== '' || servers.some((server) => /^tls:/i.test(server))
      ? { tls: caFile === '' ? {} : { caFile } }
      : undefined),
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectDelay,
    // A server that hangs is left, and another one found, before this node would be considered dead.
    pingInterval: Math.ceil(config.deadAfter / 8),
    maxPingOut: 2,
    timeout: Math.ceil(config.deadAfter / 4),
  };
}

interface NatsLinkDeps {
  readonly config: ClusterConfig;
  readonly library: NatsLibrary;
  readonly connection: NatsConnection;
  readonly log: Logger;
  readonly inbox: string;
}

const up: ReadonlySet<string> = new Set(['reconnect']);
const down: ReadonlySet<string> = new Set(['disconnect', 'staleConnection']);

class NatsLink implements ClusterLink {
  readonly #outbox: TurnOutbox;
  readonly #requests: NatsRequests;
  readonly #listeners: ((isUp: boolean) => void)[] = [];
  readonly #jetstream: JetStream;
  readonly #kvm: InstanceType<NatsLibrary['Kvm']>;
  readonly #stream: JetStreamRequests;
  readonly #pauses = new Set<() => void>();
  #turns: Promise<WriteTurns> | undefined;
  #isUp = true;
  #isClosed = false;

  constructor(private readonly deps: NatsLinkDeps) {
    const { library, connection, inbox, log } = deps;
    this.#outbox = new TurnOutbox({
      connection,
      soon: guardedSoon(soon, log),
      onFailed: (error, subject) => log.error({ error, subject }, 'a message to other nodes could not be sent'),
    });
    this.#requests = new NatsRequests({ connection, outbox: this.#outbox, library, inbox });
    this.#jetstream = library.jetstream(connection, { timeout: writeTimeout });
    this.#kvm = new library.Kvm(this.#jetstream);
    this.#stream = new JetStreamRequests({
      requests: this.#requests,
      headers: () => library.headers(),
      timeout: writeTimeout,
      now: Date.now,
      onStalled: (stream) =>
        deps.log.warn({ stream }, 'NATS leaves writes without an answer: it is asked for another leader'),
      pause: (milliseconds) => this.#pause(milliseconds),
    });
  }

  readonly isUp = (): boolean => this.#isUp;

  readonly onChange = (listener: (isUp: boolean) => void): void => {
    this.#listeners.push(listener);
  };

  readonly publish = (name: string, data: string): void => {
    // The client would keep messages until the connection is back: they would be old then.
    if (this.#isUp && !this.#isClosed) this.#outbox.send({ subject: this.#subject(name), data });
  };

  readonly publishLines: ClusterLink['publishLines'] = (name, lines) => {
    if (this.#isUp && !this.#isClosed) this.#outbox.sendLines(this.#subject(name), lines);
  };

  readonly beforeSending: ClusterLink['beforeSending'] = (action) => {
    const onFault = (error: unknown): void => this.deps.log.error({ error }, 'a record could not be written');
    this.#outbox.prepare(guarded(action, onFault));
    return () => this.#outbox.leaveSoon();
  };

  readonly subscribe: ClusterLink['subscribe'] = (name, onMessage) => {
    const skip = this.#subject('').length;
    this.#listen(name, ({ data, subject }) => onMessage(Buffer.from(data), subject.slice(skip)));
  };

  readonly request: ClusterLink['request'] = (name, data) => this.#requests.request(this.#subject(name), data);

  readonly answer: ClusterLink['answer'] = (name, answer) => {
    this.#listen(name, ({ data, reply }) => {
      if (reply === undefined || reply === '') return;
      Promise.resolve(answer(Buffer.from(data)))
        .then((text) => {
          if (!this.#isClosed) this.#requests.respond(reply, text);
        })
        .catch((error: unknown) => this.deps.log.error({ error, name }, 'a request of another node failed'));
    });
  };

  readonly bucket: ClusterLink['bucket'] = async (
    name,
    { volatile = false, erases = false, maxAge, maxBytes } = {},
  ): Promise<Bucket> => {
    const { config, log } = this.deps;
    const full = `pb-${config.name}-${name}`;
    const keys = await this.#whenLed(() =>
      this.#kvm.create(full, {
        history: 1,
        replicas: config.replicas,
        storage: volatile ? 'memory' : 'file',
        // Read from the leader: a read after a write sees it.
        allow_direct: false,
        ...(maxAge === undefined ? undefined : { ttl: maxAge }),
        ...(maxBytes === undefined ? undefined : { max_bytes: maxBytes }),
      }),
    );
    return natsBucket({
      name: full,
      keys,
      stream: this.#stream,
      turns: await this.#openTurns(),
      erases,
      onWatchLost: (error) => log.warn({ error, bucket: name }, 'watching shared state was interrupted'),
      isClosed: () => this.#isClosed,
      pause: (milliseconds) => this.#pause(milliseconds),
    });
  };

  readonly log: ClusterLink['log'] = async (name, { maxAge, maxEntries }) => {
    const { config, library, connection } = this.deps;
    const stream = `pb-${config.name}-${name}`;
    await this.#whenLed(async () => {
      const manager = await library.jetstreamManager(connection, { timeout: writeTimeout });
      await openStream(manager, stream, {
        subjects: [`${this.#subject(name)}.*`],
        max_age: Math.max(maxAge, shortestAge) * nanoseconds,
        max_msgs_per_subject: Math.max(maxEntries, 1),
        max_bytes: logBytes,
        num_replicas: config.replicas,
      });
    });
    return natsLog({ jetstream: this.#jetstream, stream, subject: this.#subject(name) });
  };

  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const end of this.#pauses) end();
    if (this.#isUp) this.#outbox.flush();
    this.#requests.failAll();
    if (!this.deps.connection.isClosed()) await this.deps.connection.close();
  };

  async watchStatus(): Promise<void> {
    for await (const { type } of this.deps.connection.status()) {
      if (down.has(type)) this.#turn(false);
      if (up.has(type)) this.#turn(true);
    }
    this.#turn(false);
  }

  #turn(isUp: boolean): void {
    if (this.#isUp === isUp) return;
    this.#isUp = isUp;
    const { log } = this.deps;
    if (this.#isClosed) return;
    if (isUp) log.info({}, 'the connection to the other nodes is back');
    else {
      log.warn({}, 'the connection to the other nodes is lost');
      this.#outbox.clear();
      this.#requests.failAll();
    }
    for (const listener of this.#listeners) listener(isUp);
  }

  /** Undefined where the servers need none. */
  #openTurns(): Promise<WriteTurns> | undefined {
    const { config, connection } = this.deps;
    if (config.replicas === 1 || !acceptsSeveral(connection.info?.version ?? '')) return undefined;
    const bucket = `pb-${config.name}-turns`;
    const options = {
      history: 1,
      replicas: config.replicas,
      storage: 'memory',
      allow_direct: false,
      ttl: turnAge,
    } as const;
    this.#turns ??= this.#whenLed(() => this.#kvm.create(bucket, options)).then(
      () => new WriteTurns({ bucket, stream: this.#stream, pause: (milliseconds) => this.#pause(milliseconds) }),
    );
    return this.#turns;
  }

  /** Makes what may be made twice. A node can start while the servers elect a leader. */
  async #whenLed<Made>(make: () => Promise<Made>): Promise<Made> {
    const until = Date.now() + electionTimeout;
    for (;;) {
      try {
        return await make();
      } catch (error) {
        const isElection = isLeaderless(error) || isUnanswered(error);
        if (!isElection || this.#isClosed || Date.now() > until) throw error;
        await this.#pause(electionDelay);
      }
    }
  }

  #subject(name: string): string {
    return `pb.${this.deps.config.name}.${name}`;
  }

  #listen(name: string, onMessage: (message: NatsMessage) => void): void {
    this.deps.connection.subscribe(this.#subject(name), {
      callback: (error, message) => {
        if (error === null) onMessage(message);
        else if (!this.#isClosed) this.deps.log.error({ error, name }, 'listening to other nodes failed');
      },
    });
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#pauses.add(end);
    });
  }
}
