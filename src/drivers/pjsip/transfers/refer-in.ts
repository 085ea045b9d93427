import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { Channel } from '../../../engine/calls/channel/channel';
import type { TransferProgress, TransferRequest } from '../../../engine/calls/transfer/transfer';
import type { Dialog } from '../../../sip/dialog/dialog';
import { contactHeader } from '../../../sip/message/headers/address-headers';
import { makeResponse } from '../../../sip/message/make-response';
import type { ServerTransaction } from '../../../sip/transaction/server-transaction';
import type { CallDeps } from '../calls/call-deps';
import { findReplaced } from './replaced-calls';
import type { ReferProgressDeps } from './refer-progress';
import { referExpires, ReferProgress } from './refer-progress';
import type { ReferTarget } from './refer-target';
import { readReferTarget } from './refer-target';

/** The call that a REFER is about, and the dialog in which its sender hears of it. */
export interface ReferredCall {
  readonly channel: Channel;
  readonly endpoint: EndpointConfig;
  readonly handledBy: TransferRequest['handledBy'];
  readonly dialog: Dialog;
  readonly send: ReferProgressDeps['send'];
}

/** A phone asks us to connect its partner with another one (RFC 3515). */
export function receiveRefer(transaction: ServerTransaction, call: ReferredCall, deps: CallDeps): void {
  const { endpoint, channel, handledBy } = call;
  if (!endpoint.allowsTransfer) return transaction.reply(603);
  const target = readReferTarget(transaction.request);
  if (typeof target === 'number') return transaction.reply(target);
  const context = channel.variables.get('TRANSFER_CONTEXT') || endpoint.context;
  const report = accept(transaction, call, deps);
  const { replaces } = target;
  deps.kit.transfers.request({
    ...{ transferer: channel, destination: target.destination, handledBy, report },
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
function accept(transaction: ServerTransaction, call: ReferredCall, { kit }: CallDeps): TransferRequest['report'] {
  const { request, localTag } = transaction;
  const { dialog, channel, send } = call;
  const isSilent = request.headers.raw('Refer-Sub')?.split(';')[0]?.trim().toLowerCase() === 'false';
  const response = makeResponse(request, 202, { toTag: localTag });
  response.headers.set(contactHeader, dialog.contact);
  if (isSilent) response.headers.add('Refer-Sub', 'false');
  else response.headers.add('Expires', String(referExpires));
  transaction.respond(response);
  if (isSilent) return () => undefined;
  const onExpired = (): void => kit.transfers.of(channel)?.report('unavailable');
  const progress = new ReferProgress({ dialog, send, clock: kit.clock, onExpired });
  return (reached: TransferProgress) => progress.report(reached);
}

/** What the dialplan of the target may want to know. */
function variablesFor(
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
