import { judge, judgeFrame } from '../../support/contract-judge';
import { actsAfter } from './acts';
import type { Answer, ResponseCase } from './compare-response';
import { compareResponse } from './compare-response';
import type { Difference } from './difference';
import { EventLedger } from './event-ledger';
import type { AcceptStep, ConfigStep, JsonObject, RequestStep, Step, Trace } from './load-trace';
import { Patience } from './patience';
import { Placeholders } from './placeholders';
import { compareRaw } from './compare-raw';
import type { Stage } from './stage';
import { TraceHttp } from './trace-http';
import type { SocketMessage } from './trace-socket';
import { TraceSocket } from './trace-socket';
import { Twins } from './twins';

/** An event as it came, and on which socket. */
export interface Heard {
  /** Milliseconds since the replay began. */
  readonly ms: number;
  readonly ws: string;
  readonly event: JsonObject;
}

export interface Replayed {
  readonly differences: readonly Difference[];
  readonly heard: readonly Heard[];
  /** What does not fit the published description. Asked for when no call is waiting: the judge takes its time. */
  readonly judge: () => readonly Difference[];
}

export interface ReplayOptions {
  readonly isListed: (difference: Difference) => boolean;
  /** Stops at the first difference that is not listed. */
  readonly isHasty: boolean;
}

/** Sends the requests of a recording to a server and tells everything that is not as recorded. */
export async function replay(trace: Trace, stage: Stage, options: ReplayOptions): Promise<Replayed> {
  const run = new Replay(trace, stage, options);
  try {
    return await run.play();
  } finally {
    run.close();
  }
}

interface Asked {
  readonly step: RequestStep;
  readonly title: string;
  readonly answer: Promise<Answer>;
}

class Replay {
  readonly #placeholders: Placeholders;
  readonly #ledger: EventLedger;
  readonly #twins = new Twins();
  readonly #http: TraceHttp;
  readonly #patience: Patience;
  readonly #sockets = new Map<string, TraceSocket>();
  readonly #answers = new Map<number, Asked>();
  readonly #raw = new Map<number, string>();
  readonly #found: Difference[] = [];
  readonly #heard: Heard[] = [];
  readonly #verdicts: (() => readonly Difference[])[] = [];
  readonly #began = Date.now();
  /** When we last did something: in the recording, and by the server's clock. */
  #lastDeed: { readonly ms: number; readonly at: number };

  constructor(
    private readonly trace: Trace,
    private readonly stage: Stage,
    private readonly options: ReplayOptions,
  ) {
    this.#placeholders = new Placeholders([['<root>', stage.root]]);
    this.#ledger = new EventLedger({ placeholders: this.#placeholders, isListed: options.isListed });
    this.#http = new TraceHttp(() => stage.origin, this.#placeholders);
    this.#lastDeed = { ms: 0, at: stage.clock.now() };
    this.#patience = new Patience({
      ...{ ledger: this.#ledger, clock: stage.clock, isHasty: options.isHasty },
      sockets: () => [...this.#sockets.values()],
    });
  }

