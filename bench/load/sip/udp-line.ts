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

/** One UDP socket towards the server. */
export class UdpLine {
  private constructor(
    private readonly socket: Socket,
    private readonly server: Endpoint,
  ) {}

  static async open(server: Endpoint, onMessage: (message: SeenMessage) => void, port = 0): Promise<UdpLine> {
    const socket = createSocket({ type: 'udp4', lookup, recvBufferSize: 4 * 1024 * 1024 });
    socket.on('message', (bytes) => {
      const message = seeMessage(bytes);
      if (message !== undefined) onMessage(message);
    });
    const listening = once(socket, 'listening');
    socket.bind(port, '127.0.0.1');
    await listening;
    return new UdpLine(socket, server);
  }

  get port(): number {
    return this.socket.address().port;
  }

  send(text: string): void {
    this.socket.send(text, this.server.port, this.server.host);
  }

  close(): void {
    this.socket.close();
  }
}
