import { performance } from 'node:perf_hooks';
import type { WebSocket } from 'ws';
import type { Clock } from '../../shared/time/clock';
import { systemClock } from '../../shared/time/clock';
import { guarded } from '../../shared/scheduling/guard';
import type { Logger } from '../../shared/logger';
import type { MessageLimits } from '../message/grammar/limits';
import { defaultLimits } from '../message/grammar/limits';
import { soon } from '../../shared/scheduling/soon';
import { pooledRandomBytes, pooledRandomText, wordOf } from '../../shared/pooled-random';
import type { SipMessage, SipRequest } from '../message/message';
import type { ParseResult, RefusedMessage } from '../message/parsing/parse-message';
import { parseDatagram } from '../message/parsing/parse-message';
import { retryAfterHeader } from '../message/headers/number-headers';
import { MessageRefusal } from '../message/grammar/refusal';
import { isEmergencyService } from '../message/uri/service-urn';
import type { SipUri } from '../message/uri/uri';
import type { ClientHandlers } from '../transaction/client-transaction';
import type { ServerTransaction } from '../transaction/server-transaction';
import type { TimerSettings } from '../transaction/timer-settings';
import { defaultTimers } from '../transaction/timer-settings';
import { TimerWheel } from '../transaction/timer-wheel';
import { serverKey } from '../transaction/transaction-key';
import { TransactionLayer } from '../transaction/transaction-layer';
import type { TransactionObserver } from '../transaction/transaction-observer';
import { cachedDns } from '../transport/cached-dns';
import type { ConnectionLimits } from '../transport/connection-limits';
import { defaultConnectionLimits } from '../transport/connection-limits';
import type { Dns } from '../transport/dns';
import { systemDns } from '../transport/dns';
import type { Flow } from '../transport/flow';
import type { Target } from '../transport/resolver';
import { directTarget, resolveTargets } from '../transport/resolver';
import type { TlsSettings } from '../transport/tls-settings';
import type { Listening, ListenOptions, WebSocketInit } from '../transport/transport-layer';
import { TransportLayer } from '../transport/transport-layer';
import type { MakeSocket } from '../transport/udp-transport';
import { stampSource } from '../transport/via-rules';
import type { OverloadGate } from './early/early-gate';
import { EarlyGate } from './early/early-gate';
import { SeenBranches } from './early/seen-branches';
import type { Sender } from './outgoing-request';
import { nextHop, OutgoingRequest, withTcp } from './outgoing-request';
import { RequestQueue } from './request-queue';
import { settle } from './settle';

/** Told to the user of the stack. */
export interface StackUser {
  /** A new request; `source` is the flow that it came over. A MessageRefusal that is thrown becomes the answer. */
  readonly onRequest: (transaction: ServerTransaction, source: Flow) => void;
  /** The ACK for a 2xx. */
  readonly onAck: (ack: SipRequest, source: Flow) => void;
  /** A connection has closed; contacts registered over it are no longer reachable. */
  readonly onFlowClosed?: (flow: Flow) => void;
  /** Everything that is refused before it becomes a request or a response, for those who count or trace it. */
  readonly onRefused?: (refused: RefusedMessage, source: Flow) => void;
}

export interface SipStackOptions {
  readonly user: StackUser;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly dns?: Dns;
  readonly random?: (size: number) => Buffer;
  readonly timers?: Partial<TimerSettings>;
  readonly limits?: Partial<MessageLimits & ConnectionLimits>;
  readonly maxTransactions?: number;
  readonly outboundTls?: Partial<TlsSettings>;
  /** How often connections are kept alive; never, when absent. */
  readonly keepAliveMs?: number;
  /** Whether large requests go over TCP; they do, when absent. */
  readonly switchToTcp?: boolean;
  /** Whether answers over UDP go where the request came from, although its Via does not ask for it. */
  readonly forcesRport?: (request: SipRequest, source: Flow) => boolean;
  /** Makes UDP sockets; those of this machine when absent. */
  readonly makeSocket?: MakeSocket | undefined;
  readonly observer?: StackObserver | undefined;
  /** Refuses requests outside of dialogs while there is too much to do; without one, nothing is refused. */
  readonly overload?: OverloadGate | undefined;
}

/** Told of every message, for traces and figures. Must not throw. */
export interface StackObserver extends TransactionObserver {
  readonly onReceived: (message: SipMessage, source: Flow) => void;
}

