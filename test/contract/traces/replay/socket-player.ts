import type { Difference } from '../compare/difference';
import type { Exchange } from '../compare/exchange';
import { parametersOf, segmentsOf } from '../compare/exchange';
import type { Placeholders } from '../compare/placeholders';
import type { ReplayServer } from './replay-server';
import type {
  AcceptStep,
  ConnectStep,
  HiddenAction,
  Json,
  JsonObject,
  OpeningStep,
  SendStep,
  Step,
} from '../recording/trace';
import { isObject, parsed, textOf } from '../recording/trace';
import { TraceSocket } from './trace-socket';
import type { Transcript } from '../explain/transcript';

export type SocketStep = Exclude<Extract<Step, { readonly ws: string }>, { readonly kind: 'event' }>;

export type SocketAction = Extract<HiddenAction, { readonly ws: string }>;

export interface SocketPlayerOptions {
  readonly server: ReplayServer;
  readonly transcript: Transcript;
  readonly placeholders: Placeholders;
  /** Which of our actions is the last one. */
  readonly window: () => number;
  readonly hear: (ws: string, event: JsonObject, text: string | undefined) => void;
  readonly differ: (difference: Difference) => void;
  readonly note: (exchange: Exchange) => void;
  /** An answer on a socket is compared as an event, and what follows from it is known now. */
  readonly answered: (exchange: Exchange) => void;
  readonly within: <Result>(result: Promise<Result>, step: Pick<Step, 'ms'>) => Promise<Result | undefined>;
}

/** Plays the sockets of a recording: those that it opens, and those that the server opens. */
export class SocketPlayer {
  readonly #sockets = new Map<string, TraceSocket>();
  readonly #connects = new Map<string, { readonly uri: string; readonly window: number }>();

  constructor(private readonly options: SocketPlayerOptions) {}

  get all(): readonly TraceSocket[] {
    return [...this.#sockets.values()];
  }

  async take(step: SocketStep): Promise<void> {
    if (step.kind === 'ws-connect') return this.#connect(step);
    if (step.kind === 'ws-accept') return this.#accept(step);
    const { ws } = step;
    const socket = this.#sockets.get(ws);
    if (socket === undefined) return this.#compare(ws, `${step.kind}, but there is no socket`, ['', undefined]);
    const { within } = this.options;
    switch (step.kind) {
      case 'ws-opening':
        return this.#compareOpening(socket, step);
      case 'ws-send':
        return this.#send(socket, step);
      case 'ws-pong':
        return this.#compare(ws, 'pong', [step.data, await within(socket.ping(step.data), step)]);
      case 'ws-close':
        return socket.close();
      case 'ws-abort':
        return socket.abort();
      case 'ws-closed':
        return this.#compare(ws, 'closing code', [step.code, await within(socket.closed, step)]);
    }
  }

  act(action: SocketAction): void {
    const socket = this.#sockets.get(action.ws);
    switch (action.do) {
      case 'close-socket':
        return socket?.close();
      case 'abort-socket':
        return socket?.abort();
      case 'send-audio':
        for (let sent = 0; sent < action.frames; sent += 1) socket?.send(Buffer.alloc(action.bytes));
    }
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.abort();
  }

  #connect(step: ConnectStep): void {
    const filled = { ...step, uri: this.options.placeholders.fill(step.uri) };
    this.#connects.set(step.ws, { uri: filled.uri, window: this.options.window() });
    this.#adopt(step.ws, TraceSocket.connect(this.options.server.origin, filled));
  }

