import { makeResponse } from '../../src/sip/message/make-response';
import type { SipRequest, SipResponse } from '../../src/sip/message/message';
import { cSeqHeader } from '../../src/sip/message/number-headers';
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
export async function nextNotify(
  phone: SipPhone,
  { status = 200, callId }: { readonly status?: number; readonly callId?: string } = {},
): Promise<SipRequest> {
  const request = await phone.until(
    () =>
      phone.received.find(
        (each): each is SipRequest =>
          each.kind === 'request' &&
          each.method === 'NOTIFY' &&
          (callId === undefined || each.headers.raw('Call-ID') === callId),
      ),
    () => 'no NOTIFY came',
  );
  const isSame = (each: SipRequest): boolean =>
    each.headers.raw('Call-ID') === request.headers.raw('Call-ID') &&
    each.headers.get(cSeqHeader)?.sequence === request.headers.get(cSeqHeader)?.sequence;
  // With those that came again meanwhile.
  for (const each of [...phone.received])
    if (each.kind === 'request' && isSame(each)) phone.received.splice(phone.received.indexOf(each), 1);
  phone.send(makeResponse(request, status, { toTag: 'phone' }));
  return request;
}
