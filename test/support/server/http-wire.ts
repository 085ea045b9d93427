import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { basic } from './http-client';

export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const login = `Authorization: ${basic('asterisk:asterisk')}\r\n`;

/** A TCP connection on which HTTP is spoken by hand, byte by byte if need be. */
export class Wire {
  /** Resolves when the server has closed its side. */
  readonly ended: Promise<void>;
  readonly #waiting = new Set<() => void>();
  #received = '';
  #isEnded = false;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.#received += text;
      this.#wake();
    });
    // A connection that the server cuts while we write is as closed as any other.
    socket.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      const end = (): void => {
        this.#isEnded = true;
        this.#wake();
        resolve();
      };
      socket.once('end', end).once('close', end);
    });
  }

  static async connect(origin: string, localAddress = '127.0.0.1'): Promise<Wire> {
    const { hostname, port } = new URL(origin);
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    const wire = new Wire(socket);
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return wire;
  }

  /**
   * A connection on which a request has been answered, so that the server keeps it. While any connection is open, a timer
   * of the server watches whether it is read: those who count timers hold one connection all the time.
   */
  static async held(origin: string): Promise<Wire> {
    const wire = await Wire.connect(origin);
    await wire.ask(`GET /ari/asterisk/ping HTTP/1.1\r\n${login}\r\n`);
    return wire;
  }

  /** Sends on a connection of its own, and closes it after the first answer. */
  static async once(origin: string, text: string): Promise<WireAnswer> {
    const wire = await Wire.connect(origin);
    try {
      return await wire.ask(text);
    } finally {
      wire.close();
    }
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  async ask(text: string, options?: { readonly headersOnly?: boolean }): Promise<WireAnswer> {
    this.send(text);
    return this.answer(options);
  }

  /** The next answer; of one to HEAD there are only the headers. */
  async answer({ headersOnly = false } = {}): Promise<WireAnswer> {
    for (;;) {
      const read = firstAnswer(this.#received, headersOnly);
      if (read !== undefined) {
        this.#received = this.#received.slice(read.length);
        return read.answer;
      }
      if (this.#isEnded) throw new Error(`the connection ended after: ${JSON.stringify(this.#received)}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** What has arrived and was not asked for. */
  get rest(): string {
    return this.#received;
  }

  close(): void {
    this.socket.destroy();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

function firstAnswer(
  text: string,
  headersOnly: boolean,
): { readonly answer: WireAnswer; readonly length: number } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const size = headersOnly ? 0 : Number(headers['content-length'] ?? 0);
  const length = end + 4 + size;
  if (text.length < length) return undefined;
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  return { answer: { status, headers, body: text.slice(end + 4, length) }, length };
}
