import type { WebSocket } from 'ws';
import type { ApiReply, Dispatcher, RequestOrder } from '../../api/dispatcher';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import { wireTime } from '../../shared/time/timestamp';
import type { EventSink } from '../../stasis/event-sink';
import type { User } from '../auth/users';
import { isBinary, jsonText } from '../http/answers/respond';
import { WrittenList, writtenInSlices } from '../written-list';
import type { LiveSettings } from '../door-settings';
import type { Metrics } from '../metrics';
import type { ByteSink } from './frame-batch';
import { FrameBatch, frameLength, maskedFrameLength } from './frame-batch';
import { PingAnswers } from './ping-answers';
import { ReadGate } from './read-gate';
import { RequestLine } from './request-line';
import type { Correlation } from './rest-frames';
import { quotedContent, readFrame, responseHead } from './rest-frames';
import { WriteWatch } from './write-watch';

/** What all sessions of a server share. */
export interface SessionDeps<Operations> {
  readonly dispatcher: Dispatcher<Operations>;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: Clock;
  readonly entityId: string;
  readonly settings: LiveSettings;
  /** Bytes that may wait for a slow reader. */
  readonly maxQueue: number;
  /** Milliseconds that a connection may read nothing of its queue; 0 for no limit. */
  readonly writeTimeout: number;
}

/** The user whose rights apply to the requests of a socket, and the applications it serves. */
export interface Principal {
  readonly user: User;
  /** The first one is named in the answers to REST requests. */
  readonly applications: readonly string[];
}

export interface SessionFacts extends Principal {
  readonly socket: WebSocket;
  /** Its id among the sockets that share its applications; undefined when it shares none. */
  readonly socketId?: string | undefined;
  /** How the frames of one turn become one write. */
  readonly together: Together;
}

/** A server frames its messages itself; a client has to mask them, which the library does. */
export type Together =
  | { readonly as: 'server'; readonly stream: ByteSink }
  | { readonly as: 'client'; readonly stream: { readonly cork: () => void; readonly uncork: () => void } };

let lines = 0;

/** One application socket, accepted or opened by us: events out, REST requests in, answers out. */
export class EventSession<Operations> implements EventSink {
  readonly #batch: FrameBatch | undefined;
  readonly #requests: RequestLine;
  readonly #reading: ReadGate<'requests' | 'pong' | 'flood'>;
  readonly #writes: WriteWatch;
  /** Tells the sockets of this process apart. */
  readonly #line = (lines += 1);
  /** The request that was passed on last to another server. */
  #passedOn: { readonly node: string; readonly order: RequestOrder } | undefined;
  #principal: Principal;
  #signature: string;
  #isGathering = false;
  /** Bytes sent since the last check. */
  #unwatched = 0;
  #closing = false;
  #alive = true;

