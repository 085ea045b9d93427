import { createSocket } from 'node:dgram';
import type { Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { eventually } from '../../support/eventually';

/** A UDP socket that says exactly what the test says. */
export class RawUdpPeer {
  readonly received: string[] = [];
  /** The port that the last message came from. */
  lastPort = 0;

  private constructor(private readonly socket: UdpSocket) {
    socket.on('message', (bytes, { port }) => {
      this.lastPort = port;
      this.received.push(bytes.toString());
    });
  }

  static async open(): Promise<RawUdpPeer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new RawUdpPeer(socket);
  }

  get port(): number {
    return this.socket.address().port;
  }

  send(text: string | Buffer, port: number): void {
    this.socket.send(text, port, '127.0.0.1');
  }

  async next(): Promise<string> {
    await eventually(
      () => this.received.length > 0,
      () => 'nothing was received',
    );
    return this.received.shift() ?? '';
  }

  close(): void {
    this.socket.close();
  }
}

/** A TCP connection that says exactly what the test says. */
export class RawTcpPeer {
  received = '';
  isClosed = false;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => (this.received += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => (this.isClosed = true));
  }

  static async connect(port: number): Promise<RawTcpPeer> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RawTcpPeer(socket);
  }

  get port(): number {
    return this.socket.localPort ?? 0;
  }

  send(text: string | Buffer): void {
    this.socket.write(text);
  }

  async until(text: string): Promise<void> {
    await eventually(
      () => this.received.includes(text),
      () => `'${text}' was not received, only '${this.received}'`,
    );
  }

  async untilClosed(): Promise<void> {
    await eventually(
      () => this.isClosed,
      () => 'connection was not closed',
    );
  }

  close(): void {
    this.socket.destroy();
  }
}

/** A request as text, with a Via of the test's. */
export function requestText(via: string, { method = 'OPTIONS', callId = 'raw-1', extra = '' } = {}): string {
  const lines = [
    `${method} sip:bob@127.0.0.1 SIP/2.0`,
    `Via: ${via}`,
    'From: <sip:raw@example.com>;tag=1',
    'To: <sip:bob@example.com>',
    `Call-ID: ${callId}`,
    `CSeq: 1 ${method}`,
    ...(extra === '' ? [] : [extra]),
    'Content-Length: 0',
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
