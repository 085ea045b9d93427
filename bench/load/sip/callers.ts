import type { Endpoint } from '../job';
import { answerTo, field, phoneSdp } from './sip-text';
import type { SeenMessage } from './sip-text';
import { UdpLine } from './udp-line';

/** What becomes of a call. Times are milliseconds. */
export interface CallsListener {
  readonly onAnswered: (setUp: number) => void;
  readonly onRefused: (status: number, after: number) => void;
  /** The call is over, whatever became of it. */
  readonly onEnded: (isAnswered: boolean) => void;
}

interface PhoneCall {
  readonly number: number;
  readonly placedAt: number;
  /** What waits for its answer, and when it goes out again. */
  pending: { readonly text: string; pause: number; due: number } | undefined;
  /** The ACK for the 2xx. */
  ack: string;
  /** Where requests within the call go. */
  far: { readonly to: string; readonly target: string } | undefined;
  isAnswered: boolean;
  isOver: boolean;
}

export interface CallersOptions {
  readonly server: Endpoint;
  readonly extension: string;
  /** Whether the phone hangs up; else it waits until the server does. */
  readonly hangsUp: boolean;
  /** Where it transfers its partner when an INFO tells that it has one; else it hangs up then. */
  readonly transferTo?: string | undefined;
}

const fresh = { far: undefined, isAnswered: false, isOver: false };
const firstPause = 500;
/** A call without an end after so long has failed. */
const longestCall = 32_000;

/** Phones that call the server: as little work as a call needs, so that one core can press another one. */
export class Callers {
  readonly #calls = new Map<string, PhoneCall>();
  readonly #timer: NodeJS.Timeout;
  readonly #run = Math.random().toString(36).slice(2, 8);
  #line!: UdpLine;
  #count = 0;
  #repeated = 0;

  private constructor(
    private readonly options: CallersOptions,
    private readonly listener: CallsListener,
  ) {
    this.#timer = setInterval(() => this.#repeat(), 100);
  }

  static async open(options: CallersOptions, listener: CallsListener): Promise<Callers> {
    const callers = new Callers(options, listener);
    callers.#line = await UdpLine.open(options.server, (message) => callers.#take(message));
    return callers;
  }

  get inFlight(): number {
    return this.#calls.size;
  }

  get port(): number {
    return this.#line.port;
  }

  /** Calls so far. */
  get placed(): number {
    return this.#count;
  }

  /** Messages that had to be sent again. */
  get repeated(): number {
    return this.#repeated;
  }

