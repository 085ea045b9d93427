import type { Socket } from 'node:net';
import type { CelConfig } from '../config/files/cel-conf';
import type { ManagerConfig, ManagerUserConfig } from '../config/manager-config';
import type { EngineEventSource } from '../engine/engine-event';
import type { Clock } from '../shared/time/clock';
import type { Logger } from '../shared/logger';
import { OncePer } from '../shared/limits/once-per';
import { perform } from './actions/action-table';
import { ExtensionStates } from './extension-states';
import { driveAsyncAgi } from './drive-async-agi';
import type { ManagerServices } from './manager-services';
import { CelRecorder } from './cel/cel-recorder';
import { managerVersion } from './interface-version';
import type { ListenerAddress } from './manager-listener';
import { ManagerListener } from './manager-listener';
import { EventFeed } from './session/event-feed';
import { TerminalListener } from './terminal/terminal-listener';
import { ManagerConnection } from './session/manager-connection';
import type { ManagerSession, SessionDeps } from './session/manager-session';
import type { WebSession } from './web/web-session';
import type { WebRequest, WebAnswer } from './web/web-sessions';
import { WebSessions } from './web/web-sessions';

/** What the service makes by itself. */
type Made = 'feed' | 'sessionsOf' | 'interfaceVersion' | 'notifyOption';

export interface ManagerServiceDeps {
  readonly config: ManagerConfig;
  readonly cel: CelConfig;
  readonly services: Omit<ManagerServices, Made>;
  readonly events: EngineEventSource;
  /** The socket file for terminals of this machine. */
  readonly terminalPath: string;
  /** Puts other users in force. */
  readonly replaceUsers: (users: readonly ManagerUserConfig[]) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Connections at the same time, logged in or not. */
const mostSessions = 1000;

/** The manager interface: its ports, the connections of its clients and the events for them. */
export class ManagerService {
  readonly feed: EventFeed;
  readonly #sessions = new Set<ManagerSession>();
  readonly #services: ManagerServices;
  readonly #refusals: OncePer;
  readonly #terminal: TerminalListener;
  readonly #web: WebSessions;
  #config: ManagerConfig;
  #listener: ManagerListener | undefined;
  #addresses: readonly ListenerAddress[] = [];
  #isOpen = false;
  #isRestart = false;
  #cel: CelRecorder | undefined;
  #extensions: ExtensionStates | undefined;
  #stopAsyncAgi: (() => void) | undefined;

  constructor(private readonly deps: ManagerServiceDeps) {
    this.#config = deps.config;
    this.#refusals = new OncePer({ clock: deps.clock, period: 60_000, capacity: 1000 });
    this.feed = new EventFeed({ events: deps.events, hasTimestamps: () => this.#config.timestampEvents });
    this.#services = {
      ...deps.services,
      stop: (request) => {
        this.#isRestart = request.isRestart;
        return deps.services.stop(request);
      },
      feed: this.feed,
      interfaceVersion: managerVersion,
      notifyOption: (name) => this.#config.notifyOptions.get(name),
      sessionsOf: (name) => [...this.#sessions].filter(({ user }) => user?.name === name),
    };
    this.#terminal = new TerminalListener(deps.terminalPath, this.#services);
    this.#web = new WebSessions({
      log: deps.log,
      session: () => this.#sessionDeps(),
      idleTimeout: () => this.#config.webTimeout,
      perform: (message, from) => perform(message, from, this.#services),
      admit: (make) => this.#admit(make),
    });
  }

  /** Answers for clients over HTTP; undefined while the interface is not served there. */
  get web(): ((request: WebRequest) => Promise<WebAnswer>) | undefined {
    return this.#isOpen && this.#config.webEnabled ? (request) => this.#web.answer(request) : undefined;
  }

  /** Where it listens; empty when it is switched off. */
  get addresses(): readonly ListenerAddress[] {
    return this.#addresses;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Starts to listen if the configuration says so. Rejects when an address cannot be bound. */
  async open(): Promise<void> {
    this.#isOpen = true;
    this.#recordCel(this.deps.cel);
    this.#driveAsyncAgi();
    this.#extensions = new ExtensionStates({
      hints: this.deps.services.hints,
      events: this.deps.events,
      now: this.deps.clock.now,
      raise: (event) => this.feed.raise(event),
    });
    await this.#listen();
    await this.#terminal.open();
  }

