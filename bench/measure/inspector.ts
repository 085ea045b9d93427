import { once } from 'node:events';
import { WebSocket } from 'ws';
import { failureSignal } from '../load/failure';

type Fields = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly result?: Fields;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: Fields;
}

/** A Node.js process seen through its inspector: measures it, and runs code in it. */
export class Inspector {
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #failure = failureSignal();
  /** Sessions with the threads that live, in the order in which they started. */
  readonly #threads = new Set<string>();
  #asked = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('error', this.#failure.fail);
    socket.on('close', () => this.#failure.fail(new Error('the inspected process has closed the connection')));
    socket.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString('utf8')) as Message));
  }

  static async connect(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Inspector(socket);
  }

  async ask(method: string, params: Fields = {}): Promise<Fields> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = new Promise<Message>((resolve) => this.#answers.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { result = {}, error } = await Promise.race([answer, this.#failure.failed]);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** The value of an expression in the main thread of the process; a promise is waited for. */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.ask('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return (result as { readonly value?: unknown }).value;
  }

  /** Has the newest other thread evaluate an expression, and does not wait for it: it may end the thread. */
  async evaluateInThread(expression: string): Promise<void> {
    await this.ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
    const sessionId = [...this.#threads].at(-1);
    if (sessionId === undefined) throw new Error('the process has no other thread');
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
    await this.ask('NodeWorker.sendMessageToWorker', { sessionId, message });
    await this.ask('NodeWorker.disable');
    this.#threads.clear();
  }

  close(): void {
    this.socket.terminate();
  }

  #hear(message: Message): void {
    const { id, method, params = {} } = message;
    const session = String(params['sessionId']);
    if (method === 'NodeWorker.attachedToWorker') this.#threads.add(session);
    if (method === 'NodeWorker.detachedFromWorker') this.#threads.delete(session);
    if (id === undefined) return;
    this.#answers.get(id)?.(message);
    this.#answers.delete(id);
  }
}
