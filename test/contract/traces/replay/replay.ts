import { judge, judgeFrame } from '../../../support/spec/contract-judge';
import { isObservation } from './audio-socket-peers';
import type { Answer, ResponseCase } from '../compare/compare-response';
import { compareResponse } from '../compare/compare-response';
import { compareRaw } from '../compare/compare-raw';
import type { Difference } from '../compare/difference';
import { EventLedger } from '../compare/event-ledger';
import type { Exchange } from '../compare/exchange';
import { parametersOf, segmentsOf } from '../compare/exchange';
import { Explainer } from '../explain/explainer';
import type { KnownDifference } from '../explain/known-difference';
import type { Awaited, Review } from './pacer';
import { Pacer } from './pacer';
import { audioObservation } from '../phones/audio-observation';
import { PhonePlayer } from '../phones/phone-player';
import { softphoneCommand } from '../phones/phone-ports';
import { Placeholders } from '../compare/placeholders';
import type { ReplayServer } from './replay-server';
import { SocketPlayer } from './socket-player';
import type { ConfigStep, HiddenAction, JsonObject, RequestStep, Step, Trace } from '../recording/trace';
import { TraceHttp } from './trace-http';
import { Transcript } from '../explain/transcript';

/** An event as it came, and on which socket. */
export interface Heard {
  /** Milliseconds by the server's clock since the replay began. */
  readonly ms: number;
  readonly ws: string;
  readonly event: JsonObject;
}

export interface ExplainedDifference {
  readonly difference: Difference;
  /** The known difference, or what it follows from. */
  readonly explanation: string;
}

export interface Replayed {
  /** Those that nothing explains. */
  readonly differences: readonly Difference[];
  readonly explained: readonly ExplainedDifference[];
  readonly heard: readonly Heard[];
}

export interface ReplayOptions {
  readonly known: readonly KnownDifference[];
  /** How long to wait for what does not come; see Pacer. */
  readonly quietRounds?: number;
}

/** Sends the requests of a recording to a server and tells everything that is not as recorded. */
export async function replay(trace: Trace, server: ReplayServer, options: ReplayOptions): Promise<Replayed> {
  const run = new Replay(trace, server, options);
  try {
    return await run.play();
  } finally {
    run.close();
  }
}

interface Asked {
  readonly step: RequestStep;
  readonly window: number;
  readonly title: string;
  readonly answer: Promise<Answer>;
}

class Replay {
  readonly #placeholders: Placeholders;
  readonly #transcript: Transcript;
  readonly #explainer: Explainer;
  readonly #ledger: EventLedger;
  readonly #http: TraceHttp;
  readonly #sockets: SocketPlayer;
  readonly #phones: PhonePlayer;
  readonly #pacer: Pacer;
  readonly #asked = new Map<number, Asked>();
  readonly #raw = new Map<number, string>();
  /** Differences, and what explained them when they were found: what follows from one is no explanation of it. */
  readonly #found: { readonly difference: Difference; readonly explanation: string | undefined }[] = [];
  readonly #statusReasons = new Map<string, string | undefined>();
  readonly #heard: Heard[] = [];
  readonly #verdicts: (() => readonly Difference[])[] = [];
  readonly #began: number;
  #reviewed: Review | undefined;
  /** When we last did something: in the recording, and by the server's clock. */
  #lastAction: { readonly ms: number; readonly at: number };

