import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { ClientCredentials } from '../../../src/sip/digest/client-credentials';
import { toHeader, viaHeader } from '../../../src/sip/message/headers/address-headers';
import { HeaderList } from '../../../src/sip/message/headers/header-list';
import { makeResponse } from '../../../src/sip/message/make-response';
import type { SipMessage, SipResponse } from '../../../src/sip/message/message';
import { SipRequest } from '../../../src/sip/message/message';
import { tagOf } from '../../../src/sip/message/headers/name-addr';
import { cSeqHeader } from '../../../src/sip/message/headers/number-headers';
import { parseDatagram } from '../../../src/sip/message/parsing/parse-message';
import { callIdHeader } from '../../../src/sip/message/headers/token-headers';
import { writeMessage } from '../../../src/sip/message/write-message';
import { AgentCall } from './agent-call';
import { Repeater } from './repeater';

/** A request as a script has it: `tag=…` stands for the tag that belongs there. */
export interface ScriptedRequest {
  readonly method: string;
  /** Requests inside a dialog go where the far end wants them instead. */
  readonly uri: string;
  readonly callId: string;
  readonly sequence: number;
  /** From and To among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Used when the request before it was answered with a demand for them. */
  readonly account: { readonly username: string; readonly password: string };
}

export interface ScriptedResponse {
  readonly status: number;
  readonly reason: string;
  /** Besides those that lead the answer back. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * A SIP user agent on a UDP socket of its own, whose every message is scripted. By itself it does what every user agent has
 * to: it repeats what gets lost, passes over repetitions, acknowledges final answers to INVITE and answers OPTIONS.
 */
export class SipAgent {
  /** Whether it answers the question if it is there. */
  answersOptions = true;
  /** Everything that came, except acknowledgements, repetitions and OPTIONS. */
  onMessage: (message: SipMessage) => void = () => undefined;
  readonly #calls = new Map<string, AgentCall>();
  readonly #repeater = new Repeater();
  /** What was said to a request, to be said again to its repetition. */
  readonly #answers = new Map<string, Buffer | undefined>();
  readonly #seen = new Set<string>();
  /** How often a request was repeated whose repetition has not been answered. */
  readonly #repetitions = new Map<string, number>();
  #server = 0;

  private constructor(
    private readonly socket: Socket,
    readonly port: number,
  ) {
    socket.on('message', (bytes) => this.#take(bytes));
  }

  static async open(): Promise<SipAgent> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new SipAgent(socket, socket.address().port);
  }

  /** The port of the server that it belongs to. */
  serve(server: number): void {
    this.#server = server;
  }

  call(callId: string): AgentCall {
    const call = this.#calls.get(callId) ?? new AgentCall(callId);
    this.#calls.set(callId, call);
    return call;
  }

  /** A call that it knows of. */
  find(callId: string): AgentCall | undefined {
    return this.#calls.get(callId);
  }

  request({ method, uri, callId, sequence, headers, body, account }: ScriptedRequest): void {
    const call = this.call(callId);
    const { From = '', To = '', ...rest } = headers;
    const isInside = To.includes('tag=');
    const cancelled = method === 'CANCEL' ? call.sent.get(`${sequence} INVITE`) : undefined;
    const list = new HeaderList()
      .add('Via', cancelled?.headers.raw('Via') ?? this.#via())
      .add('Max-Forwards', '70')
      .add('From', call.withTag('From', From))
      .add('To', call.withTag('To', To))
      .add('Call-ID', callId)
      .set(cSeqHeader, { sequence, method });
    for (const [name, value] of Object.entries(rest)) list.add(name, value);
    const request = new SipRequest({
      method,
      uri: isInside ? (call.remoteTarget ?? uri) : uri,
      headers: list,
      ...(body === undefined ? {} : { body }),
    });
    this.#prove(call, request, account);
    call.sent.set(`${sequence} ${method}`, request);
    const bytes = writeMessage(request);
    const key = keyOf(request);
    let repetitions = -1;
    this.#repeater.start(key, () => {
      this.#repetitions.set(key, (repetitions += 1));
      this.#send(bytes);
    });
  }

  respond(request: SipRequest, { status, reason, headers, body }: ScriptedResponse): void {
    const { localTag } = this.call(request.headers.get(callIdHeader) ?? '');
    const response = makeResponse(request, status, {
      reason,
      ...(status === 100 ? {} : { toTag: localTag }),
      ...(body === undefined ? {} : { body }),
    });
    for (const [name, value] of Object.entries(headers)) response.headers.add(name, value);
    const bytes = writeMessage(response);
    this.#answers.set(keyOf(request), bytes);
    // Only the acknowledgement ends the repetition of a final answer to an INVITE (RFC 3261 §13.3.1.4, §17.2.1).
    if (request.method !== 'INVITE' || status < 200) return this.#send(bytes);
    this.#repeater.start(acknowledged(request), () => this.#send(bytes));
  }

