import { randomBytes } from 'node:crypto';
import { contactHeader, fromHeader, toHeader } from '../../../src/sip/message/headers/address-headers';
import { HeaderList } from '../../../src/sip/message/headers/header-list';
import { makeResponse } from '../../../src/sip/message/make-response';
import type { SipMessage, SipResponse } from '../../../src/sip/message/message';
import { SipRequest } from '../../../src/sip/message/message';
import { cSeqHeader } from '../../../src/sip/message/headers/number-headers';
import { callIdHeader } from '../../../src/sip/message/headers/token-headers';
import type { SipPhone } from '../sip/sip-phone';

export interface PlacedCall {
  readonly headers?: Readonly<Record<string, string>>;
  /** The description in the INVITE; none when empty. */
  readonly sdp?: string;
  /** What is called; the extension at the server when absent. */
  readonly uri?: string;
  /** As it stands in From before the address. */
  readonly displayName?: string;
}

interface Dialogue {
  readonly callId: string;
  readonly local: string;
  remote: string;
  target: string;
  sequence: number;
}

/** One call of a phone of the tests, message by message: nothing is sent unless the test says so, but answers to BYE. */
export class PhoneCall {
  private constructor(
    readonly phone: SipPhone,
    private readonly dialogue: Dialogue,
    /** The INVITE that began it, ours or the server's. */
    private invite: SipRequest,
  ) {}

  /** Calls an extension, with credentials when they are asked for. */
  static async place(phone: SipPhone, extension: string, placed: PlacedCall = {}): Promise<PhoneCall> {
    const name = placed.displayName === undefined ? '' : `"${placed.displayName}" `;
    const tag = randomBytes(4).toString('hex');
    const { uri = `sip:${extension}@${phone.serverUri}` } = placed;
    const dialogue: Dialogue = {
      callId: randomBytes(8).toString('hex'),
      local: `${name}<sip:${phone.name}@${phone.serverUri}>;tag=${tag}`,
      remote: `<${uri}>`,
      target: uri,
      sequence: 10,
    };
    const call = new PhoneCall(phone, dialogue, new SipRequest({ method: 'INVITE', uri }));
    const first = call.#sendInvite(placed);
    const response = await call.until((each) => each.status !== 100 || each.status >= 200);
    if (response.status !== 401) return call;
    call.#acknowledgeRefusal(response);
    const next = call.#make('INVITE');
    call.#fill(next, placed);
    phone.authorize(response, first, next);
    call.invite = next;
    phone.send(next);
    return call;
  }

  /** The next call that comes to the phone, besides those known already. */
  static async receive(phone: SipPhone, known: readonly PhoneCall[] = []): Promise<PhoneCall> {
    const invite = await phone.until(
      () =>
        phone.received.find(
          (message): message is SipRequest =>
            message.kind === 'request' &&
            message.method === 'INVITE' &&
            !known.some((call) => call.callId === message.headers.get(callIdHeader)) &&
            message.headers.get(toHeader)?.params.has('tag') === false,
        ),
      () => `nobody calls ${phone.name}`,
    );
    const contact = invite.headers.get(contactHeader);
    return new PhoneCall(
      phone,
      {
        callId: invite.headers.get(callIdHeader) ?? '',
        local: `${invite.headers.raw('To') ?? ''};tag=${randomBytes(4).toString('hex')}`,
        remote: invite.headers.raw('From') ?? '',
        target: contact === undefined || contact === '*' ? '' : contact.uri.toString(),
        sequence: 100,
      },
      invite,
    );
  }

  get callId(): string {
    return this.dialogue.callId;
  }

  /** What names a call that the server has placed, for an INVITE that is to replace it. */
  get replaces(): string {
    const [ours = '', theirs = ''] = [this.dialogue.local, this.dialogue.remote].map(
      (party) => /;tag=([^;]+)/.exec(party)?.[1] ?? '',
    );
    return `${this.callId};to-tag=${theirs};from-tag=${ours}`;
  }

