import type { JsonObject } from '../contract/json';
import { isJsonObject } from '../contract/json';
import type { Access } from './access';
import { accessFrom } from './access';
import { usualBackoff } from './backoff';
import type { Call } from './call';
import type { ConnectOptions } from './connect-options';
import { ConnectionFailure } from './connection-failure';
import type { ConnectionNotice, ConnectionState } from './event-socket';
import { EventSocket } from './event-socket';
import { HttpTransport } from './http-transport';
import { InFlight } from './in-flight';
import type { EventSource, Tagged } from './listeners';
import { Listeners } from './listeners';
import { repeatingCommands } from './repeat-commands';
import { placeParameters } from './place-parameters';
import { Progress } from './progress';
import { isAnswerFrame } from './rest-frames';
import { SocketTransport } from './socket-transport';
import type { Transport } from './transport';

/** What the spec says about the event socket. */
export interface SocketFacts {
  /** The operation that is upgraded. */
  readonly call: Call<unknown>;
  /** Of each connection: the first one has seen nothing, those after it say how far the one before came. */
  readonly params: (seen: readonly string[]) => object;
  readonly protocol: string;
  readonly eventTypes: readonly string[];
  /** The name of the socket among those that share its applications. */
  readonly socketId?: string | undefined;
}

/** Lifecycle of the event socket, and messages that this client does not know: a newer server may send such. */
export type ClientNotice = ConnectionNotice | { readonly type: 'ignored'; readonly message: string };

/** The event socket itself, to observe its state. */
export interface ConnectionMonitor extends EventSource<ClientNotice> {
  readonly state: ConnectionState;
}

/** The listening half of a client. */
export interface EventClient<Event extends Tagged> extends EventSource<Event> {
  readonly connection: ConnectionMonitor;
  /** Closes every connection and ends what is under way. Idempotent. */
  readonly close: () => Promise<void>;
}

/** Opens the event socket. Rejects with an ApiFailure when the server refuses, else with a ConnectionFailure. */
export async function openSession<Event extends Tagged>(
  options: ConnectOptions,
  facts: SocketFacts,
): Promise<Session<Event>> {
  options.signal?.throwIfAborted();
  const session = new Session<Event>(options, facts);
  await session.open(options.signal);
  return session;
}

/** One event socket with its listeners, and the transports that live and die with it. */
export class Session<Event extends Tagged> {
  readonly transport: Transport;
  readonly #events: Listeners<Event>;
  readonly #notices: Listeners<ClientNotice>;
  readonly #http: HttpTransport;
  readonly #rest: SocketTransport;
  readonly #socket: EventSocket;
  readonly #eventTypes: ReadonlySet<string>;
  readonly #progress: Progress;
  #held: (() => void)[] | undefined = [];
  #closed = false;
  #forgetSignal = (): void => undefined;

  constructor(options: ConnectOptions, facts: SocketFacts) {
    const access = accessFrom(options);
    const { onListenerError = warn, reconnect = {}, random = Math.random, heartbeatMs = 30_000 } = options;
    this.#events = new Listeners(onListenerError);
    this.#notices = new Listeners(onListenerError);
    this.#eventTypes = new Set(facts.eventTypes);
    this.#progress = new Progress(options.apps);
    this.#http = new HttpTransport({ ...access, socketId: facts.socketId });
    this.#socket = new EventSocket({
      target: {
        ...access,
        operation: facts.call.operation,
        protocol: facts.protocol,
        heartbeatMs,
        url: this.#urls(access, facts),
      },
      backoff: reconnect && { ...usualBackoff, ...reconnect },
      random,
      onText: (text) => this.#take(text),
      onNotice: (notice) => this.#note(notice),
    });
    this.#rest = new SocketTransport({ send: (text) => this.#socket.send(text), inFlight: new InFlight(access) });
    const transport = options.rest === 'socket' ? exceptFiles(this.#rest, this.#http) : this.#http;
    this.transport = repeatingCommands(transport, options);
  }

  async open(signal: AbortSignal | undefined): Promise<void> {
    const onAbort = (): void => void this.close();
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#forgetSignal = () => signal?.removeEventListener('abort', onAbort);
    try {
      await this.#socket.open();
    } catch (error) {
      await this.close();
      signal?.throwIfAborted();
      throw error;
    }
    // The first events can come in the same packet as the upgrade, before `await connect()` has returned.
    laterTurn(() => this.#release());
  }

  /** What the user of the client gets to see of this session. */
  client(): EventClient<Event> {
    const socket = this.#socket;
    const connection: ConnectionMonitor = {
      ...this.#notices.source,
      get state() {
        return socket.state;
      },
    };
    return { ...this.#events.source, connection, close: () => this.close() };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#forgetSignal();
    this.#rest.drop(new ConnectionFailure('closed', 'the client is closed'));
    await Promise.all([this.#http.close(), this.#socket.close()]);
  }

  /** The address of each connection. */
  #urls({ root }: Access, { call, params }: SocketFacts): () => string {
    let isFirst = true;
    return () => {
      const seen = isFirst ? [] : this.#progress.entries;
      isFirst = false;
      return root.href.replace(/^http/, 'ws') + placeParameters(call, params(seen)).target;
    };
  }

  #take(text: string): void {
    const frame = parseFrame(text);
    if (frame !== undefined && isAnswerFrame(frame)) return this.#rest.accept(frame);
    if (this.#closed) return;
    if (frame !== undefined) this.#progress.note(frame);
    this.#deliver(() => {
      if (this.#isEvent(frame)) this.#events.emit(frame);
      else this.#notices.emit({ type: 'ignored', message: text });
    });
  }

  /** Goes by the type alone and trusts the server to keep to its own description for the rest. */
  #isEvent(frame: unknown): frame is Event {
    return isJsonObject(frame) && typeof frame['type'] === 'string' && this.#eventTypes.has(frame['type']);
  }

  #note(notice: ConnectionNotice): void {
    if (notice.type === 'disconnected') this.#rest.drop(new ConnectionFailure('dropped', notice.reason));
    this.#deliver(() => this.#notices.emit(notice));
  }

  #deliver(action: () => void): void {
    if (this.#held === undefined) action();
    else this.#held.push(action);
  }

  #release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const action of held) action();
  }
}

/** The socket carries text only, so files take the other way. */
function exceptFiles(socket: Transport, http: Transport): Transport {
  return { request: (request) => (request.binary ? http : socket).request(request) };
}

function parseFrame(text: string): JsonObject | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    return isJsonObject(frame) ? frame : undefined;
  } catch {
    return undefined;
  }
}

function warn(error: unknown, { type }: Tagged): void {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const warning = `a listener for ${type} failed: ${words}`;
  if (typeof process !== 'undefined') return process.emitWarning(warning, 'PatchbayListenerWarning');
  // A browser shows what is thrown in a turn of its own.
  setTimeout(() => {
    throw new Error(warning, { cause: error });
  }, 0);
}

/** Browsers have no setImmediate. */
function laterTurn(action: () => void): void {
  if (typeof setImmediate === 'undefined') setTimeout(action, 0);
  else setImmediate(action);
}