  close(): void {
    this.#repeater.close();
    this.socket.close();
  }

  #take(bytes: Buffer): void {
    const { message } = parseDatagram(bytes);
    if (message?.kind === 'request') this.#takeRequest(message);
    else if (message?.kind === 'response') this.#takeResponse(message);
  }

  #takeRequest(request: SipRequest): void {
    if (request.method === 'ACK') return this.#repeater.stop(acknowledged(request));
    const key = keyOf(request);
    if (this.#answers.has(key)) {
      const answer = this.#answers.get(key);
      if (answer !== undefined) this.#send(answer);
      return;
    }
    this.#answers.set(key, undefined);
    if (request.method === 'OPTIONS') {
      if (this.answersOptions) this.respond(request, { status: 200, reason: 'OK', headers: {} });
      return;
    }
    this.call(request.headers.get(callIdHeader) ?? '').learn(request);
    this.onMessage(request);
  }

  #takeResponse(response: SipResponse): void {
    const { headers, status } = response;
    const call = this.call(headers.get(callIdHeader) ?? '');
    const { sequence = 0, method = '' } = headers.get(cSeqHeader) ?? {};
    const request = call.sent.get(`${sequence} ${method}`);
    if (request === undefined) return;
    this.#repeater.stop(keyOf(request));
    call.learn(response);
    if (method === 'INVITE' && status >= 200) this.#acknowledge(call, request, response);
    const far = headers.get(toHeader);
    const seen = `${call.callId} ${sequence} ${method} ${status} ${far === undefined ? '' : (tagOf(far) ?? '')}`;
    if (this.#seen.has(seen) && (status >= 200 || this.#isForRepetition(keyOf(request)))) return;
    this.#seen.add(seen);
    if (status === 401 || status === 407) call.challenge = { response, request };
    this.onMessage(response);
  }

  /** A provisional answer may well be given twice; but a repeated request has the last one sent once more, too. */
  #isForRepetition(key: string): boolean {
    const open = this.#repetitions.get(key) ?? 0;
    this.#repetitions.set(key, Math.max(0, open - 1));
    return open > 0;
  }

  /** A refusal is acknowledged within its transaction, an acceptance by a request of its own (RFC 3261 §17.1.1.3, §13.2.2.4). */
  #acknowledge(call: AgentCall, request: SipRequest, { headers, status }: SipResponse): void {
    const { sequence = 0 } = headers.get(cSeqHeader) ?? {};
    const isAccepted = status < 300;
    const list = new HeaderList()
      .add('Via', isAccepted ? this.#via() : (request.headers.raw('Via') ?? ''))
      .add('Max-Forwards', '70')
      .add('From', request.headers.raw('From') ?? '')
      .add('To', headers.raw('To') ?? '')
      .add('Call-ID', call.callId)
      .set(cSeqHeader, { sequence, method: 'ACK' });
    const uri = isAccepted ? (call.remoteTarget ?? request.uriText) : request.uriText;
    this.#send(writeMessage(new SipRequest({ method: 'ACK', uri, headers: list })));
  }

  #prove(call: AgentCall, request: SipRequest, { username, password }: ScriptedRequest['account']): void {
    const { challenge } = call;
    if (challenge === undefined || challenge.request.method !== request.method) return;
    call.challenge = undefined;
    const credentials = new ClientCredentials({ accountFor: () => ({ username, secret: { password } }), randomBytes });
    credentials.answer(challenge.response, challenge.request, request);
  }

  #via(): string {
    return `SIP/2.0/UDP 127.0.0.1:${this.port};branch=z9hG4bK${randomBytes(8).toString('hex')};rport`;
  }

  #send(bytes: Buffer): void {
    this.socket.send(bytes, this.#server, '127.0.0.1');
  }
}

/** What a request and its repetitions share. */
function keyOf({ headers, method }: SipRequest): string {
  return `${headers.get(viaHeader)?.params.get('branch') ?? ''} ${method}`;
}

/** What an INVITE and its acknowledgement share. */
function acknowledged({ headers }: SipRequest): string {
  return `ack ${headers.get(callIdHeader) ?? ''} ${headers.get(cSeqHeader)?.sequence ?? 0}`;
}
