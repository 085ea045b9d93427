import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';

/** A FastAGI server that a test speaks for, on a free port of this machine. */
export class AgiServer {
  readonly #server: Server;
  readonly #connections: AgiConnection[] = [];
  readonly #waiting: ((connection: AgiConnection) => void)[] = [];
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      const connection = new AgiConnection(socket);
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.#connections.push(connection);
      else waiting(connection);
    });
  }

  static async start(): Promise<AgiServer> {
    const started = new AgiServer();
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** `agi://127.0.0.1:4711` */
  get url(): string {
    return `agi://127.0.0.1:${this.port}`;
  }

  /** How many are open. */
  get size(): number {
    return this.#sockets.size;
  }

  /** The next connection that comes, or has come. */
  async connection(): Promise<AgiConnection> {
    return this.#connections.shift() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** One call that is controlled by the test. */
export class AgiConnection {
  readonly #lines: string[] = [];
  #rest = '';
  #isEnded = false;
  #arrived: () => void = () => undefined;
  /** Resolves when the other side has closed. */
  readonly closed: Promise<void>;

  constructor(readonly socket: Socket) {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      const lines = `${this.#rest}${text}`.split('\n');
      this.#rest = lines.pop() ?? '';
      this.#lines.push(...lines);
      this.#arrived();
    });
    this.closed = new Promise((resolve) => {
      const end = (): void => {
        this.#isEnded = true;
        this.#arrived();
        resolve();
      };
      socket.on('end', end);
      socket.on('close', end);
      socket.on('error', () => undefined);
    });
  }

  /** The next line; undefined once there are no more. */
  async line(): Promise<string | undefined> {
    while (this.#lines.length === 0 && !this.#isEnded) await new Promise<void>((resolve) => (this.#arrived = resolve));
    return this.#lines.shift();
  }

  /** The lines up to an empty one, by their names. */
  async environment(): Promise<Readonly<Record<string, string>>> {
    const fields: [string, string][] = [];
    for (let line = await this.line(); line !== undefined && line !== ''; line = await this.line()) {
      const colon = line.indexOf(': ');
      fields.push([line.slice(0, colon), line.slice(colon + 2)]);
    }
    return Object.fromEntries(fields);
  }

  send(text: string): void {
    this.socket.write(`${text}\n`);
  }

  /** Sends a command and gives the first line of its answer. */
  async command(text: string): Promise<string | undefined> {
    this.send(text);
    return this.line();
  }

  /** Everything that is left until the other side closes. */
  async rest(): Promise<string[]> {
    await this.closed;
    return this.#lines.splice(0);
  }

  /** Has nothing more to say. */
  end(): void {
    this.socket.end();
  }
}
