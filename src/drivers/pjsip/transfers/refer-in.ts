import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { Channel } from '../../../engine/calls/channel/channel';
import type { TransferProgress, TransferRequest } from '../../../engine/calls/transfer/transfer';
import { contactHeader } from '../../../sip/message/headers/address-headers';
import { makeResponse } from '../../../sip/message/make-response';
import type { SipRequest } from '../../../sip/message/message';
import type { NameAddr } from '../../../sip/message/headers/name-addr';
import type { ServerTransaction } from '../../../sip/transaction/server-transaction';
import type { CallDeps } from '../calls/call-deps';
import { findReplaced } from './replaced-calls';
import type { ReferProgressDeps } from './refer-progress';
import { referExpires, ReferProgress } from './refer-progress';
import type { ReferTarget } from './refer-target';
import { readReferTarget } from './refer-target';

/** Where the sender of a REFER is told what becomes of it. */
export interface ReferSender {
  /** Our address there. */
  readonly contact: NameAddr;
  /** Begins to tell it; not called for a sender that does not want to know. */
  readonly subscribe: () => Pick<ReferProgressDeps, 'dialog' | 'send' | 'onClosed'>;
}

/** The call that a REFER is about. */
export interface ReferredCall {
  readonly channel: Channel;
  readonly endpoint: EndpointConfig;
  readonly handledBy: TransferRequest['handledBy'];
  readonly sender: ReferSender;
}

/** A phone asks us to connect its partner with another one (RFC 3515). */
export function receiveRefer(transaction: ServerTransaction, call: ReferredCall, deps: CallDeps): void {
  const { endpoint, channel, handledBy, sender } = call;
  if (!endpoint.allowsTransfer) return transaction.reply(603);
  const target = readReferTarget(transaction.request);
  if (typeof target === 'number') return transaction.reply(target);
  const context = channel.variables.get('TRANSFER_CONTEXT') || endpoint.context;
  const { clock, transfers } = deps.kit;
  // A partner that is followed to its target is no longer a transfer of the channel.
  const onExpired = (): void => {
    transfers.of(channel)?.report('unavailable');
    report('unavailable');
  };
  const report: TransferRequest['report'] = acceptRefer(transaction, sender, { clock, onExpired });
  const { replaces } = target;
  transfers.request({
    transferer: channel,
    destination: target.destination,
    handledBy,
    report,
    followsPartner: endpoint.reportsBlindProgress && !isSilent(transaction.request),
    referredBy: transaction.request.headers.raw('Referred-By'),
    target: { context, extension: target.destination || 's' },
    replaces: replaces && {
      protocolId: replaces.callId,
      parameters: { from: replaces.fromTag, to: replaces.toTag },
      channel: findReplaced(replaces, deps),
    },
    variables: variablesFor(transaction, target, context),
  });
}

/** Answers with 202. The result tells the phone what becomes of it, unless it does not want to know (RFC 4488). */
export function acceptRefer(
  transaction: ServerTransaction,
  { contact, subscribe }: ReferSender,
  { clock, onExpired }: Pick<ReferProgressDeps, 'clock' | 'onExpired'>,
): TransferRequest['report'] {
  const { request, localTag } = transaction;
  const response = makeResponse(request, 202, { toTag: localTag });
  response.headers.set(contactHeader, contact);
  const silent = isSilent(request);
  if (silent) response.headers.add('Refer-Sub', 'false');
  else response.headers.add('Expires', String(referExpires));
  transaction.respond(response);
  if (silent) return () => undefined;
  const progress = new ReferProgress({ ...subscribe(), clock, onExpired });
  return (reached: TransferProgress) => progress.report(reached);
}

/** Whether the sender does not want to know what becomes of it (RFC 4488). */
function isSilent({ headers }: SipRequest): boolean {
  return headers.raw('Refer-Sub')?.split(';')[0]?.trim().toLowerCase() === 'false';
}

/** What the dialplan of the target may want to know. */
export function variablesFor(
  { request }: ServerTransaction,
  { uri, replaces }: ReferTarget,
  context: string,
): Readonly<Record<string, string>> {
  const referredBy = request.headers.raw('Referred-By');
  return {
    SIPTRANSFER: 'yes',
    SIPREFERRINGCONTEXT: context,
    ...(referredBy === undefined ? {} : { __SIPREFERREDBYHDR: referredBy }),
    ...(replaces === undefined ? {} : { SIPREPLACESHDR: replacesText(replaces) }),
    SIPREFERTOHDR: uri,
  };
}

function replacesText({ callId, toTag, fromTag }: NonNullable<ReferTarget['replaces']>): string {
  return `${callId};to-tag=${toTag};from-tag=${fromTag}`;
}
