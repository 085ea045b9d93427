import type { Random } from '../random';
import { mutated } from './sip-mutations';
import type { FuzzSocket } from './sip-sockets';
import type { Place } from './sip-templates';
import { requestText, responseText, sdpText } from './sip-templates';

/** Messages over UDP, each a little wrong. */
export function datagram(random: Random, place: Place): Buffer {
  if (random.chance(0.02)) return random.bytes(random.below(400));
  const text = random.chance(0.1) ? responseText(random, place) : requestText(random, place);
  return mutated(text, random);
}

/** Messages of one connection, cut anywhere. */
export function streamPieces(random: Random, place: Place): readonly Buffer[] {
  const messages = Array.from({ length: 1 + random.below(5) }, () => datagram(random, place));
  const whole = Buffer.concat(random.chance(0.2) ? [Buffer.from('\r\n\r\n'), ...messages] : messages);
  const pieces: Buffer[] = [];
  for (let at = 0; at < whole.length;) {
    const length = random.chance(0.3) ? 1 + random.below(20) : 1 + random.below(2000);
    pieces.push(whole.subarray(at, at + length));
    at += length;
  }
  return pieces.slice(0, 200);
}

/** A call with requests in its dialog that are sound, or nearly: what the server answers is used for the next one. */
export class FuzzDialog {
  readonly #callId: string;
  readonly #tag: string;
  #to = '<sip:100@127.0.0.1>';
  #target: string;
  #sequence = 1;
  #isAnswered = false;

  constructor(
    private readonly random: Random,
    private readonly place: Place,
    private readonly socket: FuzzSocket,
  ) {
    this.#callId = `dialog-${random.below(2 ** 31)}@fuzz`;
    this.#tag = String(random.below(2 ** 31));
    this.#target = `sip:${random.pick(['100', '200', '300'])}@127.0.0.1:${place.port}`;
  }

  get isOf(): (text: string) => boolean {
    return (text) => text.includes(this.#callId);
  }

  start(): void {
    this.#send('INVITE', sdpText(this.random), 'Supported: 100rel, timer\r\n');
  }

  /** Answers what the server sends, and goes on with the call. The number of messages is what it has sent. */
  hear(text: string): number {
    const to = /^To: (.*)$/im.exec(text)?.[1];
    const status = /^SIP\/2\.0 (\d{3})/.exec(text)?.[1];
    if (status === undefined) return this.#answer(text);
    if (to?.includes('tag=') === true) this.#to = to;
    if (status.startsWith('2') && /CSeq: \d+ INVITE/i.test(text)) return this.#answered(text);
    if (status === '183' && /^RSeq: (\d+)/im.test(text)) {
      const number = /^RSeq: (\d+)/im.exec(text)?.[1] ?? '1';
      this.#send('PRACK', '', `RAck: ${number} 1 INVITE\r\n`);
      return 1;
    }
    return 0;
  }

  /** One more request, whatever state the call is in. */
  step(): void {
    const { random } = this;
    const method = random.pick([
      'INVITE',
      'UPDATE',
      'INFO',
      'BYE',
      'ACK',
      'CANCEL',
      'OPTIONS',
      'MESSAGE',
      'REFER',
      'PRACK',
    ]);
    const body = ['INVITE', 'UPDATE', 'ACK'].includes(method) && random.chance(0.7) ? sdpText(random) : '';
    this.#send(method, body, random.chance(0.3) ? 'Require: timer\r\nSession-Expires: 1\r\n' : '');
  }

  end(): void {
    this.#send(this.#isAnswered ? 'BYE' : 'CANCEL', '', '');
  }

  #answered(text: string): number {
    this.#target = /^Contact: <([^>]+)>/im.exec(text)?.[1] ?? this.#target;
    this.#isAnswered = true;
    const sequence = Number(/^CSeq: (\d+)/im.exec(text)?.[1] ?? 1);
    if (this.random.chance(0.9)) this.#write({ method: 'ACK', sequence });
    return 1;
  }

  #answer(text: string): number {
    const fields = text.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line));
    const status = this.random.chance(0.9) ? '200 OK' : `${this.random.pick([100, 401, 481, 500, 603])} X`;
    this.socket.send(mutated(`SIP/2.0 ${status}\r\n${fields.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`, this.random));
    return 1;
  }

  #send(method: string, body: string, more: string): void {
    if (method !== 'ACK' && method !== 'CANCEL') this.#sequence += 1;
    this.#write({ method, sequence: this.#sequence, body, more });
  }

  #write({ method, sequence, body = '', more = '' }: DialogRequest): void {
    const branch = method === 'CANCEL' || method === 'INVITE' ? `${this.#tag}.${sequence}` : this.random.below(2 ** 31);
    const text =
      `${method} ${this.#target} SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:${this.place.here};branch=z9hG4bK${branch};rport\r\n` +
      `Max-Forwards: 70\r\nFrom: <sip:fuzz@127.0.0.1>;tag=${this.#tag}\r\nTo: ${this.#to}\r\nCall-ID: ${this.#callId}\r\n` +
      `CSeq: ${sequence} ${method}\r\nContact: <sip:fuzz@127.0.0.1:${this.place.here}>\r\n${more}` +
      `${body === '' ? '' : 'Content-Type: application/sdp\r\n'}Content-Length: ${body.length}\r\n\r\n${body}`;
    this.socket.send(this.random.chance(0.7) ? Buffer.from(text, 'latin1') : mutated(text, this.random));
  }
}

interface DialogRequest {
  readonly method: string;
  readonly sequence: number;
  readonly body?: string;
  /** Further header fields, each with its line break. */
  readonly more?: string;
}
