import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A server over UDP that answers every request with 403. */
export class RefusingRegistrar {
  private constructor(private readonly socket: Socket) {
    socket.on('message', (request, { port, address }) => {
      const lines = request.toString('utf8').split('\r\n');
      const kept = lines.filter((line) => /^(via|from|to|call-id|cseq|v|f|t|i):/i.test(line));
      const answered = kept.map((line) => (/^(to|t):/i.test(line) ? `${line};tag=refused` : line));
      socket.send(`SIP/2.0 403 Forbidden\r\n${answered.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`, port, address);
    });
  }

  static async open(): Promise<RefusingRegistrar> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new RefusingRegistrar(socket);
  }

  get port(): number {
    return this.socket.address().port;
  }

  close(): void {
    this.socket.close();
  }
}
