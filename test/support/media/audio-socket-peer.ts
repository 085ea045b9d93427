import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { within } from '../eventually';

export interface HeardMessage {
  readonly kind: number;
  readonly payload: Buffer;
}

/** One call at the program that audio sockets lead to: it reads and writes messages byte by byte. */
export class AudioSocketCall {
  readonly heard: HeardMessage[] = [];
  /** Resolves with how the other side has ended it. */
  readonly ended: Promise<'closed' | 'lost'>;
  readonly #waiting = new Set<() => void>();
  #bytes: Buffer = Buffer.alloc(0);

  constructor(private readonly socket: Socket) {
    this.ended = new Promise((resolve) => {
      socket.once('end', () => resolve('closed'));
      socket.on('error', () => resolve('lost'));
    });
    socket.on('data', (bytes) => this.#read(bytes));
  }

  /** Any bytes, be they messages or not. */
  write(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  send(kind: number, payload: Uint8Array = new Uint8Array()): void {
    this.write(messageOf(kind, payload));
  }

  /** Speaks faster than anybody listens: the other end keeps seconds of it, and hears it in its own time. */
  speak(messages: number, make: (index: number) => Uint8Array, kind = 0x10): void {
    for (let index = 0; index < messages; index += 1) this.send(kind, make(index));
  }

  /** Resolves when enough messages came that are of this kind. */
  until(count: number, kind: number): Promise<HeardMessage[]> {
    const found = new Promise<HeardMessage[]>((resolve) => {
      const look = (): void => {
        const those = this.heard.filter((message) => message.kind === kind);
        if (those.length < count) return;
        this.#waiting.delete(look);
        resolve(those);
      };
      this.#waiting.add(look);
      look();
    });
    return within(
      found,
      () => `waited for ${count} messages of the kind ${kind}; there are ${this.heard.length} at all`,
    );
  }

  /** Reads nothing any more: what comes piles up on the way. */
  stopReading(): void {
    this.socket.pause();
  }

  close(): void {
    this.socket.end();
  }

  /** At once, and not as it should be. */
  abort(): void {
    this.socket.resetAndDestroy();
  }

  #read(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    while (this.#bytes.length >= 3 && this.#bytes.length >= 3 + this.#bytes.readUInt16BE(1)) {
      const end = 3 + this.#bytes.readUInt16BE(1);
      this.heard.push({ kind: this.#bytes.readUInt8(0), payload: this.#bytes.subarray(3, end) });
      this.#bytes = this.#bytes.subarray(end);
    }
    for (const look of this.#waiting) look();
  }
}

/** A program that audio sockets lead to. */
export class AudioSocketPeer {
  readonly #calls: AudioSocketCall[] = [];
  readonly #takers: ((call: AudioSocketCall) => void)[] = [];
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      const call = new AudioSocketCall(socket);
      const taker = this.#takers.shift();
      if (taker === undefined) this.#calls.push(call);
      else taker(call);
    });
  }

  static async listen(host = '127.0.0.1'): Promise<AudioSocketPeer> {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    return new AudioSocketPeer(server, (server.address() as AddressInfo).port);
  }

  /** How many connections there are. */
  get size(): number {
    return this.#sockets.size;
  }

  /** How many calls nobody has taken yet. */
  get waiting(): number {
    return this.#calls.length;
  }

  /** The oldest call that nobody has taken yet. */
  next(): Promise<AudioSocketCall> {
    const call = this.#calls.shift();
    if (call !== undefined) return Promise.resolve(call);
    const taken = new Promise<AudioSocketCall>((resolve) => this.#takers.push(resolve));
    return within(taken, () => 'nobody has connected');
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

export function messageOf(kind: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(3);
  header[0] = kind;
  header.writeUInt16BE(payload.length, 1);
  return Buffer.concat([header, payload]);
}
