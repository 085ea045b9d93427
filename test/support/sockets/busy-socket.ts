import { WebSocket } from 'ws';
import { judgeFrame } from '../spec/contract-judge';
import type { Message } from './socket-peer';

export interface Outcome {
  readonly status: number;
  readonly body: unknown;
}

interface Question {
  readonly method: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * An application's end of a socket on which answers and events come mixed, many at a time. Every message is held
 * against the published description; the first one that does not fit fails whatever is asked afterwards.
 */
export class BusySocket {
  /** All events so far, in the order in which they came. */
  readonly events: Message[] = [];
  readonly #questions = new Map<string, Question>();
  readonly #watchers = new Set<() => void>();
  readonly #closed: Promise<void>;
  #asked = 0;
  #fault: Error | undefined;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.#take(data.toString('utf8')));
    socket.on('error', () => undefined);
    this.#closed = new Promise((resolve) =>
      socket.once('close', () => {
        this.#fail(new Error('the socket is closed'));
        resolve();
      }),
    );
  }

  /** `query` is what stands behind the question mark. */
  static async open(origin: string, query: string): Promise<BusySocket> {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ari/events?${query}`, {
      headers: { authorization: `Basic ${Buffer.from('asterisk:asterisk').toString('base64')}` },
    });
    const peer = new BusySocket(socket);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return peer;
  }

  /** `target` is below `/ari`, as for HTTP. */
  ask(method: string, target: string): Promise<Outcome> {
    if (this.#fault !== undefined) return Promise.reject(this.#fault);
    this.#asked += 1;
    const id = `busy-${this.#asked}`;
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { method, resolve, reject });
      this.socket.send(JSON.stringify({ type: 'RESTRequest', request_id: id, method, uri: target.slice(1) }));
    });
  }

  /** Waits until an event fits, from a place in the list of events on. */
  async event(fits: (message: Message) => boolean, from = 0): Promise<Message> {
    for (let next = from; ; next += 1) {
      while (next >= this.events.length) await this.#news();
      const message = this.events[next];
      if (message !== undefined && fits(message)) return message;
    }
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.#closed;
  }

  #news(): Promise<void> {
    const fault = this.#fault;
    if (fault !== undefined) return Promise.reject(fault);
    return new Promise((resolve, reject) => {
      const watcher = (): void => {
        this.#watchers.delete(watcher);
        if (this.#fault === undefined) resolve();
        else reject(this.#fault);
      };
      this.#watchers.add(watcher);
    });
  }

  #take(text: string): void {
    const message = JSON.parse(text) as Message;
    const id = String(message['request_id']);
    const question = message.type === 'RESTResponse' ? this.#questions.get(id) : undefined;
    const reasons = judgeFrame(text, question?.method);
    if (reasons.length > 0) return this.#fail(new Error(`${text}: ${reasons.join('; ')}`));
    if (question === undefined) this.events.push(message);
    else {
      this.#questions.delete(id);
      const { status_code: status, message_body: body } = message;
      question.resolve({
        status: Number(status),
        body: typeof body === 'string' && body !== '' ? JSON.parse(body) : undefined,
      });
    }
    for (const watcher of [...this.#watchers]) watcher();
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    for (const { reject } of this.#questions.values()) reject(this.#fault);
    this.#questions.clear();
    for (const watcher of [...this.#watchers]) watcher();
  }
}
