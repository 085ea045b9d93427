import { WebSocket } from 'ws';
import type { Endpoint } from '../load/job';
import type { Against } from '../options';

/** A server of the interface as a client sees it, and the bytes of the requests that are measured on it. */
export class Target {
  readonly endpoint: Endpoint;
  readonly pid: number | undefined;
  readonly #host: string;
  readonly #root: string;
  readonly #authorization: string;
  #service = 'server';

  private constructor(
    readonly name: string,
    { url, user, password, pid }: Against,
  ) {
    this.endpoint = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 80) };
    this.pid = pid;
    this.#host = url.host;
    this.#root = `${url.pathname.replace(/\/(ari\/?)?$/, '')}/ari`;
    this.#authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }

  /** Finds out how the server calls its own resource. */
  static async at(name: string, access: Against): Promise<Target> {
    const target = new Target(name, access);
    if ((await target.fetch('GET', target.pingPath)).status === 404) target.#service = 'asterisk';
    const { status } = await target.fetch('GET', target.pingPath);
    if (status !== 200)
      throw new Error(`${access.url.href} answers ${status} to GET ${target.#root}${target.pingPath}`);
    return target;
  }

  get pingPath(): string {
    return `/${this.#service}/ping`;
  }

  /** The bytes of a request without a body. */
  request(method: string, path: string): string {
    return `${this.#head(method, path)}${method === 'GET' ? '' : 'Content-Length: 0\r\n'}\r\n`;
  }

  /** The bytes of the request that opens an event socket. */
  upgrade(application: string): string {
    const lines = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.from('patchbay-bench-1').toString('base64')}`,
      'Sec-WebSocket-Protocol: ari',
    ];
    return `${this.#head('GET', `/events?app=${application}`)}${lines.join('\r\n')}\r\n\r\n`;
  }

  async fetch(method: string, path: string): Promise<{ readonly status: number; readonly text: string }> {
    const headers = { authorization: this.#authorization };
    const response = await fetch(`http://${this.#host}${this.#root}${path}`, { method, headers }).catch(
      (error: Error) => {
        throw new Error(`http://${this.#host} cannot be reached: ${reasonOf(error)}`);
      },
    );
    return { status: response.status, text: await response.text() };
  }

  /** The first message that comes back when this one is sent over an event socket. */
  ask(message: string): Promise<string> {
    const headers = { authorization: this.#authorization };
    const socket = new WebSocket(`ws://${this.#host}${this.#root}/events?app=bench`, 'ari', { headers });
    return new Promise<string>((resolve, reject) => {
      socket.on('error', reject).on('open', () => socket.send(message));
      socket.on('message', (data: Buffer) => resolve(data.toString('utf8')));
    }).finally(() => socket.close());
  }

  #head(method: string, path: string): string {
    const target = `${this.#root}${path}`;
    return `${method} ${target} HTTP/1.1\r\nHost: ${this.#host}\r\nAuthorization: ${this.#authorization}\r\n`;
  }
}

/** fetch itself only says that it failed; why is in the cause. */
function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message;
}