  /** Where the server sends and hears audio, as its last description says. */
  get serverAudio(): number {
    const described = this.#messages().findLast((message) => message.body.length > 0);
    return Number(/^m=audio (\d+)/m.exec(described?.body.toString() ?? '')?.[1]);
  }

  get request(): SipRequest {
    return this.invite;
  }

  /** All statuses of answers to our last INVITE, in order; repeated answers once. */
  get statuses(): readonly number[] {
    const sequence = this.invite.headers.get(cSeqHeader)?.sequence;
    const own = this.#messages().filter(
      (message): message is SipResponse => message.kind === 'response' && isTo(message, 'INVITE', sequence),
    );
    return own.map(({ status }) => status);
  }

  /** An answer to our last INVITE; the first final one unless told. */
  until(wanted: (response: SipResponse) => boolean | number = ({ status }) => status >= 200): Promise<SipResponse> {
    const sequence = this.invite.headers.get(cSeqHeader)?.sequence;
    return this.phone.until(
      () =>
        this.#messages().find(
          (message): message is SipResponse =>
            message.kind === 'response' && isTo(message, 'INVITE', sequence) && Boolean(wanted(message)),
        ),
      () => `no such answer to INVITE of ${this.phone.name}; there were ${this.statuses.join(' ')}`,
    );
  }

  status(status: number): Promise<SipResponse> {
    return this.until((response) => response.status === status);
  }

  /** Waits for the 200 and acknowledges it. */
  async answered(sdp?: string): Promise<SipResponse> {
    const response = await this.status(200);
    this.#learn(response);
    this.ack(sdp);
    return response;
  }

  ack(sdp = ''): void {
    const ack = this.#make('ACK', this.invite.headers.get(cSeqHeader)?.sequence);
    describe(ack, sdp);
    this.phone.send(ack);
  }

  cancel(headers: Readonly<Record<string, string>> = {}): void {
    const { uri } = this.invite;
    const list = new HeaderList();
    for (const name of ['Via', 'From', 'To', 'Call-ID', 'Max-Forwards']) list.copyFrom(this.invite.headers, name);
    list.set(cSeqHeader, { sequence: this.invite.headers.get(cSeqHeader)?.sequence ?? 0, method: 'CANCEL' });
    for (const [name, value] of Object.entries(headers)) list.add(name, value);
    this.phone.send(new SipRequest({ method: 'CANCEL', uri, headers: list }));
  }

  /** The ACK for a refusal, so that the server need not repeat it. */
  async refused(): Promise<SipResponse> {
    const response = await this.until();
    this.#acknowledgeRefusal(response);
    return response;
  }

  /** Offers anew within the call; the final answer, acknowledged. */
  async offer(sdp: string, method: 'INVITE' | 'UPDATE' = 'INVITE'): Promise<SipResponse> {
    const request = this.#make(method);
    describe(request, sdp);
    if (method === 'UPDATE') return this.phone.ask(request);
    this.invite = request;
    this.phone.send(request);
    const response = await this.until();
    if (response.status < 300) this.ack();
    else this.#acknowledgeRefusal(response);
    return response;
  }

  /** Any other request within the call. */
  ask(method: string, headers: Readonly<Record<string, string>> = {}, body = ''): Promise<SipResponse> {
    const request = this.#make(method);
    for (const [name, value] of Object.entries(headers)) request.headers.add(name, value);
    request.body = Buffer.from(body);
    return this.phone.ask(request);
  }

  bye(headers: Readonly<Record<string, string>> = {}): Promise<SipResponse> {
    return this.ask('BYE', headers);
  }

  /** Answers the server's INVITE. */
  respond(
    status: number,
    { sdp = '', headers = {} }: { sdp?: string; headers?: Readonly<Record<string, string>> } = {},
  ): void {
    const response = makeResponse(this.invite, status);
    response.headers.setRaw('To', this.dialogue.local).add('Contact', this.phone.contact);
    for (const [name, value] of Object.entries(headers)) response.headers.setRaw(name, value);
    describe(response, sdp);
    this.phone.send(response);
  }

  /** A request of the server within the call, answered with 200 unless told. */
  async serverSends(method: string, status = 200, sdp = ''): Promise<SipRequest> {
    const request = await this.phone.until(
      () =>
        this.#messages().find(
          (message): message is SipRequest =>
            message.kind === 'request' && message.method === method && message !== this.invite,
        ),
      () => `the server sends no ${method} to ${this.phone.name}`,
    );
    if (method === 'ACK') return request;
    const response = makeResponse(request, status);
    describe(response, sdp);
    if (method === 'INVITE' || method === 'UPDATE') response.headers.add('Contact', this.phone.contact);
    this.phone.send(response);
    return request;
  }

  #sendInvite(placed: PlacedCall): SipRequest {
    const request = this.#make('INVITE');
    this.#fill(request, placed);
    this.invite = request;
    this.phone.send(request);
    return request;
  }

  #fill(request: SipRequest, { headers = {}, sdp = '' }: PlacedCall): void {
    for (const [name, value] of Object.entries(headers)) request.headers.add(name, value);
    describe(request, sdp);
  }

  #make(method: string, sequence?: number): SipRequest {
    const { dialogue, phone } = this;
    if (sequence === undefined) dialogue.sequence += 1;
    const headers = new HeaderList()
      .add('Via', phone.via)
      .add('Max-Forwards', '70')
      .add('From', dialogue.local)
      .add('To', dialogue.remote)
      .add('Call-ID', dialogue.callId)
      .set(cSeqHeader, { sequence: sequence ?? dialogue.sequence, method })
      .add('Contact', phone.contact);
    return new SipRequest({ method, uri: dialogue.target, headers });
  }

  #acknowledgeRefusal(response: SipResponse): void {
    const list = new HeaderList();
    for (const name of ['Via', 'From', 'Call-ID', 'Max-Forwards']) list.copyFrom(this.invite.headers, name);
    list.copyFrom(response.headers, 'To');
    list.set(cSeqHeader, { sequence: this.invite.headers.get(cSeqHeader)?.sequence ?? 0, method: 'ACK' });
    this.phone.send(new SipRequest({ method: 'ACK', uri: this.invite.uri, headers: list }));
  }

  /** Who has answered, and where it is. */
  #learn({ headers }: SipResponse): void {
    this.dialogue.remote = headers.raw('To') ?? '';
    const contact = headers.get(contactHeader);
    if (contact !== undefined && contact !== '*') this.dialogue.target = contact.uri.toString();
  }

  #messages(): readonly SipMessage[] {
    return this.phone.received.filter(({ headers }) => headers.get(callIdHeader) === this.dialogue.callId);
  }
}

