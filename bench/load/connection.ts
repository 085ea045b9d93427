import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Endpoint } from './job';

export interface ConnectionOptions {
  readonly endpoint: Endpoint;
  /** The bytes are overwritten by the next ones that arrive: copy them to keep them. */
  readonly onData: (bytes: Buffer) => void;
  readonly onFailure: (error: Error) => void;
}

// One for all connections: they are read one after the other, and nothing is allocated per read.
const buffer = Buffer.allocUnsafe(256 * 1024);

/** A TCP connection with as little around it as Node.js allows: the load must cost less than what it measures. */
export class Connection {
  readonly #socket: Socket;
  #closed = false;

  private constructor(private readonly options: ConnectionOptions) {
    this.#socket = connect({ ...options.endpoint, noDelay: true, onread: { buffer, callback: this.#read } });
  }

  static async open(options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(options);
    await connection.#connected();
    return connection;
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  close(): void {
    this.#closed = true;
    this.#socket.destroy();
  }

  readonly #read = (length: number, bytes: Uint8Array): boolean => {
    try {
      this.options.onData(Buffer.from(bytes.buffer, bytes.byteOffset, length));
    } catch (error) {
      this.#fail(error as Error);
    }
    return true;
  };

  #connected(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('connect', resolve).on('error', (error) => {
        reject(error);
        this.#fail(error);
      });
      this.#socket.on('close', () => this.#fail(new Error('the server closed a connection')));
    });
  }

  #fail(error: Error): void {
    if (this.#closed) return;
    this.close();
    this.options.onFailure(error);
  }
}