  place(): void {
    const number = this.#count;
    this.#count += 1;
    const now = performance.now();
    const call: PhoneCall = { number, placedAt: now, pending: undefined, ack: '', ...fresh };
    this.#calls.set(this.#callId(number), call);
    this.#sendUntilAnswered(
      call,
      this.#request(call, { method: 'INVITE', sequence: 1, to: '', sdp: phoneSdp(40_000) }),
    );
  }

  close(): void {
    clearInterval(this.#timer);
    this.#line.close();
  }

  #callId(number: number): string {
    return `bench-${this.#run}-${number}`;
  }

  #request(
    { number }: PhoneCall,
    {
      method,
      sequence,
      to,
      sdp = '',
      target,
      more = '',
    }: { method: string; sequence: number; to: string; sdp?: string; target?: string; more?: string },
  ): string {
    const { server, extension } = this.options;
    const [here, there] = [`127.0.0.1:${this.#line.port}`, `${server.host}:${server.port}`];
    const uri = target ?? `sip:${extension}@${there}`;
    const body = sdp === '' ? '' : `Contact: <sip:bench@${here}>\r\nContent-Type: application/sdp\r\n`;
    return (
      `${method} ${uri} SIP/2.0\r\nVia: SIP/2.0/UDP ${here};branch=z9hG4bK${this.#run}${number}.${sequence}${method};rport\r\n` +
      `Max-Forwards: 70\r\nFrom: <sip:bench@${there}>;tag=${this.#run}${number}\r\n` +
      `To: ${to === '' ? `<sip:${extension}@${there}>` : to}\r\nCall-ID: ${this.#callId(number)}\r\nCSeq: ${sequence} ${method}\r\n` +
      `${body}${more}Allow: INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE\r\nUser-Agent: bench\r\nContent-Length: ${sdp.length}\r\n\r\n${sdp}`
    );
  }

  #sendUntilAnswered(call: PhoneCall, text: string): void {
    call.pending = { text, pause: firstPause, due: performance.now() + firstPause };
    this.#line.send(text);
  }

  #take(message: SeenMessage): void {
    const call = this.#calls.get(message.callId);
    if (call === undefined) {
      if (message.method === 'BYE' && message.status === 0) this.#line.send(answerTo(message.text, '200 OK'));
      return;
    }
    if (message.status === 0) this.#takeRequest(call, message);
    else if (message.method === 'INVITE') this.#takeAnswer(call, message);
    else if (message.status >= 200) this.#takeFinal(call, message.method);
  }

  #takeRequest(call: PhoneCall, { method, text }: SeenMessage): void {
    this.#line.send(answerTo(text, '200 OK'));
    if (method === 'BYE') this.#end(call);
    if (method === 'INFO') this.#sendLater(call, this.options.transferTo === undefined ? 'BYE' : 'REFER');
    if (method === 'NOTIFY' && text.includes('\r\nSubscription-State: terminated')) this.#sendLater(call, 'BYE');
  }

  #takeFinal(call: PhoneCall, method: string): void {
    call.pending = undefined;
    if (method === 'BYE') this.#end(call);
  }

  /** A request within the call. */
  #sendLater(call: PhoneCall, method: 'BYE' | 'REFER'): void {
    const { far } = call;
    if (far === undefined) return;
    const { server, transferTo = '' } = this.options;
    const referral = `Refer-To: <sip:${transferTo}@${server.host}:${server.port}>\r\nContact: <sip:bench@127.0.0.1:${this.#line.port}>\r\n`;
    const sequence = method === 'REFER' ? 2 : 3;
    this.#sendUntilAnswered(
      call,
      this.#request(call, { method, sequence, ...far, more: method === 'REFER' ? referral : '' }),
    );
  }

  #takeAnswer(call: PhoneCall, message: SeenMessage): void {
    const { status, text, receivedAt } = message;
    if (status < 200) {
      call.pending = undefined;
      return;
    }
    const to = field(text, '\r\nTo: ') ?? '';
    if (status >= 300) {
      this.#line.send(this.#request(call, { method: 'ACK', sequence: 1, to }).replace('1ACK;', '1INVITE;'));
      this.listener.onRefused(status, receivedAt - call.placedAt);
      return this.#end(call);
    }
    if (call.isAnswered) return this.#line.send(call.ack);
    call.isAnswered = true;
    call.pending = undefined;
    this.listener.onAnswered(receivedAt - call.placedAt);
    const target = /<([^>]+)>/.exec(field(text, '\r\nContact: ') ?? '')?.[1] ?? '';
    call.far = { to, target };
    call.ack = this.#request(call, { method: 'ACK', sequence: 1, to, target });
    this.#line.send(call.ack);
    if (this.options.hangsUp)
      this.#sendUntilAnswered(call, this.#request(call, { method: 'BYE', sequence: 2, to, target }));
  }

  #end(call: PhoneCall): void {
    if (call.isOver) return;
    call.isOver = true;
    this.#calls.delete(this.#callId(call.number));
    this.listener.onEnded(call.isAnswered);
  }

  #repeat(): void {
    const now = performance.now();
    for (const call of this.#calls.values()) {
      if (now - call.placedAt > longestCall) this.#end(call);
      const { pending } = call;
      if (pending === undefined || pending.due > now) continue;
      pending.pause *= 2;
      pending.due = now + pending.pause;
      this.#repeated += 1;
      this.#line.send(pending.text);
    }
  }
}
