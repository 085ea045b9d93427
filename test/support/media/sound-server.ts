import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Another server, on a free port of this machine, that has what a test puts there. */
export class SoundServer {
  readonly asked: Asked[] = [];
  readonly #answers = new Map<string, Answer>();
  /** Who waits for something that happens here. */
  readonly #waiting = new Set<() => void>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = (request.url ?? '').replace(/\?.*$/, '');
      this.asked.push({ path, headers: request.headers });
      response.on('close', () => this.#tell());
      const answer = this.#answers.get(path);
      if (answer === undefined) response.writeHead(404).end();
      else answer(response, request);
      this.#tell();
    });
  }

  static async start(): Promise<SoundServer> {
    const started = new SoundServer();
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Answers a path so from now on. */
  at(path: string, answer: Answer): this {
    this.#answers.set(path, answer);
    return this;
  }

  /** Has bytes at a path. */
  has(path: string, bytes: Buffer, headers: Readonly<Record<string, string>> = {}): this {
    return this.at(path, (response) =>
      response.writeHead(200, { 'content-length': bytes.length, ...headers }).end(bytes),
    );
  }

  /** What was asked for at a path. */
  askedFor(path: string): readonly Asked[] {
    return this.asked.filter((question) => question.path === path);
  }

  /** Waits until it is so after something has happened here. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  async connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.#server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    );
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #tell(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** A WAV file of silence at 8 kHz. */
export function silentWav(milliseconds: number): Buffer {
  const length = milliseconds * 16;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(length, 40);
  return Buffer.concat([header, Buffer.alloc(length)]);
}
