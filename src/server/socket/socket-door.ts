import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { ApiReply } from '../../api/dispatcher';
import { describeFailure, explainFailure } from '../../contract/describe-failure';
import { readParameters } from '../../contract/read-parameters';
import type { Route } from '../../contract/route';
import type { Rights } from '../../policy/rights';
import type { Applications, Registration } from '../../stasis/applications';
import type { AuthResult, User, Users } from '../auth/users';
import type { LiveSettings } from '../door-settings';
import { challengeOf } from '../door-settings';
import type { ConnectionLimits } from '../http/connections/connection-limits';
import type { RawHeaders } from '../http/answers/cors';
import { endWith } from '../http/answers/end-with';
import { refusals } from '../http/refusals';
import { rawAnswer } from '../http/answers/raw-answer';
import { behindPrefix, parseTarget } from '../http/requests/target';
import type { Clock } from '../../shared/time/clock';
import type { SessionDeps } from './event-session';
import { EventSession } from './event-session';
import { KeepAlive } from './keep-alive';
import type { SocketRequest } from './socket-request';
import { socketRequestOf } from './socket-request';

export interface SocketDoorOptions<Operations> {
  readonly session: SessionDeps<Operations>;
  readonly applications: Applications;
  /** Which events a user may receive, and which of their fields. */
  readonly viewOf: (rights: Rights) => Pick<Registration, 'view' | 'redact' | 'limits'>;
  readonly users: Users;
  /** The operation that opens the socket. */
  readonly route: Route<Operations>;
  readonly prefix: string;
  readonly settings: LiveSettings;
  readonly maxPayload: number;
  readonly pingInterval: number;
  readonly clock: Pick<Clock, 'after'>;
  readonly isReady: () => boolean;
  readonly connections: Pick<ConnectionLimits, 'authenticated'>;
  /**
   * Keeps the module of this door loaded until the result is called; the name of the use is shown when unloading is
   * refused.
   */
  readonly holdModule: (user: string) => () => void;
  /** Where there are several servers: resolves when all of them know of the socket that is about to be opened. */
  readonly announce?: ((wanted: SocketRequest, user: User) => Announcement) | undefined;
}

/** A socket that other servers are told of before it is open. */
export interface Announcement {
  readonly known: Promise<void>;
  /** The socket was not opened after all. */
  readonly retract: () => void;
}

/**
 * Milliseconds that clients have to read queued messages and to complete the closing handshake when the server stops.
 */
const closeTimeoutMs = 5000;

/** The websocket door: upgrades, credentials, registration; each accepted socket becomes an EventSession. */
export class SocketDoor<Operations> {
  readonly #server: WebSocketServer;
  readonly #sessions = new Set<EventSession<Operations>>();
  readonly #keepAlive: KeepAlive;