  async #accept(step: AcceptStep): Promise<void> {
    const { role, ws, path, protocol, headers } = step;
    const { server, within } = this.options;
    const accepted = await within(server.peers.websockets.next(role), step);
    if (accepted === undefined) return this.#compare(ws, 'connection', [path, undefined]);
    this.#adopt(ws, accepted.socket);
    const names = ['authorization', 'sec-websocket-protocol'];
    const got = names.map((name) => accepted.headers[name] ?? '');
    const expected = names.map((name) => headers[name] ?? '');
    this.#compare(ws, 'connection', [
      [path, protocol, ...expected].join(' '),
      [accepted.path, accepted.protocol, ...got].join(' '),
    ]);
  }

  #adopt(ws: string, socket: TraceSocket): void {
    this.#sockets.set(ws, socket);
    socket.listen(({ event, text }) => {
      this.#noteAnswer(ws, event);
      this.options.hear(ws, event, text);
    });
  }

  #send(socket: TraceSocket, { ws, data }: SendStep): void {
    if (!socket.isOpen) return;
    if (typeof data === 'string') {
      const text = this.options.placeholders.fill(data);
      this.#noteRequest(ws, text);
      return socket.send(text);
    }
    // What was in it was not recorded: a request that would be answered if binary frames were read.
    const request = '{"type":"RESTRequest","request_id":"binary","method":"GET","uri":"asterisk/ping"}';
    socket.send(Buffer.from(request.padEnd(data.binaryBytes)).subarray(0, data.binaryBytes));
  }

  /** A handshake is a request like others: its status is compared as theirs are. */
  async #compareOpening(socket: TraceSocket, step: OpeningStep): Promise<void> {
    const { ws, status, protocol } = step;
    const opening = await this.options.within(socket.opening, step);
    const connect = this.#connects.get(ws);
    const key = `socket ${ws}`;
    const target = connect?.uri ?? '';
    this.options.note({
      key,
      window: connect?.window ?? 0,
      method: 'GET',
      target,
      headers: {},
      segments: segmentsOf(target),
      parameters: parametersOf({ target, headers: {}, body: undefined }),
      recorded: { status, error: undefined, body: undefined },
      answer: { status: opening?.status ?? 0, headers: {}, text: opening?.body ?? '' },
    });
    if (status !== opening?.status)
      return this.options.differ({
        kind: 'status',
        subject: key,
        title: `GET ${target}`,
        exchange: key,
        ws,
        path: '',
        expected: status,
        got: opening?.status,
      });
    this.#compare(ws, 'subprotocol', [protocol, opening.protocol]);
  }

  readonly #requests = new Map<string, Omit<Exchange, 'answer' | 'recorded'>>();

  #noteRequest(ws: string, text: string): void {
    const frame = parsed(text);
    if (!isObject(frame) || frame['type'] !== 'RESTRequest') return;
    const { request_id: id, method, uri, query_strings: query, content_type: type, message_body: body } = frame;
    const key = `${ws} ${textOf(id)}`;
    const target = `/ari/${textOf(uri)}`;
    const headers = { 'content-type': textOf(type) };
    const parameters = parametersOf({ target, headers, body: typeof body === 'string' ? body : undefined });
    for (const pair of Array.isArray(query) ? (query as readonly Json[]).filter(isObject) : [])
      parameters.set(textOf(pair['name']), pair['value'] ?? '');
    this.#requests.set(key, {
      key,
      window: this.options.window(),
      method: textOf(method),
      target,
      headers,
      segments: segmentsOf(target),
      parameters,
    });
  }

  /** An answer on the socket completes an exchange, whatever the ledger makes of it. */
  #noteAnswer(ws: string, event: JsonObject): void {
    const key = `${ws} ${textOf(event['request_id'])}`;
    const request = event['type'] === 'RESTResponse' ? this.#requests.get(key) : undefined;
    if (request === undefined) return;
    const { transcript } = this.options;
    const there = transcript.recorded.find(
      (step) =>
        step.ws === ws && step.event['type'] === 'RESTResponse' && step.event['request_id'] === event['request_id'],
    )?.event;
    const exchange = {
      ...request,
      recorded: {
        status: Number(there?.['status_code'] ?? 0),
        error: undefined,
        body: parsed(textOf(there?.['message_body'])),
      },
      answer: { status: Number(event['status_code']), headers: {}, text: textOf(event['message_body']) },
    };
    this.options.note(exchange);
    this.options.answered(exchange);
  }

  #compare(ws: string, title: string, [expected, got]: readonly [string | number, string | number | undefined]): void {
    if (expected === got) return;
    const subject = `socket ${ws}`;
    this.options.differ({ kind: 'socket', subject, title, exchange: subject, ws, path: '', expected, got });
  }
}
