import { WebSocket } from 'ws';
import { judgeFrame } from '../spec/contract-judge';

/** A message of the socket, as it came. */
export type Message = Readonly<Record<string, unknown>> & { readonly type: string };

export interface Ending {
  readonly code: number;
  readonly reason: string;
}

export interface OpenExtras {
  /** Basic credentials. */
  readonly user?: string;
  readonly protocols?: readonly string[];
  /** Milliseconds that the server has to accept it; without a limit unless told. */
  readonly handshakeTimeout?: number;
}

/** An application's end of the event socket. Every message that arrives is held against the published description. */
export class AppSocket {
  readonly closed: Promise<Ending>;
  readonly #arrived: Message[] = [];
  readonly #wanted: { readonly resolve: (message: Message) => void; readonly reject: (error: Error) => void }[] = [];
  readonly #methods = new Map<string, string>();
  #requests = 0;
  #fault: Error | undefined;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.#take(data.toString('utf8')));
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) =>
      socket.once('close', (code, reason) => {
        this.#fail(new Error(`the socket was closed with ${code}`));
        resolve({ code, reason: reason.toString('utf8') });
      }),
    );
  }

  /** `query` is what stands behind the question mark: `app=hello&subscribeAll=true`. */
  static async open(
    origin: string,
    query: string,
    { user = 'asterisk:asterisk', protocols = [], handshakeTimeout }: OpenExtras = {},
  ): Promise<AppSocket> {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ari/events?${query}`, [...protocols], {
      headers: { authorization: `Basic ${Buffer.from(user).toString('base64')}` },
      ...(handshakeTimeout === undefined ? {} : { handshakeTimeout }),
    });
    // Made before the upgrade is done: the first messages may come in the same packet.
    const peer = new AppSocket(socket);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return peer;
  }

  /** The oldest message not yet asked for; waits for one if need be. */
  next(): Promise<Message> {
    const message = this.#arrived.shift();
    if (message !== undefined) return Promise.resolve(message);
    if (this.#fault !== undefined) return Promise.reject(this.#fault);
    return new Promise((resolve, reject) => this.#wanted.push({ resolve, reject }));
  }

  async take(count: number): Promise<readonly Message[]> {
    const messages: Message[] = [];
    while (messages.length < count) messages.push(await this.next());
    return messages;
  }

  /** Everything that was sent here until now: messages keep their order, so an answer asked for now comes behind them. */
  async sofar(): Promise<readonly Message[]> {
    const id = this.send({ method: 'GET', uri: 'server/ping' });
    const messages: Message[] = [];
    for (;;) {
      const message = await this.next();
      if (message['request_id'] === id) return messages;
      messages.push(message);
    }
  }

  /** Sends a RESTRequest and gives back its request id. */
  send(request: Readonly<Record<string, unknown>>): string {
    this.#requests += 1;
    const frame = { type: 'RESTRequest', request_id: `request-${this.#requests}`, ...request };
    // The description knows no HEAD: what it is answered with has no body to be judged.
    if (request['method'] !== 'HEAD') this.#methods.set(frame.request_id, String(request['method']));
    this.socket.send(JSON.stringify(frame));
    return frame.request_id;
  }

  /** Sends a RESTRequest and waits for its answer, which has to be the next message. */
  async ask(request: Readonly<Record<string, unknown>>): Promise<Message> {
    const id = this.send(request);
    const message = await this.next();
    if (message['request_id'] !== id) throw new Error(`not the answer to ${id}: ${JSON.stringify(message)}`);
    return message;
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }

  /** Cuts the connection without a goodbye. */
  async abort(): Promise<void> {
    this.socket.terminate();
    await this.closed;
  }

  #take(text: string): void {
    const message = JSON.parse(text) as Message;
    const reasons = judgeFrame(text, this.#methods.get(String(message['request_id'])));
    if (reasons.length > 0) return this.#fail(new Error(`${text}: ${reasons.join('; ')}`));
    const wanted = this.#wanted.shift();
    if (wanted === undefined) this.#arrived.push(message);
    else wanted.resolve(message);
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    for (const { reject } of this.#wanted.splice(0)) reject(this.#fault);
  }
}

/** The JSON text inside an answer. */
export function bodyOf(message: Message): unknown {
  return JSON.parse(String(message['message_body']));
}

/** Closes all sockets that a test opened, however the test ended. */
export class Sockets {
  readonly #open = new Set<AppSocket>();

  constructor(private readonly origin: () => string) {}

  async open(query: string, extras?: OpenExtras): Promise<AppSocket> {
    const socket = await AppSocket.open(this.origin(), query, extras);
    this.#open.add(socket);
    return socket;
  }

  async closeAll(): Promise<void> {
    const sockets = [...this.#open];
    this.#open.clear();
    await Promise.all(sockets.map((socket) => socket.abort()));
  }
}