function isTo({ headers }: SipResponse, method: string, sequence: number | undefined): boolean {
  const cSeq = headers.get(cSeqHeader);
  return cSeq?.method === method && cSeq.sequence === sequence;
}

function describe(message: SipMessage, sdp: string): void {
  if (sdp === '') return;
  message.headers.setRaw('Content-Type', 'application/sdp');
  message.body = Buffer.from(sdp);
}

export interface AudioOffer {
  readonly direction?: string;
  readonly address?: string;
  /** `0 8 101` and the lines that explain them. */
  readonly formats?: string;
  readonly lines?: readonly string[];
}

/** A description of audio at a port of the phone: µ-law, A-law and telephone events unless told. */
export function sdpAt(
  port: number,
  { direction = 'sendrecv', address = '127.0.0.1', formats = '0 8 101', lines }: AudioOffer = {},
): string {
  const maps = lines ?? ['a=rtpmap:0 PCMU/8000', 'a=rtpmap:8 PCMA/8000', 'a=rtpmap:101 telephone-event/8000'];
  return [
    ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', `c=IN IP${address.includes(':') ? 6 : 4} ${address}`, 't=0 0'],
    ...[`m=audio ${port} RTP/AVP ${formats}`, ...maps, `a=${direction}`, ''],
  ].join('\r\n');
}

/** The tag that somebody has in From. */
export function fromTagOf(request: SipRequest): string | undefined {
  return request.headers.get(fromHeader)?.params.get('tag');
}