  constructor(
    private readonly trace: Trace,
    private readonly server: ReplayServer,
    { known, quietRounds }: ReplayOptions,
  ) {
    this.#began = server.clock.now();
    this.#lastAction = { ms: 0, at: this.#began };
    this.#placeholders = new Placeholders([['<root>', server.root]]);
    this.#transcript = new Transcript(trace, this.#placeholders);
    this.#explainer = new Explainer(known, this.#transcript);
    const isExplained = (difference: Difference): boolean => this.#explainer.explain(difference) !== undefined;
    this.#ledger = new EventLedger({ placeholders: this.#placeholders, isExplained });
    this.#http = new TraceHttp(() => server.origin, this.#placeholders);
    this.#sockets = new SocketPlayer({
      server,
      transcript: this.#transcript,
      placeholders: this.#placeholders,
      window: () => this.#ledger.window,
      hear: (ws, event, text) => this.#hear(ws, event, text),
      differ: (difference) => this.#differ(difference),
      note: (exchange) => this.#note(exchange),
      answered: (exchange) => this.#follow(exchange),
      within: (result, step) => this.#within(result, step),
    });
    this.#phones = new PhonePlayer({
      trace,
      server,
      placeholders: this.#placeholders,
      isExplained,
      window: () => this.#ledger.window,
      now: () => this.#now(),
      arrive: () => this.#pacer.arrive(),
      differ: (difference) => this.#differ(difference),
      within: (result, step) => this.#within(result, step),
    });
    const awaited: Awaited = {
      review: () => (this.#phones.ledger.isComplete() ? this.#review() : 'incomplete'),
      pairAlike: () => this.#ledger.pairAlike(),
    };
    this.#pacer = new Pacer({
      ledger: awaited,
      clock: server.clock,
      media: () => server.media,
      sockets: () => this.#sockets.all,
      quietRounds,
    });
  }

  async play(): Promise<Replayed> {
    const { steps } = this.trace;
    for (const [place, step] of steps.entries()) {
      const isAction = isActionOfOurs(step);
      if (isAction) await this.#comeToRest(step, steps[place - 1]);
      await this.#take(step);
      if (isAction) this.#lastAction = { ms: step.ms, at: this.server.clock.now() };
    }
    const last = steps.at(-1);
    if (last !== undefined) await this.#comeToRest(last);
    for (const difference of [
      ...this.#ledger.differences(),
      ...this.#phones.ledger.differences(),
      ...this.#verdicts.flatMap((verdict) => verdict()),
    ])
      this.#found.push({ difference, explanation: this.#explain(difference) });
    return {
      differences: this.#found.flatMap(({ difference, explanation }) =>
        explanation === undefined ? [difference] : [],
      ),
      explained: this.#found.flatMap(({ difference, explanation }) =>
        explanation === undefined ? [] : [{ difference, explanation }],
      ),
      heard: this.#heard,
    };
  }

  /** What was found the last time, unless something has happened since: waiting asks again and again. */
  #review(): Review {
    this.#reviewed ??= this.#ledger.review();
    return this.#reviewed;
  }

  close(): void {
    this.#http.close();
    this.#sockets.close();
    this.#phones.close();
  }

  async #take(step: Step): Promise<void> {
    this.#reviewed = undefined;
    switch (step.kind) {
      case 'request': {
        this.#phones.note(step);
        const answer = this.#http.send(step);
        answer.catch(() => undefined);
        const { window } = this.#ledger;
        this.#asked.set(step.n, { step, window, title: `${step.method} ${short(step.target)}`, answer });
        return;
      }
      case 'response':
        return this.#compareAnswer(step);
      case 'raw-request':
        this.#raw.set(step.n, step.text);
        return;
      case 'raw-response': {
        const text = this.#raw.get(step.n) ?? '';
        const { answers, differences } = await compareRaw(step, {
          text,
          http: this.#http,
          placeholders: this.#placeholders,
        });
        const [answer] = answers;
        if (answer !== undefined) this.#note(rawExchange({ n: step.n, window: this.#ledger.window, text, answer }));
        return this.#differ(...differences);
      }
      case 'event':
        return this.#ledger.expect(step);
      case 'config':
        return this.#configure(step);
      case 'action':
        return this.#act(step.action, step);
      case 'sip':
        return this.#phones.take(step);
      case 'note': {
        const typed = softphoneCommand(step.text);
        if (typed !== undefined) return this.#phones.type(typed);
        const audio = audioObservation(step.text);
        if (audio !== undefined) return this.#phones.observe(audio, step);
        if (!isObservation(step.text)) return;
        const asked = [...this.#asked.values()].map((one) => one.step);
        return this.#differ(...(await this.server.peers.audioSockets.observe(step.text, asked, this.#placeholders)));
      }
      case 'unknown':
        return this.#differ({
          kind: 'unsupported',
          subject: 'a step',
          title: step.name,
          path: '',
          expected: undefined,
          got: undefined,
        });
      default:
        return this.#sockets.take(step);
    }
  }

  /** When this step has to come, by the server's clock. */
  #timeOf({ ms }: Pick<Step, 'ms'>): number {
    return this.#lastAction.at + ms - this.#lastAction.ms;
  }

  /** Now, by the clock of the recording. */
  #now(): number {
    const { ms, at } = this.#lastAction;
    return ms + this.server.clock.now() - at;
  }

  #within<Result>(result: Promise<Result>, step: Pick<Step, 'ms'>): Promise<Result | undefined> {
    return this.#pacer.within(result, this.#timeOf(step));
  }

  #hear(ws: string, event: JsonObject, text: string | undefined): void {
    this.#heard.push({ ms: this.server.clock.now() - this.#began, ws, event });
    this.#transcript.receive(ws, event);
    this.#ledger.receive(ws, event, this.#now());
    this.#reviewed = undefined;
    if (text !== undefined) this.#verdicts.push(() => misfits({ subject: ws, title: typeOf(event) }, judgeFrame(text)));
    this.#pacer.arrive();
  }

  #configure({ files }: ConfigStep): void {
    for (const [name, lines] of Object.entries(files))
      this.server.configure(name, `${this.server.original(name)}\n${lines.join('\n')}\n`);
  }

  async #act(action: HiddenAction, step: Pick<Step, 'ms'>): Promise<void> {
    const { server } = this;
    switch (action.do) {
      case 'set-options':
        return server.setOptions('ari.conf', action.options);
      case 'restore-files':
        return server.restoreFiles();
      case 'restore-and-reload':
        server.restoreFiles();
        for (const module of action.modules) await server.reload(module);
        return;
      case 'restore-and-restart':
        return server.restart();
      case 'stop-media-server':
        return server.peers.websockets.stopConfigured();
      case 'block-folder':
        return server.writeRecording(action.name);
      case 'close-socket':
      case 'abort-socket':
      case 'send-audio':
        return this.#sockets.act(action);
      default:
        return this.#phones.act(action, step);
    }
  }

  async #compareAnswer(recorded: ResponseCase['recorded']): Promise<void> {
    const asked = this.#asked.get(recorded.n);
    if (asked === undefined) return;
    const { title, step, window } = asked;
    const failed = asked.answer.catch((error: unknown) => ({ status: 0, headers: {}, text: String(error) }));
    const answer = (await this.#within(failed, recorded)) ?? { status: 0, headers: {}, text: 'no answer' };
    const target = this.#placeholders.fill(step.target);
    this.#note({
      key: String(recorded.n),
      window,
      method: step.method,
      target,
      headers: step.headers,
      recorded,
      answer,
      segments: segmentsOf(target),
      parameters: parametersOf({ ...step, target }),
    });
    this.#differ(...compareResponse({ title, recorded, answer, placeholders: this.#placeholders }));
    const about = { subject: `request ${recorded.n}`, title };
    const answered = { method: step.method, path: target, ...answer, body: answer.text };
    if (answer.status !== 0) this.#verdicts.push(() => misfits(about, judge(answered)));
  }

  /** Waits for what was recorded before this step; after a pause in the recording also for what was not. */
  async #comeToRest(step: Step, before?: Step): Promise<void> {
    await this.#pacer.pass(this.#timeOf(step));
    await this.#pacer.untilArrived();
    if (before === undefined || step.ms - before.ms >= 100) await this.#pacer.untilQuiet();
    if (before === undefined) return;
    this.#ledger.nextWindow(nameOf(step));
    this.#reviewed = undefined;
    this.#phones.ledger.nextWindow();
  }

  #note(exchange: Exchange): void {
    this.#reviewed = undefined;
    this.#transcript.add(exchange);
    this.#explainer.note(exchange);
  }

  /** The status of an answer that came on a socket is compared at the end, but explained now. */
  #follow({ key, recorded, answer }: Exchange): void {
    this.#reviewed = undefined;
    if (recorded.status === answer.status) return;
    const difference: Difference = {
      kind: 'status',
      subject: `request ${key}`,
      title: '',
      path: '',
      exchange: key,
      expected: recorded.status,
      got: answer.status,
    };
    this.#statusReasons.set(key, this.#explainer.explain(difference));
    this.#explainer.follow(difference);
  }

  #explain(difference: Difference): string | undefined {
    const { kind, exchange = '' } = difference;
    if (kind === 'status' && this.#statusReasons.has(exchange)) return this.#statusReasons.get(exchange);
    return this.#explainer.explain(difference);
  }

  #differ(...differences: readonly Difference[]): void {
    this.#reviewed = undefined;
    for (const difference of differences) {
      this.#found.push({ difference, explanation: this.#explainer.explain(difference) });
      this.#explainer.follow(difference);
    }
  }
}

