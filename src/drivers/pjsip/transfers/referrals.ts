import type { HandOver, ReferRequest } from '../../../engine/messaging';
import { AuthenticatedRequest } from '../../../sip/dialog/dialog-request';
import { fromHeader } from '../../../sip/message/headers/address-headers';
import type { SipRequest } from '../../../sip/message/message';
import { tagOf } from '../../../sip/message/headers/name-addr';
import { cSeqHeader } from '../../../sip/message/headers/number-headers';
import { callIdHeader } from '../../../sip/message/headers/token-headers';
import type { ServerTransaction } from '../../../sip/transaction/server-transaction';
import type { Flow } from '../../../sip/transport/flow';
import { addContact } from '../registration/contact-request';
import type { CallDeps } from '../calls/call-deps';
import type { DialTarget } from '../calls/dial-target';
import { findTarget, requestOutline } from '../calls/dial-target';
import { referExpires } from './refer-progress';
import { makeReferral } from './referral-request';
import { sessionContext } from '../calls/session-settings';

/** Asks endpoints, outside of calls, to call others (RFC 3515). What becomes of it is answered and not told. */
export class Referrals {
  readonly #open = new Set<() => void>();

  constructor(private readonly deps: CallDeps) {}

  /** How many endpoints may still tell what has become of it. */
  get size(): number {
    return this.#open.size;
  }

  readonly refer = async (request: ReferRequest): Promise<HandOver> => {
    const { service, kit, refers } = this.deps;
    if (!refers.isOn) return { outcome: 'refused', reason: 'the module res_pjsip_refer is not loaded' };
    const resource = request.to.slice(request.to.indexOf(':') + 1);
    const target = findTarget(resource, service);
    if (typeof target === 'string') return { outcome: 'refused', reason: target };
    void this.#send(request, target).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      kit.log.info({ endpoint: target.endpoint.id, reason }, 'REFER cannot be sent');
    });
    return { outcome: 'taken' };
  };

  close(): void {
    for (const end of this.#open) end();
  }

  async #send(request: ReferRequest, target: DialTarget): Promise<void> {
    const { service, random } = this.deps;
    const { flow: connection, transport } = target;
    const [way] = await service.sender.ways(requestOutline('REFER', target), { flow: connection, transport });
    if (way === undefined) throw new Error(`no address found for ${target.uri.toString()}`);
    const flow = await way();
    const refer = makeReferral({ request, target, random: random() }, flow, service);
    const { defaultFromUser } = service.directory.config.global;
    addContact(refer, flow, { user: target.endpoint.fromUser || defaultFromUser });
    this.#start(refer, { target, flow });
  }

  /** The far end may tell of it before it has answered. */
  #start(refer: SipRequest, { target, flow }: { readonly target: DialTarget; readonly flow: Flow }): void {
    const { service, kit } = this.deps;
    const from = refer.headers.get(fromHeader);
    const id = { callId: refer.headers.get(callIdHeader) ?? '', localTag: (from && tagOf(from)) ?? '' };
    const forget = service.dialogs.expect(id, { onRequest: (transaction) => answerNotify(transaction, end) });
    const cancel = kit.clock.after(referExpires * 1000, () => end());
    const end = (): void => {
      this.#open.delete(end);
      forget();
      cancel();
    };
    this.#open.add(end);
    new AuthenticatedRequest(sessionContext(target.endpoint, this.deps), numbered(refer), {
      onResponse: ({ status }) => {
        if (status < 300) return;
        kit.log.info({ endpoint: target.endpoint.id, status }, 'REFER was refused');
        end();
      },
      onTimeout: end,
      onTransportFailure: end,
    }).start(flow);
  }
}

/** A request that is sent again needs the next number. */
function numbered(request: SipRequest): () => SipRequest {
  let sequence = request.headers.get(cSeqHeader)?.sequence ?? 1;
  return () => {
    const next = request.clone();
    next.headers.set(cSeqHeader, { sequence, method: request.method });
    sequence += 1;
    return next;
  };
}

function answerNotify(transaction: ServerTransaction, end: () => void): void {
  if (transaction.request.method !== 'NOTIFY') return transaction.reply(481);
  transaction.reply(200);
  const state = transaction.request.headers.raw('Subscription-State') ?? '';
  if (state.trim().toLowerCase().startsWith('terminated')) end();
}