  async play(): Promise<Replayed> {
    const { steps } = this.trace;
    for (const [place, step] of steps.entries()) {
      if (this.#isHopeless()) break;
      if (isDeed(step)) await this.#comeToRest(step, steps[place - 1]);
      await this.#take(step);
      if (isDeed(step)) this.#lastDeed = { ms: step.ms, at: this.stage.clock.now() };
      for (const act of actsAfter(this.trace.id, step))
        await act({
          stage: this.stage,
          hangUp: (ws) => this.#sockets.get(ws)?.close(),
          send: (ws, bytes) => this.#sockets.get(ws)?.send(bytes),
        });
    }
    const last = steps.at(-1);
    if (last !== undefined && !this.#isHopeless()) await this.#comeToRest(last);
    return {
      differences: [...this.#found, ...this.#ledger.differences()],
      heard: this.#heard,
      judge: () => this.#verdicts.flatMap((verdict) => verdict()),
    };
  }

  close(): void {
    this.#http.close();
    for (const socket of this.#sockets.values()) socket.abort();
  }

  async #take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'request': {
        const title = `${step.method} ${short(step.target)}`;
        const answer = this.#http.send(step);
        answer.catch(() => undefined);
        this.#answers.set(step.n, { step, title, answer });
        return;
      }
      case 'response':
        return this.#compareAnswer(step);
      case 'raw-request':
        this.#raw.set(step.n, step.text);
        return;
      case 'raw-response':
        this.#found.push(
          ...(await compareRaw(step, {
            text: this.#raw.get(step.n) ?? '',
            trace: this.trace.id,
            http: this.#http,
            placeholders: this.#placeholders,
          })),
        );
        return;
      case 'event':
        if (!this.#twins.isSecond(step)) this.#ledger.expect(step);
        return;
      case 'config':
        return this.#configure(step);
      case 'outbound-accept':
      case 'media-accept':
        return this.#acceptOutbound(step);
      case 'note':
        return;
      case 'unknown':
        return this.#differ({ kind: 'unsupported', subject: `step ${step.index}`, title: step.name });
      default:
        return this.#takeSocketStep(step);
    }
  }

  /** When this step has to come, by the server's clock. */
  #timeOf({ ms }: Pick<Step, 'ms'>): number {
    return this.#lastDeed.at + ms - this.#lastDeed.ms;
  }