/** What 6,000 requests a second leave in the half minute in which copies of them may come, twice. */
const defaultMaxTransactions = 400_000;

/** Transports and transactions joined: requests in, requests out. Everything it opens it closes. */
export class SipStack {
  readonly timers: TimerSettings;
  readonly #transports: TransportLayer;
  readonly #transactions: TransactionLayer;
  readonly #wheel: TimerWheel;
  readonly #dns: Dns;
  readonly #random: (size: number) => Buffer;
  readonly #sender: Sender;
  readonly #requests: RequestQueue;
  /** For requests over UDP; undefined where nothing is refused. */
  readonly #earlyGate: EarlyGate | undefined;
  readonly #limits: MessageLimits & ConnectionLimits;

  constructor(private readonly options: SipStackOptions) {
    const { clock = systemClock, log, limits, dns = systemDns, random = pooledRandomBytes } = options;
    this.timers = { ...defaultTimers, ...options.timers };
    this.#wheel = new TimerWheel(clock, (error) => log.error({ error }, 'timer of SIP failed'));
    this.#dns = cachedDns(dns, clock);
    this.#random = random;
    // Copies of a request come as long as its sender waits for an answer, and may be a moment on their way.
    const seen = new SeenBranches(clock.now, this.timers.timeoutMs * 1.25);
    const onStarted = (key: string): void => seen.note(key);
    this.#requests = new RequestQueue({ now: () => performance.now(), soon, onWait: onStarted });
    this.#earlyGate = options.overload && this.#makeEarlyGate(options.overload, seen);
    this.#limits = { ...defaultLimits, ...defaultConnectionLimits, ...limits };
    this.#transports = new TransportLayer({
      clock,
      wheel: this.#wheel,
      limits: this.#limits,
      handlers: {
        // An exception while handling one message must not close the shared socket.
        onMessage: guarded(
          (result: ParseResult, flow: Flow) => this.#receive(result, flow),
          (error) => log.error({ error }, 'SIP message failed'),
        ),
        onBroken: (refused, flow, end) => this.#receiveBroken(refused, flow, end),
        takeEarly: (datagram, flow) => this.#takeEarly(datagram, flow),
        onClosed: (flow) => {
          this.#transactions.loseChannel(flow);
          options.user.onFlowClosed?.(flow);
        },
      },
      outboundTls: options.outboundTls ?? {},
      keepAliveMs: options.keepAliveMs,
      makeSocket: options.makeSocket,
    });
    this.#transactions = new TransactionLayer({
      wheel: this.#wheel,
      timers: this.timers,
      randomText: options.random === undefined ? pooledRandomText : (length) => wordOf(random((length / 4) * 3)),
      maxTransactions: options.maxTransactions ?? defaultMaxTransactions,
      observer: options.observer,
      onStarted,
      user: {
        // Every channel that the stack hands to its transactions is a flow.
        onRequest: (transaction, source) => this.#handle(transaction, source as Flow),
        onAck: (ack, source) => options.user.onAck(ack, source as Flow),
      },
    });
    this.#sender = this.#makeSender();
  }

  /** The timers of the stack, for its users. */
  get wheel(): TimerWheel {
    return this.#wheel;
  }

  /** New requests that wait for their turn. */
  get waiting(): Pick<RequestQueue, 'length' | 'delay'> {
    return this.#requests;
  }

  get connections(): number {
    return this.#transports.connections;
  }

  get transactions(): number {
    return this.#transactions.size;
  }

  listen(options: ListenOptions): Promise<Listening> {
    return this.#transports.listen(options);
  }

  /** Takes over a websocket that was opened with the subprotocol `sip` (RFC 7118). */
  addWebSocket(socket: WebSocket, init: WebSocketInit): Flow {
    return this.#transports.addWebSocket(socket, init);
  }

  /** Sends a request, over a given flow or to where it leads. Not for ACK. */
  send(request: SipRequest, handlers: ClientHandlers, flow?: Flow): OutgoingRequest {
    const outgoing = new OutgoingRequest(request, this.#sender, handlers);
    outgoing.start(flow);
    return outgoing;
  }

  /** Sends the ACK for a 2xx, over a flow or to where it leads. It has no answer; the 2xx comes again if it got lost. */
  sendAck(ack: SipRequest, flow?: Flow): void {
    if (flow !== undefined) return this.#transactions.sendAck(ack, flow);
    const uri = nextHop(ack);
    const onError = (error: Error): void => this.options.log.info({ error: error.message }, 'ACK could not be sent');
    if (uri === undefined) return onError(new Error('next hop is not a SIP URI'));
    const send = (targets: readonly Target[]): void => {
      const [target] = targets;
      if (target === undefined) return onError(new Error('no address found'));
      settle(
        () => this.#transports.flowTo(target),
        (found) => this.#transactions.sendAck(ack, found),
        onError,
      );
    };
    settle(() => this.#resolve(uri), send, onError);
  }

  /** Finds flows for requests without a transaction, or before one: every place to try for that many bytes, best first. */
  async resolve(uri: SipUri, bytes = 0): Promise<readonly Target[]> {
    return withTcp(await this.#resolve(uri), (most) => bytes > most, this.#sender);
  }

  async flowTo(target: Target, listener?: string): Promise<Flow> {
    return this.#transports.flowTo(target, listener);
  }

  /** Ends everything. Running transactions end without callbacks. */
  close(): void {
    this.#requests.clear();
    this.#transactions.close();
    this.#transports.close();
    this.#wheel.close();
  }

  #makeSender(): Sender {
    return {
      transactions: this.#transactions,
      outboundProtocols: () => this.#transports.outboundProtocols,
      flowTo: (target) => this.#transports.flowTo(target),
      resolve: (uri) => this.#resolve(uri),
      switchToTcp: this.options.switchToTcp ?? true,
    };
  }

  #resolve(uri: SipUri): readonly Target[] | Promise<readonly Target[]> {
    const direct = directTarget(uri);
    if (direct !== undefined) return [direct];
    const protocols = this.#transports.outboundProtocols;
    const random = (): number => this.#random(4).readUInt32BE() / 2 ** 32;
    return resolveTargets(uri, { dns: this.#dns, protocols, random, ipv4: true, ipv6: true });
  }

  #receive(result: ParseResult, flow: Flow): void {
    if (result.message === undefined) return this.#refuse(result, flow);
    const { message } = result;
    if (message.kind === 'request' && isNew(message)) return this.#receiveNew(message, flow);
    // A connection keeps what is too much for us back by itself, and may be closed for what follows in it.
    if (flow.isReliable) this.#receiveNow(message, flow);
    else this.#requests.runFirst(() => this.#receiveGuarded(message, flow));
  }

  /** In its turn: until then a datagram that was let in is kept as it came, which is less to keep than a message. */
  #receiveDatagram(datagram: Buffer, flow: Flow): void {
    try {
      const result = parseDatagram(datagram, this.#limits);
      if (result.message === undefined) this.#refuse(result, flow);
      else this.#receiveNow(result.message, flow);
    } catch (error) {
      this.options.log.error({ error }, 'SIP message failed');
    }
  }

  #receiveNew(request: SipRequest, flow: Flow): void {
    if (this.#isCopyOfWaiting(request)) return this.options.observer?.onRepeated(request.method);
    const seconds = this.#overloadRefusal(request);
    if (seconds !== undefined) this.#refuseInOverload(request, flow, seconds);
    // A CANCEL must not overtake its INVITE.
    else
      this.#requests.run(
        () => this.#receiveInTurn(request, flow),
        () => serverKey(request),
      );
  }

  /** Behind the requests that came before it over the connection: they could not be answered once it is closed. */
  #receiveBroken(refused: RefusedMessage, flow: Flow, end: () => void): void {
    const refuse = guarded(
      () => this.#refuse(refused, flow),
      (error) => this.options.log.error({ error }, 'SIP message failed'),
    );
    this.#requests.run(
      () => {
        refuse();
        end();
      },
      () => noTransaction,
    );
  }

  /** A client whose connection has closed meanwhile could not be answered. */
  #receiveInTurn(request: SipRequest, flow: Flow): void {
    if (!flow.isClosed) this.#receiveGuarded(request, flow);
  }

  #receiveGuarded(message: SipMessage, flow: Flow): void {
    try {
      this.#receiveNow(message, flow);
    } catch (error) {
      this.options.log.error({ error }, 'SIP message failed');
    }
  }

  #receiveNow(message: SipMessage, flow: Flow): void {
    if (message.kind === 'request') return this.#receiveRequest(message, flow);
    this.options.observer?.onReceived(message, flow);
    this.#transactions.receive(message, flow);
  }

  #receiveRequest(message: SipRequest, flow: Flow): void {
    this.options.observer?.onReceived(message, flow);
    stampSource(message, flow.remote);
    this.#transports.noteAlias(message, flow);
    this.#transactions.receive(message, this.#answerFlow(message, flow), flow);
  }

  /** The request itself will be answered in its turn. To refuse a copy of it would be a second answer. */
  #isCopyOfWaiting(request: SipRequest): boolean {
    return this.options.overload?.isClosing() === true && this.#requests.holds(serverKey(request));
  }

  /** A CANCEL, and a copy of a request that was let in, belong to calls that there are. */
  #overloadRefusal(request: SipRequest): number | undefined {
    const { overload } = this.options;
    if (overload === undefined || request.method === 'CANCEL') return undefined;
    if (overload.isClosing() && this.#transactions.knows(serverKey(request))) return undefined;
    return overload.refusal(request.method);
  }

  #refuseInOverload(request: SipRequest, flow: Flow, seconds: number): void {
    const headers = [[retryAfterHeader.name, String(seconds)] as const];
    this.#transactions.respondStateless(request, this.#refusalFlow(request, flow), { status: 503, headers });
  }

  #takeEarly(datagram: Buffer, flow: Flow): Buffer | 'taken' | undefined {
    this.#requests.noteArrival();
    return this.#earlyGate?.take(datagram, flow);
  }

  #makeEarlyGate(overload: OverloadGate, seen: SeenBranches): EarlyGate {
    const { observer } = this.options;
    return new EarlyGate({
      overload,
      seen,
      requests: this.#requests,
      knows: (key) => this.#transactions.knows(key),
      tag: `busy.${this.#random(12).toString('hex')}`,
      onRepeated: (method) => observer?.onRepeated(method),
      onRefused: (method) => observer?.onFinal('in', method, 503),
      receive: (datagram, flow) => this.#receiveDatagram(datagram, flow),
    });
  }

  #refuse(refused: RefusedMessage, flow: Flow): void {
    const { request, refusal } = refused;
    this.options.user.onRefused?.(refused, flow);
    this.options.log.debug({ remote: flow.remote, reason: refusal.message }, 'SIP message refused');
    if (request === undefined) return;
    this.#transactions.respondStateless(request, this.#refusalFlow(request, flow), answerFor(refusal));
  }

  /** Whose request it is has to be found out only where its Via leads elsewhere than back. */
  #answerFlow(request: SipRequest, source: Flow): Flow {
    const flow = this.#transports.answerFlow(request, source);
    return flow === source || this.options.forcesRport?.(request, source) === true ? source : flow;
  }

  /** A Via or a sender that cannot be read leads nowhere; the answer then goes where the request came from. */
  #refusalFlow(request: SipRequest, flow: Flow): Flow {
    try {
      stampSource(request, flow.remote);
      return this.#answerFlow(request, flow);
    } catch (error) {
      if (error instanceof MessageRefusal) return flow;
      throw error;
    }
  }

  #handle(transaction: ServerTransaction, source: Flow): void {
    try {
      this.options.user.onRequest(transaction, source);
    } catch (error) {
      if (error instanceof MessageRefusal) {
        const { status, ...options } = answerFor(error);
        transaction.reply(status, options);
        return;
      }
      this.options.log.error({ error, method: transaction.request.method }, 'SIP request failed');
      transaction.reply(500);
    }
  }
}

/** The key of what belongs to none. */
const noTransaction = '';

/** Outside of dialogs. A call for help in an emergency is neither refused nor kept waiting, just as messages of calls that there are. */
function isNew(request: SipRequest): boolean {
  return request.method !== 'ACK' && !isWithinDialog(request) && !isEmergencyService(request.uriText);
}

/** Whether To has a tag: nearly all are written in one way, and those of other requests have no parameters. */
function isWithinDialog({ headers }: SipRequest): boolean {
  const to = headers.raw('To') ?? '';
  return to.includes(';tag=') || (to.includes(';') && /;\s*tag\s*=/i.test(to));
}

/** The reason goes out as the phrase, where people look for it (RFC 3261 §21.4.1). */
function answerFor({ status, header, reason }: MessageRefusal): { readonly status: number; readonly reason?: string } {
  return status === 400
    ? { status, reason: header === undefined ? `Bad Request: ${reason}` : `Bad ${header}: ${reason}` }
    : { status };
}
