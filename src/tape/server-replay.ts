import type { JsonValue } from '../contract/json';
import { isJsonObject } from '../contract/json';
import { compare, describeDifference } from './compare';
import { Renamings } from './same-request';
import type { ServerLink, ServerMessage } from './server-link';
import type { TapeStep } from './tape';

export interface ServerReplayDeps {
  readonly link: ServerLink;
  /** Milliseconds without a word of the server after which what is still missing is given up. */
  readonly timeoutMs: number;
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export interface ReplayReport {
  readonly requests: number;
  readonly events: number;
  /** One line each. */
  readonly differences: readonly string[];
}

/** What the server said: in the recorded session or now, in the same terms. */
interface Said {
  /** Only what has the same key can be the same: `answer 7`, `socket-1 StasisStart`. */
  readonly key: string;
  readonly value: JsonValue;
}

interface Expected {
  readonly said: Said;
  /** In seconds since the beginning of the recorded session. */
  readonly time: string;
}

/**
 * Does to a server what a recorded application has done, in the same order, and tells how the server differs. A step of
 * the application waits for all that the server had said before it, because the application may have reacted to that.
 */
export class ServerReplay {
  readonly #renamings = new Renamings();
  readonly #differences: string[] = [];
  /** What has arrived and has not been recognised yet. */
  readonly #arrived: Said[] = [];
  /** What was recorded and has not been recognised yet, since the latest step of the application. */
  #expected: Expected[] = [];
  /** The requests, by the keys of their answers. */
  readonly #questions: ReadonlyMap<string, string>;
  #requests = 0;
  #events = 0;
  #notify: () => void = () => undefined;

  constructor(
    private readonly steps: readonly TapeStep[],
    private readonly deps: ServerReplayDeps,
  ) {
    this.#questions = new Map(steps.flatMap(questionOf));
    deps.link.onMessage((message) => {
      this.#arrived.push(saidNow(message));
      if (message.kind === 'event') this.#events += 1;
      this.#notify();
    });
  }

  async run(): Promise<ReplayReport> {
    for (const step of this.steps) {
      const said = saidThen(step);
      if (said !== undefined) this.#expected.push({ said, time: `(${(step.ms / 1000).toFixed(3)} s)` });
      else if (isOfApplication(step)) {
        await this.#recognise();
        this.#perform(step);
      }
    }
    await this.#recognise();
    for (const said of this.#arrived) this.#differences.push(`not recorded: ${this.#described(said)}`);
    return { requests: this.#requests, events: this.#events, differences: this.#differences };
  }

  #perform(step: TapeStep): void {
    const { link } = this.deps;
    if (step.kind === 'request') {
      this.#requests += 1;
      const { n, method, uri, body } = step;
      const content = body === undefined ? {} : { body: this.#renamings.apply(body) };
      link.request(n, { method, uri: this.#renamings.applyToTarget(uri), ...content });
    } else if (step.kind === 'ws-connect') link.connect(step.ws, this.#renamings.applyToTarget(step.uri));
    else if (step.kind === 'ws-send') {
      this.#requests += 1;
      link.send(step.ws, JSON.stringify(this.#renamings.apply(step.json)));
    } else if (step.kind === 'ws-close') link.close(step.ws);
  }

  /** Waits for what is expected; when the server falls silent, the most similar counts, and the rest is missing. */
  async #recognise(): Promise<void> {
    for (;;) {
      this.#takeEqual();
      if (this.#expected.length === 0) return;
      if (!(await this.#hasArrived())) break;
    }
    for (const expected of this.#expected) this.#takeSimilar(expected);
    this.#expected = [];
  }

  #hasArrived(): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.deps.after(this.deps.timeoutMs, () => resolve(false));
      this.#notify = () => {
        cancel();
        resolve(true);
      };
    });
  }

  #takeEqual(): void {
    this.#expected = this.#expected.filter(({ said }) => {
      const at = this.#arrived.findIndex((now) => now.key === said.key && this.#adopt(said, now));
      if (at >= 0) this.#arrived.splice(at, 1);
      return at < 0;
    });
  }

  /** Takes the ids over when both are equal apart from them. */
  #adopt(then: Said, now: Said): boolean {
    const { differences, ids } = compare(then.value, now.value, this.#renamings.ids);
    if (differences.length > 0) return false;
    this.#renamings.add({ ids, counters: new Map() });
    return true;
  }

  #takeSimilar({ said, time }: Expected): void {
    const candidates = this.#arrived
      .filter(({ key }) => key === said.key)
      .map((now) => ({ now, ...compare(said.value, now.value, this.#renamings.ids) }))
      .sort((one, other) => one.differences.length - other.differences.length);
    const [best] = candidates;
    if (best === undefined) {
      this.#differences.push(`missing: ${this.#described(said)} ${time}`);
      return;
    }
    this.#arrived.splice(this.#arrived.indexOf(best.now), 1);
    this.#renamings.add({ ids: best.ids, counters: new Map() });
    for (const difference of best.differences)
      this.#differences.push(`${this.#described(said)} ${time}: ${describeDifference(difference)}`);
  }

  #described({ key, value }: Said): string {
    const question = this.#questions.get(key);
    if (question !== undefined) return `answer to ${question}`;
    const { channel, bridge, playback, recording } = isJsonObject(value) ? value : {};
    const subject = [channel, bridge, playback, recording].find(isJsonObject);
    const id = subject?.['id'] ?? subject?.['name'];
    return `${key}${typeof id === 'string' ? ` of ${id}` : ''}`;
  }
}

/** A request over a socket is answered by a message there. */
function questionOf(step: TapeStep): readonly (readonly [string, string])[] {
  if (step.kind === 'request') return [[`answer ${step.n}`, `${step.method} ${step.uri}`]];
  if (step.kind !== 'ws-send' || !isJsonObject(step.json)) return [];
  const { request_id: request = '', method = '', uri = '' } = step.json;
  return [[`${step.ws} RESTResponse ${textOf(request)}`, `${textOf(method)} ${textOf(uri)}`]];
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isOfApplication({ kind }: TapeStep): boolean {
  return kind === 'request' || kind === 'ws-connect' || kind === 'ws-send' || kind === 'ws-close';
}

function saidThen(step: TapeStep): Said | undefined {
  switch (step.kind) {
    case 'response':
      return answerSaid(step);
    case 'event':
      return eventSaid(step);
    case 'ws-open':
    case 'ws-rejected':
      return { key: `${step.ws} opening`, value: { status: step.status } };
    default:
      // How a socket was closed depends on which side was faster.
      return undefined;
  }
}

function saidNow(message: ServerMessage): Said {
  switch (message.kind) {
    case 'answer':
      return answerSaid(message);
    case 'event':
      return eventSaid(message);
    case 'opening':
      return { key: `${message.ws} opening`, value: { status: message.status } };
  }
}

function answerSaid({ n, status, body }: { n: number; status: number; body?: JsonValue }): Said {
  return { key: `answer ${n}`, value: { status, ...(body === undefined ? {} : { body }) } };
}

function eventSaid({ ws, event }: { ws: string; event: JsonValue }): Said {
  const { type = '', request_id: request = '' } = isJsonObject(event) ? event : {};
  return { key: `${ws} ${textOf(type)}${request === '' ? '' : ` ${textOf(request)}`}`, value: event };
}