interface RawExchange {
  readonly n: number;
  readonly window: number;
  readonly text: string;
  readonly answer: Answer;
}

function rawExchange({ n, window, text, answer }: RawExchange): Exchange {
  const [method = '', target = ''] = text.split(' ');
  return {
    key: String(n),
    window,
    method,
    target,
    headers: {},
    segments: segmentsOf(target),
    answer,
    parameters: parametersOf({ target, headers: {}, body: undefined }),
    recorded: { status: undefined, error: undefined, body: undefined },
  };
}

function short(target: string): string {
  return target.length > 160 ? `${target.slice(0, 160)}…` : target;
}

/** Steps that the recorder took; the others came from the server. */
function isActionOfOurs(step: Step): boolean {
  if (step.kind === 'note') return !isObservation(step.text) && audioObservation(step.text) === undefined;
  if (step.kind === 'sip') return step.isOurs;
  return [
    ...['request', 'raw-request', 'config', 'action'],
    ...['ws-connect', 'ws-send', 'ws-close', 'ws-abort', 'ws-pong'],
  ].includes(step.kind);
}

/** How a report calls one of our actions. */
function nameOf(step: Step): string {
  switch (step.kind) {
    case 'request':
      return `request ${step.n} (${step.method} ${short(step.target)})`;
    case 'raw-request':
      return `request ${step.n}`;
    case 'sip':
      return `${step.line} of ${step.ua}`;
    case 'ws-send':
      return `a frame on ${step.ws}`;
    case 'note':
      return `the note '${step.text}'`;
    case 'action':
      return step.action.do;
    default:
      return 'ws' in step ? `${step.kind} ${step.ws}` : step.kind;
  }
}

/** Why something does not fit the published description. */
function misfits(about: Pick<Difference, 'subject' | 'title'>, reasons: readonly string[]): readonly Difference[] {
  return reasons.map((path) => ({ ...about, kind: 'contract', path, expected: undefined, got: undefined }));
}

function typeOf({ type }: JsonObject): string {
  return typeof type === 'string' ? type : 'an event without a type';
}
