import { makeResponse } from '../../../src/sip/message/make-response';
import type { SipMessage, SipRequest } from '../../../src/sip/message/message';
import { cSeqHeader } from '../../../src/sip/message/headers/number-headers';
import { toHeader, viaHeader } from '../../../src/sip/message/headers/address-headers';
import { callIdHeader } from '../../../src/sip/message/headers/token-headers';
import { PhoneCall, sdpAt } from '../calls/phone-call';
import { SipPhone } from './sip-phone';

/** What a phone does when it is called. */
export type Habit = 'answers' | 'is busy' | 'rings';

/** A phone that answers requests by itself, and remembers what it was sent in one line each. */
export class StagePhone {
  habit: Habit = 'answers';
  /** Calls that came, the latest last. */
  readonly calls: PhoneCall[] = [];
  readonly #taken = new Set<string>();
  #mark = 0;

  private constructor(readonly sip: SipPhone) {
    sip.onRequest = (request) => this.#answer(request);
  }

  static async register(name: string, port: number): Promise<StagePhone> {
    const phone = new StagePhone(await SipPhone.overUdp(name, name, port));
    const { status } = await phone.sip.register({ Expires: '86400' });
    if (status !== 200) throw new Error(`${name} could not register: ${status}`);
    return phone;
  }

  /** One whose server knows where it is. */
  static on(sip: SipPhone): StagePhone {
    return new StagePhone(sip);
  }

  get call(): PhoneCall {
    const call = this.calls.at(-1);
    if (call === undefined) throw new Error(`${this.sip.name} was not called`);
    return call;
  }

  /** Forgets what came until now. */
  mark(): void {
    this.#mark = this.sip.received.length;
  }

  /** What the server has sent since then: requests, and answers to REFER. */
  get heard(): readonly string[] {
    const known = new Set<string>();
    return this.sip.received.slice(this.#mark).flatMap((message) => {
      const line = lineOf(message);
      const key = `${line} ${message.headers.get(callIdHeader)} ${message.headers.get(cSeqHeader)?.sequence}`;
      if (line === '' || known.has(key)) return [];
      known.add(key);
      return [line];
    });
  }

  get #sdp(): string {
    return sdpAt(40_000, { address: this.sip.host });
  }

  #answer(request: SipRequest): void {
    const { method, headers } = request;
    if (method === 'ACK' || method === 'OPTIONS') return;
    const isFirst = !this.#taken.has(keyOf(request));
    this.#taken.add(keyOf(request));
    if (method === 'INVITE' && headers.get(toHeader)?.params.has('tag') === false) {
      // One that comes again for a call that is known, as from a server that was frozen, is not another call.
      if (isFirst) this.#takeCall().catch(() => undefined);
      return;
    }
    const response = makeResponse(request, 200);
    if (method === 'INVITE') {
      response.headers.add('Contact', this.sip.contact).setRaw('Content-Type', 'application/sdp');
      response.body = Buffer.from(this.#sdp);
    }
    this.sip.send(response);
    if (method === 'CANCEL') this.calls.find(({ callId }) => callId === headers.get(callIdHeader))?.respond(487);
  }

  async #takeCall(): Promise<void> {
    const call = await PhoneCall.receive(this.sip, this.calls);
    this.calls.push(call);
    if (this.habit === 'is busy') return call.respond(486);
    call.respond(180);
    if (this.habit === 'answers') call.respond(200, { sdp: this.#sdp });
    return undefined;
  }
}

function lineOf(message: SipMessage): string {
  const method = message.headers.get(cSeqHeader)?.method ?? '';
  if (message.kind === 'response') return method === 'REFER' ? String(message.status) : '';
  if (method === 'ACK' || method === 'OPTIONS') return '';
  if (method !== 'NOTIFY') return method;
  const [state = ''] = message.headers.raw('Subscription-State')?.split(';') ?? [];
  return `NOTIFY ${message.body.toString().slice('SIP/2.0 '.length).trim()}${state === 'terminated' ? '.' : ''}`;
}

/** What a request and its repetitions share. */
function keyOf({ headers, method }: SipRequest): string {
  return `${headers.get(viaHeader)?.params.get('branch') ?? ''} ${method}`;
}
