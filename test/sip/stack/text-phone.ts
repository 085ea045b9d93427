import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { WebSocket, WebSocketServer } from 'ws';
import { sipSubprotocol } from '../../../src/sip/transport/websocket-flow';
import type { StackRig } from './stack-rig';

export const phoneProtocols = ['UDP', 'TCP', 'TLS', 'WS'] as const;
export type PhoneProtocol = (typeof phoneProtocols)[number];

interface Wire {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/** A phone that writes its requests by hand and keeps the answers, over any transport. */
export class TextPhone {
  readonly answers: string[] = [];
  #wire!: Wire;
  #buffered = '';
  #count = 0;

  private constructor(private readonly protocol: PhoneProtocol) {}

  /** Has the stack listen, and connects to it. */
  static async open(rig: StackRig, protocol: PhoneProtocol): Promise<TextPhone> {
    const phone = new TextPhone(protocol);
    phone.#wire = await openWire(rig, protocol, (text) => phone.#take(text));
    return phone;
  }

  get statuses(): readonly string[] {
    return this.answers.map((text) => text.slice(8, 11));
  }

  /** Sends requests without a body, all at once. */
  send(...uris: readonly string[]): void {
    const texts = uris.map((uri) => this.#request(uri));
    // One write, so that what goes over a connection arrives together.
    if (this.protocol === 'TCP' || this.protocol === 'TLS') this.#wire.send(texts.join(''));
    else for (const text of texts) this.#wire.send(text);
  }

  /** The same over a connection, followed by bytes that are not a request. */
  sendWith(rest: string, ...uris: readonly string[]): void {
    this.#wire.send(uris.map((uri) => this.#request(uri)).join('') + rest);
  }

  close(): void {
    this.#wire.close();
  }

  #request(uri: string): string {
    this.#count += 1;
    return (
      `OPTIONS ${uri} SIP/2.0\r\nVia: SIP/2.0/${this.protocol} phone.invalid;branch=z9hG4bK${this.#count};rport\r\n` +
      `Max-Forwards: 70\r\nFrom: <sip:alice@127.0.0.1>;tag=1\r\nTo: <${uri}>\r\nCall-ID: ${this.#count}\r\n` +
      `CSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n`
    );
  }

  /** Answers have no body. */
  #take(text: string): void {
    const texts = (this.#buffered + text).split('\r\n\r\n');
    this.#buffered = texts.pop() ?? '';
    this.answers.push(...texts);
  }
}

async function openWire(rig: StackRig, protocol: PhoneProtocol, onText: (text: string) => void): Promise<Wire> {
  if (protocol === 'WS') return openWebSocket(rig, onText);
  const { port } = (await rig.listen(protocol)).bound;
  if (protocol === 'UDP') return openUdp(port, onText);
  const isTls = protocol === 'TLS';
  const socket: Socket = isTls
    ? connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
    : connect(port, '127.0.0.1');
  socket.setEncoding('latin1').on('data', onText);
  await once(socket, isTls ? 'secureConnect' : 'connect');
  return { send: (text) => socket.write(text), close: () => socket.destroy() };
}

async function openUdp(port: number, onText: (text: string) => void): Promise<Wire> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (bytes) => onText(bytes.toString('latin1')));
  return { send: (text) => socket.send(text, port, '127.0.0.1'), close: () => socket.close() };
}

async function openWebSocket(rig: StackRig, onText: (text: string) => void): Promise<Wire> {
  const http = createServer();
  const upgrades = new WebSocketServer({ server: http, handleProtocols: () => sipSubprotocol });
  upgrades.on('connection', (socket, { socket: { remoteAddress: host = '', remotePort: port = 0 } }) => {
    const sentBy = { host: 'pbx.invalid', port: undefined };
    rig.stack.addWebSocket(socket, { remote: { host, port }, isSecure: false, sentBy });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const socket = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`, sipSubprotocol);
  socket.on('message', (data: Buffer) => onText(data.toString('latin1')));
  await once(socket, 'open');
  return { send: (text) => socket.send(text), close: () => (socket.terminate(), upgrades.close(), http.close()) };
}
