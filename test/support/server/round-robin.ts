import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';

/** One address in front of several servers: every request, and every websocket, goes to the next one. */
export class RoundRobin {
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));
  readonly #connections = new Set<Duplex>();
  /** How many requests each server has got. */
  readonly counts: number[];
  #next = 0;

  private constructor(private readonly origins: readonly string[]) {
    this.counts = origins.map(() => 0);
    this.#server.on('connection', (socket: Duplex) => this.#own(socket));
    this.#server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#upgrade(asked, socket, head),
    );
  }

  static async over(origins: readonly string[]): Promise<RoundRobin> {
    const balancer = new RoundRobin(origins);
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#connections) socket.destroy();
    await once(this.#server, 'close');
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url, headers } = asked;
    const { hostname, port } = this.#choose();
    const passed = request({ hostname, port, method, path: url, headers, agent: false }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      pipeline(reply, answer, () => undefined);
    });
    passed.on('error', () => answer.destroy());
    pipeline(asked, passed, () => undefined);
  }

  #upgrade({ method, url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { hostname, port } = this.#choose();
    const server = connect(Number(port), hostname);
    this.#own(server);
    const lines = Array.from(
      { length: rawHeaders.length / 2 },
      (_, index) => `${rawHeaders[2 * index]}: ${rawHeaders[2 * index + 1]}`,
    );
    server.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    server.write(head);
    pipeline(socket, server, socket, () => undefined);
  }

  #choose(): URL {
    const index = this.#next % this.origins.length;
    this.#next += 1;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    return new URL(this.origins[index] ?? '');
  }

  #own(socket: Duplex): void {
    this.#connections.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#connections.delete(socket));
  }
}
