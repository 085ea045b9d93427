import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** What came back for a request. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: string;
    }
  | { readonly kind: 'closed' }
  | { readonly kind: 'silent' };

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A connection that sends any bytes at all, which no HTTP library would do, and reads one answer at a time. */
export class HttpClient {
  #socket: Socket | undefined;
  #received = Buffer.alloc(0);
  #wake: () => void = () => undefined;
  #ended = false;

  constructor(
    private readonly address: Address,
    private readonly timeoutMs: number,
  ) {}

  async send(bytes: Buffer, headersOnly: boolean): Promise<Outcome> {
    const socket = await this.#connected();
    socket.write(bytes);
    const deadline = Date.now() + this.timeoutMs;
    for (;;) {
      const answer = readAnswer(this.#received, { headersOnly, ended: this.#ended });
      if (answer !== undefined) return this.#took(answer);
      if (this.#ended) return this.#gaveUp('closed');
      if (Date.now() >= deadline) return this.#gaveUp('silent');
      await this.#news(deadline - Date.now());
    }
  }

  /** Sends and leaves. */
  async abandon(bytes: Buffer): Promise<void> {
    const socket = await this.#connected();
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    this.close();
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  async #connected(): Promise<Socket> {
    if (this.#socket !== undefined && !this.#ended) return this.#socket;
    this.close();
    const socket = connect(this.address);
    this.#socket = socket;
    this.#received = Buffer.alloc(0);
    this.#ended = false;
    const over = (): void => {
      if (this.#socket === socket) this.#ended = true;
      this.#wake();
    };
    socket.on('data', (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      this.#wake();
    });
    socket.on('end', over).on('close', over).on('error', over);
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()).once('close', () => resolve()));
    return socket;
  }

  #news(limit: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limit);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #took({ outcome, length, lasting }: ReadAnswer): Outcome {
    this.#received = this.#received.subarray(length);
    if (!lasting || this.#received.length > 0) this.close();
    return outcome;
  }

  #gaveUp(kind: 'closed' | 'silent'): Outcome {
    this.close();
    return { kind };
  }
}

interface ReadAnswer {
  readonly outcome: Outcome & { readonly kind: 'answer' };
  /** Bytes it took. */
  readonly length: number;
  /** Whether the connection can be used again. */
  readonly lasting: boolean;
}

interface Circumstances {
  readonly headersOnly: boolean;
  readonly ended: boolean;
}

/** The first whole answer in what has arrived; undefined as long as there is none. */
function readAnswer(bytes: Buffer, circumstances: Circumstances): ReadAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
  if (status === 100) {
    const later = readAnswer(bytes.subarray(end + 4), circumstances);
    return later && { ...later, length: later.length + end + 4 };
  }
  const headers = Object.fromEntries(lines.map(headerIn));
  const read = readContent(bytes.subarray(end + 4), headers, { ...circumstances, status });
  if (read === undefined) return undefined;
  const lasting = headers['connection'] !== 'close' && status !== 101 && headers['content-length'] !== undefined;
  const outcome = { kind: 'answer', status, headers, body: read.content.toString('utf8') } as const;
  return { outcome, length: end + 4 + read.length, lasting };
}

function headerIn(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

interface Content {
  readonly content: Buffer;
  /** Bytes it took. */
  readonly length: number;
}

/** RFC 9112 §6.3; undefined as long as it is not all there. */
function readContent(
  bytes: Buffer,
  headers: Record<string, string>,
  { headersOnly, ended, status }: Circumstances & { readonly status: number },
): Content | undefined {
  const nothing = headersOnly || status === 101 || status === 204 || status === 304;
  if (nothing) return { content: Buffer.alloc(0), length: 0 };
  if (headers['transfer-encoding'] === 'chunked') return readChunks(bytes);
  // Without a length it reaches to the end of the connection.
  const length = headers['content-length'] === undefined ? bytes.length : Number(headers['content-length']);
  const isWhole = headers['content-length'] === undefined ? ended : bytes.length >= length;
  return isWhole ? { content: bytes.subarray(0, length), length } : undefined;
}

function readChunks(bytes: Buffer): Content | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const start = lineEnd + 2;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (bytes.length < start + size + 2) return undefined;
    chunks.push(bytes.subarray(start, start + size));
    at = start + size + 2;
    if (!(size > 0)) return { content: Buffer.concat(chunks), length: at };
  }
}
