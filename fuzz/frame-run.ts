import { judgeFrame } from '../test/support/spec/contract-judge';
import { causeOf } from './finding';
import { frameBytes, opcodes } from './frame-bytes';
import type { FrameCase } from './frame-cases';
import { FrameCases } from './frame-cases';
import { show } from './http-case';
import { randomOf } from './random';
import { RequestCases } from './request-cases';
import type { RunOptions } from './request-run';
import type { SocketClient } from './socket-client';
import { openSocket, defaultTimeoutMs } from './tidy';
import { isFault } from './verdict';

const lanes = 8;

/** Sends the cases over some sockets at once; a socket that a case has closed is opened again. */
export async function runFrames(options: RunOptions): Promise<void> {
  const run = new FrameRun(options);
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run.lane(lane)));
}

/** What happened on a socket since the case was sent. */
interface Events {
  readonly answers: string[];
  readonly reasons: string[];
  pongs: number;
  closed: boolean;
}

class FrameRun {
  readonly #cases: FrameCases;
  #next: number;

  constructor(private readonly options: RunOptions) {
    const { document, from } = options;
    this.#cases = new FrameCases(new RequestCases(document));
    this.#next = from;
  }

  async lane(lane: number): Promise<void> {
    const { to, findings, target, progress } = this.options;
    let line: Line | undefined;
    while (this.#next < to && !progress.isStopped && !findings.isFull && target.ending() === undefined) {
      const index = this.#next;
      this.#next += 1;
      progress.began('frame', index);
      line = line?.isOpen ? line : await this.#open(lane);
      if (line === undefined) return this.#giveUp(index);
      const one = this.#cases.at(randomOf(this.options.seed, index), index);
      this.#report(index, one, await line.try(one));
      progress.ended('frame', index);
    }
    line?.close();
  }

  async #open(lane: number): Promise<Line | undefined> {
    const { target, progress, timeoutMs = defaultTimeoutMs } = this.options;
    const path = `/ari/events?app=lane${lane}&subscribeAll=${lane % 2 === 0}`;
    const client = await openSocket(target, path, timeoutMs);
    if (client === undefined) return undefined;
    progress.sign();
    return new Line(client, { timeoutMs, onNews: () => progress.sign() });
  }

  #giveUp(index: number): void {
    const { findings, progress, target } = this.options;
    progress.ended('frame', index);
    // The end of the server is reported elsewhere; failing to open sockets then is not a finding.
    if (target.ending() !== undefined) return;
    findings.add('open', { where: 'frame', index, reasons: ['no socket could be opened'], shown: '' });
  }

  #report(index: number, one: FrameCase, reasons: readonly string[]): void {
    if (reasons.length === 0) return;
    const shown = `${one.note}, expecting ${one.expects}: ${show(one.text ?? one.bytes.toString('latin1'))}`;
    this.options.findings.add(causeOf(`${one.note} ${one.expects}`, reasons), {
      where: 'frame',
      index,
      reasons,
      shown,
    });
  }
}

interface LineOptions {
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly onNews: () => void;
}

/** One socket, one case at a time. */
class Line {
  #events: Events = nothingYet();
  #wake: () => void = () => undefined;

  constructor(
    private readonly client: SocketClient,
    private readonly options: LineOptions,
  ) {
    client.listen({
      onText: (text) => this.#heard(text),
      onPong: () => {
        this.options.onNews();
        this.#events.pongs += 1;
        this.#wake();
      },
      onClose: () => {
        this.#events.closed = true;
        this.#wake();
      },
    });
  }

  get isOpen(): boolean {
    return this.client.isOpen;
  }

  close(): void {
    this.client.close();
  }

  /** What is wrong with how the case was taken. */
  async try(one: FrameCase): Promise<readonly string[]> {
    this.#events = nothingYet();
    this.client.send(one.bytes);
    // An answer can only come after what was sent before it: a ping tells when there is nothing more to wait for.
    if (one.expects === 'nothing') this.client.send(finalPing);
    if (one.expects === 'either') this.close();
    const settled = await this.#until(() => isOver(one, this.#events));
    if (!settled) {
      this.close(); // an answer that comes later would be taken for that of the next case
      return [`nothing happened within ${this.options.timeoutMs / 1000} s`];
    }
    const { reasons, answers, closed } = this.#events;
    if (one.expects === 'answer' && closed && answers.length === 0)
      return [...reasons, 'the socket was closed instead'];
    return [...reasons, ...answers.flatMap((answer) => wrongWithAnswer(answer, one))];
  }

  #heard(text: string): void {
    this.options.onNews();
    if (messageIn(text).type === 'RESTResponse') this.#events.answers.push(text);
    else this.#events.reasons.push(...judgeFrame(text).map((reason) => `${reason} in ${text.slice(0, 200)}`));
    this.#wake();
  }

  async #until(isDone: () => boolean): Promise<boolean> {
    const deadline = Date.now() + this.options.timeoutMs;
    while (!isDone()) {
      if (Date.now() >= deadline) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.options.timeoutMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return true;
  }
}

const finalPing = frameBytes({ opcode: opcodes.ping, payload: Buffer.alloc(0) });

function nothingYet(): Events {
  return { answers: [], reasons: [], pongs: 0, closed: false };
}

function isOver({ expects }: FrameCase, { answers, pongs, closed }: Events): boolean {
  if (closed) return true;
  if (expects === 'answer') return answers.length > 0;
  return pongs > 0 && (expects === 'pong' || expects === 'nothing');
}

function wrongWithAnswer(text: string, { expects, asked }: FrameCase): string[] {
  if (expects !== 'answer') return [`an answer to something that is not a request: ${text.slice(0, 200)}`];
  // Without a body where HEAD was asked for; where it was not, the judge misses it.
  const { status_code: status = 0, request_id: id, message_body: body } = messageIn(text);
  if (isFault(status, body)) return [`${status}: ${text.slice(0, 400)}`];
  // An answer to another case, or a second one to an earlier case.
  if (asked !== undefined && asked.id !== id) return [`the answer to ${asked.id} says it is for ${id}`];
  return judgeFrame(text, asked?.method);
}

interface Answer {
  readonly type?: string;
  readonly status_code?: number;
  readonly request_id?: string;
  readonly message_body?: string;
}

/** Undefined when it is not even JSON: the judge reports that. */
function messageIn(text: string): Answer {
  try {
    return (JSON.parse(text) ?? {}) as Answer;
  } catch {
    return {};
  }
}