  constructor(
    private readonly facts: SessionFacts,
    private readonly deps: SessionDeps<Operations>,
  ) {
    const { socket } = facts;
    this.#principal = facts;
    this.#signature = this.#sign(facts);
    this.#batch = facts.together.as === 'server' ? new FrameBatch(facts.together.stream) : undefined;
    this.#writes = new WriteWatch({
      clock: deps.clock,
      timeout: deps.writeTimeout,
      waiting: () => socket.bufferedAmount,
      onTimeout: () => this.#giveUp('nothing was read for too long'),
    });
    socket.once('close', () => this.#writes.close());
    this.#reading = new ReadGate(socket);
    this.#requests = new RequestLine({
      serve: (text, before) => this.#attempt(text, before),
      pause: () => this.#reading.hold('requests'),
      resume: () => this.#reading.release('requests'),
    });
    this.#answerPings();
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      // Between our close frame and the peer's, requests may still arrive from a user who has just lost access.
      if (!isBinary && !this.#closing) this.#requests.receive(data.toString('utf8'));
    });
    socket.on('pong', () => {
      this.#alive = true;
    });
    // The library closes a peer that violates the protocol; the close event follows.
    socket.on('error', (error) => deps.log.info({ reason: error.message, user: this.user.name }, 'websocket failed'));
  }

  /** Names of the applications that it serves. */
  get applications(): readonly string[] {
    return this.#principal.applications;
  }

  /** Breaks the connection without a closing handshake, as a failing network would. */
  drop(): void {
    this.facts.socket.terminate();
  }

  /** The user whose rights apply to the requests of this socket. */
  get user(): User {
    return this.#principal.user;
  }

  /** Whether reading is paused because too many requests wait: a pong may be unread then. */
  get isPaused(): boolean {
    return this.#reading.isHeldBy('requests');
  }

  /** Changes the user whose rights apply, or the application named in answers, from the next request on. */
  changePrincipal(principal: Principal): void {
    this.#principal = principal;
    this.#signature = this.#sign(principal);
  }

  /** Queues an event. Senders never wait for a slow reader, which is disconnected when its queue is full. */
  send(text: string): void {
    if (this.#queue(text)) this.deps.metrics.eventsSent.add();
  }

  /**
   * A peer that does not answer the close frame within this many milliseconds is disconnected, whatever it has not read
   * yet.
   */
  close(code: number, reason: string, timeoutMs = 2000): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#requests.clear();
    this.#sendGathered();
    const { socket } = this.facts;
    socket.close(code, reason);
    socket.once(
      'close',
      this.deps.clock.after(timeoutMs, () => socket.terminate()),
    );
  }

  /** Sends a ping; a peer that has not answered the last one is disconnected. */
  checkAlive(): void {
    if (this.isPaused) return;
    const { socket } = this.facts;
    if (!this.#alive) {
      const { user, applications } = this.#principal;
      this.deps.log.warn({ user: user.name, applications }, 'websocket peer is silent');
      socket.terminate();
      return;
    }
    this.#alive = false;
    if (socket.readyState === socket.OPEN) socket.ping();
    this.#writes.wrote(this.#controlLength(0));
  }

  #answerPings(): void {
    const { socket } = this.facts;
    const answers = new PingAnswers({
      pong: (data, onTaken) => {
        socket.pong(data, undefined, onTaken);
        this.#writes.wrote(this.#controlLength(data.length));
      },
      pause: () => this.#reading.hold('pong'),
      resume: () => this.#reading.release('pong'),
      clock: this.deps.clock,
      onFlood: () => this.#refuseFlood(),
    });
    socket.on('ping', answers.receive);
  }

  /** Stops reading: the flood may be endless. */
  #refuseFlood(): void {
    this.#reading.hold('flood');
    this.deps.log.warn(
      { user: this.user.name, applications: this.#principal.applications },
      'websocket closed: too many pings',
    );
    this.close(1008, 'too many pings');
  }

  #controlLength(payload: number): number {
    return frameLength(payload, this.facts.together.as === 'client');
  }

  #sign({ applications }: Principal): string {
    return `"asterisk_id":${JSON.stringify(this.deps.entityId)},"application":${JSON.stringify(applications[0] ?? '')}}`;
  }

  /** An internal fault closes the socket of this peer only. */
  #attempt(text: string, before: Promise<void> | undefined): Promise<void> | undefined {
    try {
      return this.#serve(text, before)?.catch((error: unknown) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    const { user, applications } = this.#principal;
    this.deps.log.error({ error, user: user.name, applications }, 'websocket closed after an internal error');
    this.close(1011, 'a fault in the server');
  }

  #serve(text: string, before: Promise<void> | undefined): Promise<void> | undefined {
    const frame = readFrame(text);
    if (frame.kind === 'bad') {
      const refuse = (): void => this.#answer(frame.correlation, this.deps.dispatcher.refuse(400, frame.reason));
      if (before !== undefined) return before.then(refuse);
      refuse();
      return undefined;
    }
    const { correlation, request } = frame;
    const { user } = this;
    const headersOnly = request.method === 'HEAD';
    const reply = this.deps.dispatcher.dispatch({
      method: headersOnly ? 'GET' : request.method,
      path: request.path,
      query: request.query,
      form: request.form,
      json: request.json,
      idempotencyKey: request.idempotencyKey,
      rights: user.rights,
      context: { user: user.name, door: 'socket', socket: this.facts.socketId },
      order: this.deps.dispatcher.isPlaced ? this.#orderBehind(before) : undefined,
    });
    const settle = (settled: ApiReply): Promise<void> | undefined =>
      this.#answerInTurns(correlation, headersOnly ? { status: settled.status } : settled);
    if (before !== undefined) return Promise.all([reply, before]).then(([settled]) => settle(settled));
    return reply instanceof Promise ? reply.then(settle) : settle(reply);
  }

  /** For servers that pass requests on to others. */
  #orderBehind(answered: Promise<void> | undefined): RequestOrder {
    const before = answered === undefined ? undefined : this.#passedOn;
    const order: RequestOrder = {
      line: this.#line,
      behind: before === undefined || answered === undefined ? undefined : { node: before.node, answered },
      isFollowed: false,
      onPassedOn: (node) => {
        if (before !== undefined) before.order.isFollowed = true;
        this.#passedOn = { node, order };
        this.#requests.passedOn();
      },
    };
    return order;
  }

  /** Yields to other requests while a long list is serialised. Indented JSON is for people and rare. */
  #answerInTurns(correlation: Correlation, reply: ApiReply): Promise<void> | undefined {
    const { pretty } = this.deps.settings.current.style;
    const written = pretty ? reply : writtenInSlices(reply, (item) => quotedContent(JSON.stringify(item)));
    if (written instanceof Promise) return written.then((settled) => this.#answer(correlation, settled));
    this.#answer(correlation, written);
    return undefined;
  }

  #answer(correlation: Correlation, reply: ApiReply): void {
    if (isBinary(reply.body)) {
      this.#answer(correlation, this.deps.dispatcher.refuse(406, 'a websocket carries no files: fetch it by HTTP GET'));
      return;
    }
    this.deps.metrics.socketRequests.count(reply.status);
    this.#queue(
      `${responseHead(correlation, reply.status, this.#quotedBody(reply.body))},"timestamp":"${wireTime(this.deps.clock.now())}",${this.#signature}`,
    );
  }

  /** The body in JSON as a JSON string; an already serialised list is also quoted already. */
  #quotedBody(body: unknown): string | undefined {
    if (body === undefined) return undefined;
    if (body instanceof WrittenList) return `"${body.json}"`;
    return JSON.stringify(jsonText(body, this.deps.settings.current.style.pretty));
  }

  /** False when the message can no longer be sent. */
  #queue(text: string): boolean {
    if (this.#closing) return false;
    const waiting = this.facts.socket.bufferedAmount + (this.#batch?.maxSize ?? 0);
    if (waiting > this.deps.maxQueue && this.#isStuck()) {
      this.#giveUp('too many messages were waiting');
      return false;
    }
    this.#write(this.deps.settings.current.style.pretty ? JSON.stringify(JSON.parse(text), null, 2) : text);
    return true;
  }

  #write(text: string): void {
    // Everything sent in this turn is written in one system call.
    if (!this.#isGathering) this.#gather();
    if (this.#batch !== undefined) return this.#batch.add(text);
    this.#unwatched += maskedFrameLength(text);
    this.facts.socket.send(text);
  }

  #gather(): void {
    const { together } = this.facts;
    this.#isGathering = true;
    if (together.as === 'client') together.stream.cork();
    setImmediate(() => this.#sendGathered());
  }

  #sendGathered(): void {
    if (!this.#isGathering) return;
    this.#isGathering = false;
    const { together, socket } = this.facts;
    if (together.as === 'client') together.stream.uncork();
    // After a close frame, ours or the peer's, nothing may be sent.
    else if (socket.readyState === socket.OPEN) this.#unwatched += this.#batch?.flush() ?? 0;
    this.#writes.wrote(this.#unwatched);
    this.#unwatched = 0;
  }

  /**
   * Data that only waits for the end of this turn does not count against the reader: it counts once the connection has
   * not accepted it.
   */
  #isStuck(): boolean {
    this.#sendGathered();
    return this.facts.socket.bufferedAmount > this.deps.maxQueue;
  }

  #giveUp(reason: string): void {
    const { user, applications } = this.#principal;
    const waiting = this.facts.socket.bufferedAmount;
    this.deps.metrics.slowSockets.add();
    this.deps.log.warn({ user: user.name, applications, waiting, reason }, 'websocket reader is too slow');
    this.close(1008, `reader too slow: ${reason}`);
  }
}
