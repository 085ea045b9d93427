import { createHash } from 'node:crypto';
import type { Endpoint } from '../job';
import type { SeenMessage } from './sip-text';
import { field } from './sip-text';
import { UdpLine } from './udp-line';

export interface RegistrationsOptions {
  readonly server: Endpoint;
  /** The name that has registered last ends in this number; names are `phone0` and so on. */
  readonly phones: number;
  /** Contacts of each phone. */
  readonly contacts: number;
  /** Where contacts are, for the questions of the server. */
  readonly contactPort: number;
}

interface Registration {
  readonly number: number;
  readonly beganAt: number;
  sequence: number;
  text: string;
  due: number;
}

/** Phones that register, one contact after the other, with their passwords when they are asked for. */
export class Registrations {
  readonly #pending = new Map<string, Registration>();
  readonly #timer: NodeJS.Timeout;
  readonly #run = Math.random().toString(36).slice(2, 8);
  #line!: UdpLine;
  #count = 0;
  repeated = 0;

  private constructor(
    private readonly options: RegistrationsOptions,
    private readonly onDone: (status: number, milliseconds: number) => void,
  ) {
    this.#timer = setInterval(() => this.#repeat(), 100);
  }

  static async open(
    options: RegistrationsOptions,
    onDone: (status: number, milliseconds: number) => void,
  ): Promise<Registrations> {
    const registrations = new Registrations(options, onDone);
    registrations.#line = await UdpLine.open(options.server, (message) => registrations.#take(message));
    return registrations;
  }

  begin(): void {
    const number = this.#count;
    this.#count += 1;
    const registration: Registration = { number, beganAt: performance.now(), sequence: 0, text: '', due: 0 };
    this.#pending.set(this.#callId(number), registration);
    this.#send(registration, '');
  }

  close(): void {
    clearInterval(this.#timer);
    this.#line.close();
  }

  #callId(number: number): string {
    return `register-${this.#run}-${number}`;
  }

  #send(registration: Registration, authorization: string): void {
    const { server, phones, contacts, contactPort } = this.options;
    const { number } = registration;
    registration.sequence += 1;
    const [name, index] = [`phone${number % phones}`, Math.floor(number / phones) % contacts];
    const there = `${server.host}:${server.port}`;
    registration.text =
      `REGISTER sip:${there} SIP/2.0\r\n` +
      `Via: SIP/2.0/UDP 127.0.0.1:${this.#line.port};branch=z9hG4bK${this.#run}${number}.${registration.sequence};rport\r\n` +
      `Max-Forwards: 70\r\nFrom: <sip:${name}@${there}>;tag=${this.#run}${number}\r\nTo: <sip:${name}@${there}>\r\n` +
      `Call-ID: ${this.#callId(number)}\r\nCSeq: ${registration.sequence} REGISTER\r\n` +
      `Contact: <sip:${name}.${index}@127.0.0.1:${contactPort}>\r\nExpires: 3600\r\n${authorization}Content-Length: 0\r\n\r\n`;
    registration.due = performance.now() + 500;
    this.#line.send(registration.text);
  }

  #take({ callId, status, sequence, text }: SeenMessage): void {
    const registration = this.#pending.get(callId);
    if (registration === undefined || registration.sequence !== sequence || status < 200) return;
    if (status === 401 && sequence === 1) return this.#send(registration, this.#credentials(registration, text));
    this.#pending.delete(callId);
    this.onDone(status, performance.now() - registration.beganAt);
  }

  /** The password of each phone is its name. */
  #credentials({ number }: Registration, text: string): string {
    const { server, phones } = this.options;
    const name = `phone${number % phones}`;
    const challenge = field(text, '\r\nWWW-Authenticate: ') ?? '';
    const value = (key: string): string => new RegExp(`${key}="([^"]*)"`).exec(challenge)?.[1] ?? '';
    const [realm, nonce, uri] = [value('realm'), value('nonce'), `sip:${server.host}:${server.port}`];
    const [first, second] = [md5(`${name}:${realm}:${name}`), md5(`REGISTER:${uri}`)];
    const response = md5(`${first}:${nonce}:00000001:c:auth:${second}`);
    return (
      `Authorization: Digest username="${name}", realm="${realm}", nonce="${nonce}", uri="${uri}", ` +
      `response="${response}", algorithm=MD5, qop=auth, nc=00000001, cnonce="c"\r\n`
    );
  }

  #repeat(): void {
    const now = performance.now();
    for (const registration of this.#pending.values()) {
      if (registration.due > now) continue;
      registration.due = now + 500;
      this.repeated += 1;
      this.#line.send(registration.text);
    }
  }
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