  constructor(private readonly options: SocketDoorOptions<Operations>) {
    this.#keepAlive = new KeepAlive(options.pingInterval, options.clock);
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: options.maxPayload,
      perMessageDeflate: false,
      autoPong: false,
      handleProtocols: (offered) => (offered.has('ari') ? 'ari' : false),
    });
    // Without a listener the library would send its own answer.
    this.#server.on('wsClientError', (error, socket) => this.#refuse(socket, this.#reply(400, handshakeHelp(error))));
  }

  get size(): number {
    return this.#sessions.size;
  }

  readonly handle = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Until the library takes over, a broken connection would otherwise be an uncaught error.
    socket.on('error', () => socket.destroy());
    const { path, query } = parseTarget(request.url ?? '/');
    if (behindPrefix(path, this.options.prefix) !== `/ari${this.options.route.path}`) {
      this.#refuse(socket, this.#reply(404, `no websocket can be opened at ${path}`));
      return;
    }
    const { users, settings } = this.options;
    const apiKey = query.get('api_key') ?? undefined;
    const address = settings.current.addresses.of(request) ?? '';
    const result = users.authenticate({ authorization: request.headers.authorization, apiKey, address });
    Promise.resolve(result)
      .then((settled) => this.#admit({ request, socket, head }, query, settled))
      .catch((error: unknown) => {
        this.options.session.log.error({ error }, 'websocket handshake aborted after an internal error');
        socket.destroy();
      });
  };

  /** Closes the sockets of users who were removed or whose rights changed; users with access can reconnect. */
  reviewUsers(): void {
    for (const session of this.#sessions) {
      const now = this.options.users.find(session.user.name);
      if (JSON.stringify(now?.config) !== JSON.stringify(session.user.config))
        session.close(1008, 'the user has changed');
    }
  }

  /** Breaks the connections of an application, or all of them. Returns how many. */
  drop(application: string | undefined): number {
    const dropped = [...this.#sessions].filter(
      ({ applications }) => application === undefined || applications.includes(application),
    );
    for (const session of dropped) session.drop();
    return dropped.length;
  }

  /** Closes all connections; peers that do not answer are disconnected. */
  close(): void {
    this.#keepAlive.close();
    for (const session of this.#sessions) session.close(1001, 'the server is shutting down', closeTimeoutMs);
    this.#server.close();
  }

  #admit(upgrade: Upgrade, query: URLSearchParams, result: AuthResult): void | Promise<void> {
    const { socket, request } = upgrade;
    if (result.outcome !== 'ok') return this.#refuse(socket, this.#turnedAway(result), this.#challenge(result));
    const closed = this.#closed(upgrade, query, result.user);
    if (closed !== undefined) return this.#refuse(socket, closed);
    const offered = request.headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
    if (offered.length > 0 && !offered.includes('ari')) {
      return this.#refuse(
        socket,
        this.#reply(400, `the subprotocol '${offered.join(', ')}' is not supported: offer 'ari' or none`),
      );
    }
    const wanted = this.#wanted(query, result.user);
    if ('status' in wanted) return this.#refuse(socket, wanted);
    const announcement = this.options.announce?.(wanted, result.user);
    const opening = { wanted, user: result.user };
    if (announcement === undefined) return void this.#upgrade(upgrade, opening);
    return this.#upgradeAnnounced(announcement, upgrade, opening);
  }

  /** Opens the socket when the other servers know of it; the caller reports a failure. */
  async #upgradeAnnounced(announcement: Announcement, upgrade: Upgrade, opening: Opening): Promise<void> {
    let isOpen = false;
    try {
      await announcement.known;
      isOpen = !upgrade.socket.destroyed && this.#upgrade(upgrade, opening);
    } finally {
      if (!isOpen) announcement.retract();
    }
  }

  /** Whether the socket is open now. */
  #upgrade(upgrade: Upgrade, opening: Opening): boolean {
    let isOpen = false;
    this.#server.handleUpgrade(upgrade.request, upgrade.socket, upgrade.head, (accepted) => {
      isOpen = true;
      this.#open(accepted, upgrade, opening);
    });
    return isOpen;
  }

  /** Why a socket cannot be opened now, or not by this user. */
  #closed({ request }: Upgrade, query: URLSearchParams, user: User): ApiReply | undefined {
    const { session, route, isReady, connections } = this.options;
    const full = connections.authenticated(request.socket);
    if (full !== undefined) return this.#reply(503, full);
    if (!isReady()) return this.#reply(503, 'the server is starting or stopping: try again shortly');
    if (request.method !== 'GET')
      return { ...this.#reply(405, 'a websocket can only be opened by GET'), allow: ['GET'] };
    const gate = session.dispatcher.dispatch({
      method: 'GET',
      path: route.path,
      query,
      rights: user.rights,
      context: { user: user.name, door: 'http' },
    });
    if (gate instanceof Promise) throw new Error('the operation that opens sockets has a handler');
    // A request that passes every check is answered with "upgrade required", which this request does.
    return gate.status === 426 && isWebsocket(request) ? undefined : gate;
  }

  #wanted(query: URLSearchParams, user: User): SocketRequest | ApiReply {
    const { parameters, validate } = this.options.route;
    const params = readParameters(parameters, { path: {}, query });
    if (!validate(params)) {
      const errors = validate.errors ?? [];
      return this.options.session.dispatcher.refuse(
        400,
        describeFailure(parameters, params, errors),
        explainFailure(parameters, params, errors),
      );
    }
    const wanted = socketRequestOf(params, randomUUID);
    if (typeof wanted === 'string') return this.#reply(400, wanted);
    const forbidden = wanted.applications.find((name) => !user.rights.mayUse(name));
    if (forbidden !== undefined) return this.#reply(403, `this user may not use the application ${forbidden}`);
    return wanted;
  }

  #open(accepted: WebSocket, { socket }: Upgrade, { wanted, user }: Opening): void {
    const { applications, holdModule, viewOf } = this.options;
    const view = viewOf(user.rights);
    const release = holdModule(`the event socket of ${user.name} for ${wanted.applications[0] ?? ''}`);
    const session = new EventSession(
      {
        socket: accepted,
        socketId: wanted.shared?.socket,
        user,
        applications: wanted.applications,
        together: { as: 'server', stream: socket },
      },
      this.options.session,
    );
    this.#sessions.add(session);
    this.#keepAlive.add(session);
    accepted.on('close', () => {
      release();
      this.#sessions.delete(session);
      this.#keepAlive.remove(session);
      for (const name of wanted.applications) applications.unregister(name, session);
    });
    const { subscribeAll, shared } = wanted;
    for (const name of wanted.applications) {
      const resume = wanted.resume ? { resume: { seen: wanted.seen.get(name)?.number } } : {};
      applications.register(name, { sink: session, subscribeAll, shared, ...view, ...resume });
    }
  }

  #turnedAway(result: Exclude<AuthResult, { outcome: 'ok' }>): ApiReply {
    if (result.outcome === 'forbidden-address') return this.#reply(403, 'this user may not connect from this address');
    if (result.outcome === 'busy') return this.#reply(503, refusals.tooManyChecks);
    if (result.outcome === 'throttled')
      return this.#reply(429, `too many failed logins: try again in ${result.retryAfter} s`);
    return this.#reply(401, 'credentials are required: HTTP Basic, or api_key=user:password');
  }

  #challenge(result: Exclude<AuthResult, { outcome: 'ok' }>): RawHeaders {
    if (result.outcome === 'forbidden-address') return [];
    if (result.outcome === 'busy') return ['Retry-After', String(result.retryAfter)];
    return challengeOf(this.options.settings.current);
  }

  #reply(status: number, message: string): ApiReply {
    return this.options.session.dispatcher.refuse(status, message);
  }

  #refuse(socket: Duplex, reply: ApiReply, headers: RawHeaders = []): void {
    const { style } = this.options.settings.current;
    const always = [...style.always, ...(handshakeHeaders[reply.status] ?? []), ...headers];
    endWith(socket, rawAnswer(reply, { ...style, always }));
  }
}

/** Headers that tell the client how to upgrade (RFC 6455 §4.4, RFC 9110 §15.5.22). */
const handshakeHeaders: Readonly<Record<number, RawHeaders>> = {
  400: ['Sec-WebSocket-Version', '13, 8'],
  426: ['Upgrade', 'websocket'],
};

function isWebsocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

function handshakeHelp({ message }: Error): string {
  return `this is not a websocket handshake: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

interface Opening {
  readonly wanted: SocketRequest;
  readonly user: User;
}

interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}
