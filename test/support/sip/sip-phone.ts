import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createConnection, isIPv6 } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import { ClientCredentials } from '../../../src/sip/digest/client-credentials';
import { HeaderList } from '../../../src/sip/message/headers/header-list';
import { makeResponse } from '../../../src/sip/message/make-response';
import { SipRequest } from '../../../src/sip/message/message';
import type { SipMessage, SipResponse } from '../../../src/sip/message/message';
import { cSeqHeader } from '../../../src/sip/message/headers/number-headers';
import { parseDatagram } from '../../../src/sip/message/parsing/parse-message';
import { callIdHeader } from '../../../src/sip/message/headers/token-headers';
import { StreamFraming } from '../../../src/sip/message/parsing/stream-framing';
import { defaultLimits } from '../../../src/sip/message/grammar/limits';
import { writeMessage } from '../../../src/sip/message/write-message';
import { within } from '../eventually';

interface Wire {
  readonly send: (bytes: Buffer) => void;
  readonly close: () => void;
  readonly port: number;
  /** Of the phone, as it stands in Via and Contact. */
  readonly host?: string;
  readonly protocol: 'UDP' | 'TCP' | 'TLS' | 'WS';
}

/** Where a server listens, and where the phone sends from. */
export interface FarPlace {
  readonly host: string;
  readonly port: number;
  readonly from?: { readonly host: string; readonly port: number };
}

export interface SentRequest {
  readonly uri?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of From and To; the phone's own name otherwise. */
  readonly user?: string;
  readonly callId?: string;
  readonly branch?: string;
}

/** A telephone of the tests: sends requests over a real socket, collects what comes, answers OPTIONS while it wants to. */
export class SipPhone {
  readonly received: SipMessage[] = [];
  answersOptions = true;
  /** What it does with a request that comes, besides keeping it. */
  onRequest: (request: SipRequest) => void = () => undefined;
  #sequence = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #credentials: ClientCredentials;
  readonly #callId = randomBytes(6).toString('hex');

