import { Connection } from './connection';
import type { Endpoint } from './job';
import { clientFrame, opcodes, ServerFrames } from './websocket-frames';

export interface WebSocketOptions {
  readonly endpoint: Endpoint;
  /** The whole request for the upgrade. */
  readonly upgrade: string;
  readonly onMessage: (payload: Buffer) => void;
  /** After the messages of one read. */
  readonly onBatch?: () => void;
  readonly onFailure: (error: Error) => void;
}

/** The client's end of a websocket: frames go out as they were built, frames that come in are counted, not decoded. */
export class WebSocketClient {
  readonly #frames = new ServerFrames((opcode, payload) => this.#frame(opcode, payload));
  #connection: Connection | undefined;
  #accept: ((error?: Error) => void) | undefined;
  #answer = '';

  private constructor(private readonly options: WebSocketOptions) {}

  static async open(options: WebSocketOptions): Promise<WebSocketClient> {
    const client = new WebSocketClient(options);
    await client.#open();
    return client;
  }

  /** One or more finished frames. */
  write(frames: Buffer): void {
    this.#connection?.write(frames);
  }

  close(): void {
    this.#connection?.close();
  }

  async #open(): Promise<void> {
    const accepted = new Promise<void>((resolve, reject) => {
      this.#accept = (error) => (error === undefined ? resolve() : reject(error));
    });
    this.#connection = await Connection.open({
      endpoint: this.options.endpoint,
      onData: (bytes) => this.#data(bytes),
      onFailure: (error) => (this.#accept ?? ((reason) => this.options.onFailure(reason ?? error)))(error),
    });
    this.#connection.write(Buffer.from(this.options.upgrade, 'latin1'));
    await accepted;
  }

  #data(bytes: Buffer): void {
    if (this.#accept !== undefined) {
      this.#handshake(bytes);
      return;
    }
    this.#frames.take(bytes);
    this.options.onBatch?.();
  }

  #handshake(bytes: Buffer): void {
    this.#answer += bytes.toString('latin1');
    const end = this.#answer.indexOf('\r\n\r\n');
    if (end === -1) return;
    const accept = this.#accept;
    this.#accept = undefined;
    if (!this.#answer.startsWith('HTTP/1.1 101')) {
      accept?.(new Error(`the server refused the websocket: ${this.#answer}`));
      return;
    }
    accept?.();
    const early = Buffer.from(this.#answer.slice(end + 4), 'latin1');
    if (early.length > 0) this.#data(early);
  }

  #frame(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.text) this.options.onMessage(payload);
    else if (opcode === opcodes.ping) this.write(clientFrame(opcodes.pong, payload));
    else if (opcode === opcodes.close) {
      throw new Error(`the server closed a websocket: ${payload.subarray(2).toString('utf8')}`);
    }
  }
}