  #within<Result>(result: Promise<Result>, step: Pick<Step, 'ms'>): Promise<Result | undefined> {
    return this.#patience.within(result, this.#timeOf(step));
  }

  async #takeSocketStep(step: SocketStep): Promise<void> {
    if (step.kind === 'ws-connect') {
      const filled = { ...step, uri: this.#placeholders.fill(step.uri) };
      return this.#adopt(step.ws, TraceSocket.connect(this.stage.origin, filled));
    }
    const socket = this.#sockets.get(step.ws);
    if (socket === undefined)
      return this.#differ({ kind: 'socket', subject: `socket ${step.ws}`, title: `${step.kind} without a socket` });
    switch (step.kind) {
      case 'ws-open':
        return this.#compareOpening(socket, { ...step, status: 101 });
      case 'ws-rejected':
        return this.#compareOpening(socket, { ...step, protocol: '' });
      case 'ws-send':
        return this.#send(socket, step.data);
      case 'ws-pong':
        return this.#compareSocket(step.ws, 'pong', [step.data, await this.#within(socket.ping(step.data), step)]);
      case 'ws-close':
        return socket.close();
      case 'ws-abort':
        return socket.abort();
      case 'ws-closed':
        return this.#compareSocket(step.ws, 'closing code', [step.code, await this.#within(socket.closed, step)]);
    }
  }

  #send(socket: TraceSocket, data: string | { readonly binaryBytes: number }): void {
    if (!socket.isOpen) return;
    if (typeof data === 'string') return socket.send(this.#placeholders.fill(data));
    // What was in it was not recorded: a request that would be answered if binary frames were read.
    const request = '{"type":"RESTRequest","request_id":"binary","method":"GET","uri":"asterisk/ping"}';
    socket.send(Buffer.from(request.padEnd(data.binaryBytes)).subarray(0, data.binaryBytes));
  }

  async #compareOpening(
    socket: TraceSocket,
    step: { readonly ms: number; readonly ws: string; readonly status: number; readonly protocol: string },
  ): Promise<void> {
    const { ws, status, protocol } = step;
    const opening = await this.#within(socket.opening, step);
    this.#compareSocket(ws, 'opening', [`${status} ${protocol}`, `${opening?.status} ${opening?.protocol}`]);
  }

  async #acceptOutbound(step: AcceptStep): Promise<void> {
    const { kind, ws, path, protocol, headers } = step;
    const peer = kind === 'media-accept' ? this.stage.media : this.stage.outbound;
    const accepted = await this.#within(peer.next(), step);
    if (accepted === undefined) return this.#compareSocket(ws, 'connection', [path, undefined]);
    this.#adopt(ws, accepted.socket);
    const names = ['authorization', 'sec-websocket-protocol'];
    const got = names.map((name) => accepted.headers[name] ?? '');
    const expected = names.map((name) => headers[name] ?? '');
    this.#compareSocket(ws, 'connection', [
      [path, protocol, ...expected].join(' '),
      [accepted.path, accepted.protocol, ...got].join(' '),
    ]);
  }

  #adopt(ws: string, socket: TraceSocket): void {
    this.#sockets.set(ws, socket);
    socket.listen((message) => this.#hear(ws, message));
  }

  #hear(ws: string, { event, text }: SocketMessage): void {
    this.#heard.push({ ms: Date.now() - this.#began, ws, event });
    this.#ledger.receive(ws, event);
    if (text !== undefined) this.#verdicts.push(() => misfits({ subject: ws, title: typeOf(event) }, judgeFrame(text)));
    this.#patience.wake();
  }

  #configure({ files }: ConfigStep): void {
    for (const [name, lines] of Object.entries(files))
      this.stage.configure(name, `${this.stage.original(name)}\n${lines.join('\n')}\n`);
  }

  async #compareAnswer(recorded: ResponseCase['recorded']): Promise<void> {
    const asked = this.#answers.get(recorded.n);
    if (asked === undefined) return;
    const { title } = asked;
    const about = { subject: `request ${recorded.n}`, title };
    const failed = asked.answer.catch((error: unknown) => String(error));
    const answer = (await this.#within(failed, recorded)) ?? 'no answer';
    if (typeof answer === 'string') return this.#differ({ ...about, kind: 'status', got: answer });
    const given = { trace: this.trace.id, title, recorded, answer, placeholders: this.#placeholders };
    this.#found.push(...compareResponse(given));
    const { method, target } = asked.step;
    const answered = { method, path: this.#placeholders.fill(target), ...answer, body: answer.text };
    this.#verdicts.push(() => misfits(about, judge(answered)));
  }

  /** Waits for what was recorded before this step; after a pause in the recording also for what was not. */
  async #comeToRest(step: Step, before?: Step): Promise<void> {
    await this.#patience.pass(this.#timeOf(step));
    await this.#patience.untilArrived();
    if (before === undefined || step.ms - before.ms >= 100) await this.#patience.untilQuiet();
    this.#ledger.nextBurst();
  }

  #compareSocket(
    ws: string,
    title: string,
    [expected, got]: readonly [string | number, string | number | undefined],
  ): void {
    if (expected !== got) this.#differ({ kind: 'socket', subject: `socket ${ws}`, title, expected, got });
  }

  #differ(difference: Pick<Difference, 'kind' | 'subject' | 'title'> & Partial<Difference>): void {
    this.#found.push({ path: '', expected: undefined, got: undefined, ...difference });
  }

  #isHopeless(): boolean {
    if (!this.options.isHasty) return false;
    return this.#patience.hasGivenUp || this.#found.some((difference) => !this.options.isListed(difference));
  }
}

type SocketStep =
  Extract<Step, { readonly ws: string }> extends infer Each
    ? Exclude<Each, { readonly kind: 'event' | AcceptStep['kind'] }>
    : never;

function short(target: string): string {
  return target.length > 160 ? `${target.slice(0, 160)}…` : target;
}

/** Steps that the recorder took; the others came from the server. */
function isDeed({ kind }: Step): boolean {
  return [
    'request',
    'raw-request',
    'ws-connect',
    'ws-send',
    'ws-close',
    'ws-abort',
    'ws-pong',
    'config',
    'note',
  ].includes(kind);
}

/** Why something does not fit the published description. */
function misfits(about: Pick<Difference, 'subject' | 'title'>, reasons: readonly string[]): readonly Difference[] {
  return reasons.map((path) => ({ ...about, kind: 'contract', path, expected: undefined, got: undefined }));
}

function typeOf({ type }: JsonObject): string {
  return typeof type === 'string' ? type : 'an event without a type';
}
