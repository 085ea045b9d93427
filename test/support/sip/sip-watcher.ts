import { makeResponse } from '../../../src/sip/message/make-response';
import type { SipMessage, SipRequest, SipResponse } from '../../../src/sip/message/message';
import type { SipPhone } from './sip-phone';

/** The subscribing side of a phone: asks to be told of something, and answers what it is told. */
export class SipWatcher {
  #toTag = '';
  readonly #callId = `watch-${Math.random().toString(36).slice(2)}`;
  readonly #fromTag = Math.random().toString(36).slice(2);

  constructor(
    private readonly phone: SipPhone,
    private readonly resource: { readonly user: string; readonly event: string; readonly port: number },
  ) {}

  async subscribe(headers: Readonly<Record<string, string>> = {}): Promise<SipResponse> {
    const { user, event, port } = this.resource;
    const answer = await this.phone.askWithCredentials(() => {
      const request = this.phone.request('SUBSCRIBE', {
        uri: `sip:${user}@127.0.0.1:${port}`,
        callId: this.#callId,
        headers: { Contact: this.phone.contact, Event: event, Expires: '600', ...headers },
      });
      request.headers.setRaw('From', `<sip:${this.phone.name}@127.0.0.1>;tag=${this.#fromTag}`);
      request.headers.setRaw('To', `<sip:${user}@127.0.0.1>${this.#toTag}`);
      return request;
    });
    if (answer.status === 200) this.#toTag = /;tag=[^;]+/.exec(answer.headers.raw('To') ?? '')?.[0] ?? '';
    return answer;
  }

  /** The next NOTIFY of this subscription. */
  async told(status = 200): Promise<SipRequest> {
    return nextNotify(this.phone, { status, callId: this.#callId });
  }
}

/** The next NOTIFY that has come to a phone, which it answers. */
export function nextNotify(phone: SipPhone, extras: Pick<Awaited, 'status' | 'callId'> = {}): Promise<SipRequest> {
  return nextRequest(phone, { method: 'NOTIFY', ...extras });
}

export interface Awaited {
  readonly method: string;
  readonly status?: number;
  readonly callId?: string;
}

const answered = new WeakMap<SipPhone, Set<string>>();

/** The next request that has come to a phone, which it answers. One that comes again, because the answer took long, does not count. */
export async function nextRequest(phone: SipPhone, { method, status = 200, callId }: Awaited): Promise<SipRequest> {
  const known = answered.get(phone) ?? new Set<string>();
  answered.set(phone, known);
  const isNext = (each: SipMessage): each is SipRequest =>
    each.kind === 'request' &&
    each.method === method &&
    !known.has(keyOf(each)) &&
    (callId === undefined || each.headers.raw('Call-ID') === callId);
  const request = await phone.until(
    () => phone.received.find(isNext),
    () => `no ${method} came`,
  );
  known.add(keyOf(request));
  phone.send(makeResponse(request, status, { toTag: 'phone' }));
  return request;
}

/** Requests of this method that were not waited for. */
export function requestsLeft(phone: SipPhone, method: string): number {
  const known = answered.get(phone) ?? new Set<string>();
  return phone.received.filter((each) => each.kind === 'request' && each.method === method && !known.has(keyOf(each)))
    .length;
}

function keyOf({ headers }: SipMessage): string {
  return `${headers.raw('Call-ID') ?? ''} ${headers.raw('CSeq') ?? ''}`;
}
