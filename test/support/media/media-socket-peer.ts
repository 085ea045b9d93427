import { once } from 'node:events';
import { WebSocket } from 'ws';

/** An application on a media websocket: keeps all that comes, and lets tests wait for it. */
export class MediaSocketPeer {
  readonly texts: string[] = [];
  readonly frames: Buffer[] = [];
  /** Resolves with the code. */
  readonly closed: Promise<number>;
  #wake: () => void = () => undefined;

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.frames.push(Buffer.from(data));
      else this.texts.push(data.toString('utf8'));
      this.#wake();
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    void this.closed.then(() => this.#wake());
  }

  static async connect(origin: string, connectionId: string, protocols = ['media']): Promise<MediaSocketPeer> {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/media/${connectionId}`, protocols);
    const peer = new MediaSocketPeer(socket);
    await once(socket, 'open');
    return peer;
  }

  send(data: string | Uint8Array): void {
    this.socket.send(data);
  }

  /** Waits for a text that begins so, and gives it. */
  async text(start: string, from = 0): Promise<string> {
    for (;;) {
      const found = this.texts.slice(from).find((text) => text.startsWith(start));
      if (found !== undefined) return found;
      await this.#more();
    }
  }

  /** Waits for an event in JSON, and gives its fields. */
  async event(name: string): Promise<Readonly<Record<string, unknown>>> {
    return JSON.parse(await this.text(`{"event":"${name}"`)) as Readonly<Record<string, unknown>>;
  }

  async untilFrames(count: number): Promise<readonly Buffer[]> {
    while (this.frames.length < count) await this.#more();
    return this.frames;
  }

  close(): void {
    this.socket.close(1000);
  }

  async #more(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED)
      throw new Error(`the media socket is closed; it has heard: ${this.texts.join(' | ')}`);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