  private constructor(
    readonly name: string,
    password: string,
    private readonly server: { readonly host: string; readonly port: number },
    private readonly wire: Wire,
  ) {
    this.#credentials = new ClientCredentials({
      accountFor: () => ({ username: name, secret: { password } }),
      randomBytes,
    });
  }

  static async overUdp(name: string, password: string, port: number): Promise<SipPhone> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const server = { host: '127.0.0.1', port };
    const phone: SipPhone = new SipPhone(name, password, server, {
      protocol: 'UDP',
      port: socket.address().port,
      close: () => socket.close(),
      send: (bytes) => socket.send(bytes, port, '127.0.0.1'),
    });
    socket.on('message', (bytes) => phone.#take(parseDatagram(bytes)));
    return phone;
  }

  /** Over any address of this machine, IPv6 included; from the same one unless told. */
  static async overUdpAt(name: string, password: string, { from, ...server }: FarPlace): Promise<SipPhone> {
    const own = from ?? { host: server.host, port: 0 };
    const socket = createSocket(isIPv6(server.host) ? 'udp6' : 'udp4');
    socket.bind(own.port, own.host);
    await once(socket, 'listening');
    const written = (host: string): string => (isIPv6(host) ? `[${host}]` : host);
    const place = { ...server, host: written(server.host) };
    const phone: SipPhone = new SipPhone(name, password, place, {
      protocol: 'UDP',
      host: written(own.host),
      port: socket.address().port,
      close: () => socket.close(),
      send: (bytes) => socket.send(bytes, server.port, server.host),
    });
    socket.on('message', (bytes) => phone.#take(parseDatagram(bytes)));
    return phone;
  }

  /** Over a connection that there is. */
  static overStream(name: string, password: string, socket: Socket): SipPhone {
    const server = { host: '127.0.0.1', port: socket.remotePort ?? 0 };
    const { port } = socket.address() as AddressInfo;
    const phone: SipPhone = new SipPhone(name, password, server, {
      protocol: socket instanceof TLSSocket ? 'TLS' : 'TCP',
      port,
      close: () => socket.destroy(),
      send: (bytes) => void socket.write(bytes),
    });
    const ignore = (): void => undefined;
    const framing = new StreamFraming(
      { onMessage: (result) => phone.#take(result), onPing: ignore, onPong: ignore, onBroken: ignore },
      defaultLimits,
    );
    socket.on('data', (chunk: Buffer) => framing.push(chunk)).on('error', ignore);
    return phone;
  }

  static async overTcp(name: string, password: string, port: number): Promise<SipPhone> {
    const socket = createConnection(port, '127.0.0.1');
    await once(socket, 'connect');
    return SipPhone.overStream(name, password, socket);
  }

  static async overWebSocket(name: string, password: string, url: string): Promise<SipPhone> {
    const socket = new WebSocket(url, 'sip');
    await once(socket, 'open');
    const { hostname, port } = new URL(url);
    const phone: SipPhone = new SipPhone(
      name,
      password,
      { host: hostname, port: Number(port) },
      {
        protocol: 'WS',
        port: 0,
        close: () => socket.terminate(),
        send: (bytes) => socket.send(bytes.toString()),
      },
    );
    socket.on('message', (data) => phone.#take(parseDatagram(Buffer.from(data as Buffer))));
    return phone;
  }

  get port(): number {
    return this.wire.port;
  }

  get host(): string {
    return this.wire.host ?? '127.0.0.1';
  }

  get contact(): string {
    return this.wire.protocol === 'UDP'
      ? `<sip:${this.name}@${this.host}:${this.port}>`
      : `<sip:${this.name}@${this.host}:${this.port};transport=${this.wire.protocol.toLowerCase()}>`;
  }

  get optionsReceived(): number {
    return this.received.filter((message) => message.kind === 'request' && message.method === 'OPTIONS').length;
  }

  request(method: string, { uri, headers = {}, user = this.name, callId, branch }: SentRequest = {}): SipRequest {
    const { host, port } = this.server;
    this.#sequence += 1;
    const list = new HeaderList()
      .add(
        'Via',
        `SIP/2.0/${this.wire.protocol} ${this.host}:${this.port};branch=${branch ?? `z9hG4bK${randomBytes(6).toString('hex')}`};rport`,
      )
      .add('Max-Forwards', '70')
      .add('From', `<sip:${user}@${host}:${port}>;tag=${randomBytes(4).toString('hex')}`)
      .add('To', `<sip:${user}@${host}:${port}>`)
      .add('Call-ID', callId ?? this.#callId)
      .set(cSeqHeader, { sequence: this.#sequence, method });
    for (const [name, value] of Object.entries(headers)) list.add(name, value);
    return new SipRequest({ method, uri: uri ?? `sip:${host}:${port}`, headers: list });
  }

  send(message: SipMessage): void {
    this.wire.send(writeMessage(message));
  }

  /** Puts an answer to a challenge into the next request. */
  authorize(challenge: SipResponse, sent: SipRequest, next: SipRequest): void {
    this.#credentials.answer(challenge, sent, next);
  }

  get serverUri(): string {
    return `${this.server.host}:${this.server.port}`;
  }

  get via(): string {
    const branch = `z9hG4bK${randomBytes(6).toString('hex')}`;
    return `SIP/2.0/${this.wire.protocol} ${this.host}:${this.port};branch=${branch};rport`;
  }

  sendText(text: string): void {
    this.wire.send(Buffer.from(text));
  }

  /** The final answer to a request. */
  async ask(request: SipRequest): Promise<SipResponse> {
    this.wire.send(writeMessage(request));
    const isAnswer = (message: SipMessage): message is SipResponse =>
      message.kind === 'response' && message.status >= 200 && isSameRequest(message, request);
    return this.until(
      () => this.received.find(isAnswer),
      () => `no answer to ${request.method}`,
    );
  }

  /** Sends it again with credentials when it is challenged. */
  async askWithCredentials(make: () => SipRequest): Promise<SipResponse> {
    const request = make();
    const response = await this.ask(request);
    if (response.status !== 401) return response;
    const next = make();
    this.#credentials.answer(response, request, next);
    return this.ask(next);
  }

  register(headers: Readonly<Record<string, string>> = {}): Promise<SipResponse> {
    return this.askWithCredentials(() =>
      this.request('REGISTER', { headers: { Contact: this.contact, Expires: '300', ...headers } }),
    );
  }

  /** Waits until something that has come makes it so. */
  async until<Value>(find: () => Value | undefined, complaint: () => string): Promise<Value> {
    for (;;) {
      const value = find();
      if (value !== undefined && value !== false) return value;
      await within(new Promise<void>((resolve) => this.#waiting.push(resolve)), complaint);
    }
  }

  close(): void {
    this.wire.close();
  }

  #take(result: ReturnType<typeof parseDatagram>): void {
    if (result.message === undefined) return;
    this.received.push(result.message);
    if (result.message.kind === 'request') {
      if (result.message.method === 'OPTIONS' && this.answersOptions)
        this.wire.send(writeMessage(makeResponse(result.message, 200, { toTag: 'phone' })));
      this.onRequest(result.message);
    }
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function isSameRequest(response: SipResponse, request: SipRequest): boolean {
  const [one, other] = [response.headers.get(cSeqHeader), request.headers.get(cSeqHeader)];
  return one?.sequence === other?.sequence && response.headers.get(callIdHeader) === request.headers.get(callIdHeader);
}
