import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import type { Endpoint } from '../job';
import type { SeenMessage } from './sip-text';
import { seeMessage } from './sip-text';

/** Without it every packet would take a turn of the loop to find that an address is an address. */
const lookup = (
  address: string,
  _options: unknown,
  found: (error: null, address: string, family: number) => void,
): void => found(null, address, 4);

interface Received {
  readonly bytes: Buffer;
  readonly at: number;
}

/** One UDP socket towards the server. */
export class UdpLine {
  readonly #received: Received[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly server: Endpoint,
    private readonly onMessage: (message: SeenMessage) => void,
  ) {
    // All that a turn of the loop reads gets its time before any of it costs more.
    socket.on('message', (bytes) => {
      if (this.#received.push({ bytes, at: performance.now() }) === 1) setImmediate(() => this.#take());
    });
  }

  static async open(server: Endpoint, onMessage: (message: SeenMessage) => void, port = 0): Promise<UdpLine> {
    const socket = createSocket({ type: 'udp4', lookup, recvBufferSize: 4 * 1024 * 1024 });
    const listening = once(socket, 'listening');
    socket.bind(port, '127.0.0.1');
    await listening;
    return new UdpLine(socket, server, onMessage);
  }

  get port(): number {
    return this.socket.address().port;
  }

  send(text: string): void {
    this.socket.send(text, this.server.port, this.server.host);
  }

  close(): void {
    this.#received.length = 0;
    this.socket.close();
  }

  #take(): void {
    for (const { bytes, at } of this.#received.splice(0)) {
      const message = seeMessage(bytes, at);
      if (message !== undefined) this.onMessage(message);
    }
  }
}