  /** Applies a configuration: users at once, and the ports where they have changed. */
  async reconfigure(next: ManagerConfig): Promise<void> {
    const before = this.#config;
    this.#config = next;
    this.deps.replaceUsers(next.users);
    for (const session of this.#sessions) this.#review(session);
    if (!next.webEnabled) this.#web.close();
    this.#driveAsyncAgi();
    if (!this.#isOpen || portsOf(before) === portsOf(next)) return;
    await this.#stopListening();
    await this.#listen();
  }

  /** Tells all clients that the server is about to stop. */
  announceShutdown(): void {
    this.feed.raise({ type: 'shutdown', at: this.deps.clock.now(), isRestart: this.#isRestart });
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#cel?.close();
    this.#extensions?.close();
    this.#driveAsyncAgi();
    for (const session of this.#sessions) session.close();
    await this.#terminal.close();
    await this.#stopListening();
  }

  /** The channel event log as the configuration says now. */
  reconfigureCel(config: CelConfig): void {
    this.#cel?.close();
    this.#cel = undefined;
    if (this.#isOpen) this.#recordCel(config);
  }

  #recordCel(config: CelConfig): void {
    const { events } = this.deps;
    if (config.enabled && config.toManager)
      this.#cel = new CelRecorder(config, { events, raise: (event) => this.feed.raise(event) });
  }

  /** While clients can connect, they drive the calls that wait for AGI commands. */
  #driveAsyncAgi(): void {
    if (this.#isOpen && this.#config.enabled)
      this.#stopAsyncAgi ??= driveAsyncAgi(this.deps.services.asyncAgi, this.feed, this.deps.clock);
    else {
      this.#stopAsyncAgi?.();
      this.#stopAsyncAgi = undefined;
    }
  }

  async #listen(): Promise<void> {
    if (!this.#config.enabled) return;
    const listener = new ManagerListener(this.#config, (socket) => this.#accept(socket));
    this.#addresses = await listener.open();
    this.#listener = listener;
  }

  async #stopListening(): Promise<void> {
    const listener = this.#listener;
    this.#listener = undefined;
    this.#addresses = [];
    await listener?.close();
  }

  #accept(socket: Socket): void {
    if (this.#isFull) return this.#refuse(socket);
    const { session } = new ManagerConnection(socket, {
      ...this.#sessionDeps(),
      log: this.deps.log,
      greeting: `Asterisk Call Manager/${managerVersion}\r\n`,
      perform: (message, from) => perform(message, from, this.#services),
    });
    this.#sessions.add(session);
  }

  #admit(make: () => WebSession): WebSession | undefined {
    if (this.#isFull) return undefined;
    const web = make();
    this.#sessions.add(web.session);
    return web;
  }

  get #isFull(): boolean {
    const strangers = [...this.#sessions].filter(({ user }) => user === undefined).length;
    return strangers >= this.#config.authLimit || this.#sessions.size >= mostSessions;
  }

  #sessionDeps(): SessionDeps {
    return {
      clock: this.deps.clock,
      feed: this.feed,
      authTimeout: this.#config.authTimeout,
      onClosed: (closed) => this.#forget(closed),
    };
  }

  #refuse(socket: Socket): void {
    const { remoteAddress: address = '' } = socket;
    if (this.#refusals.isDue(address))
      this.deps.log.warn({ address }, 'manager connection refused: too many connections');
    socket.destroy();
  }

  #forget(session: ManagerSession): void {
    this.#sessions.delete(session);
    const { user, address } = session;
    if (user?.displayConnects === true) this.deps.log.info({ user: user.name, address }, 'manager user logged off');
  }

  /** A user that is gone, or has another secret, is logged off; another one gets its new rights. */
  #review(session: ManagerSession): void {
    const { user } = session;
    if (user === undefined) return;
    const now = this.#config.users.find(({ name }) => name === user.name);
    if (now === undefined || now.password !== user.password) session.close();
    else session.changeUser(now);
  }
}

function portsOf({ enabled, bindAddress, port, tls }: ManagerConfig): string {
  return JSON.stringify({ enabled, bindAddress, port, tls });
}
