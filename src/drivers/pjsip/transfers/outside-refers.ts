import type { Channel } from '../../../engine/calls/channel/channel';
import { Dialog } from '../../../sip/dialog/dialog';
import { AuthenticatedRequest, flowOf } from '../../../sip/dialog/dialog-request';
import { targetDialogHeader } from '../../../sip/message/headers/token-headers';
import type { CallDeps } from '../calls/call-deps';
import { dialledExtension } from '../calls/dialled-extension';
import { dialogFlow } from '../calls/dialog-flow';
import { sessionContext } from '../calls/session-settings';
import { SipCall } from '../calls/sip-call';
import { technologyName } from '../endpoint-states';
import type { IncomingRequest } from '../request-intake';
import { ownContact } from '../sip-sender';
import type { ReferSender } from './refer-in';
import { acceptRefer, receiveRefer, variablesFor } from './refer-in';
import { readReferTarget } from './refer-target';
import { channelOf, findReplaced } from './replaced-calls';

/**
 * REFER outside of dialogs (RFC 3515). With Target-Dialog (RFC 4538) it is about that call of its sender, which is
 * transferred; without, the extension that it is addressed to is called and connected with the target.
 */
export class OutsideRefers {
  constructor(private readonly deps: CallDeps) {}

  readonly onRefer = (incoming: IncomingRequest): void => {
    const { transaction, request, endpoint } = incoming;
    if (!endpoint.allowsTransfer) return transaction.reply(603);
    if (!request.headers.has('Target-Dialog')) return this.#place(incoming);
    const channel = this.#namedCall(incoming);
    if (channel === undefined) return transaction.reply(481);
    const { line } = channel;
    const handledBy = line instanceof SipCall ? line.transfersHandledBy : 'server';
    return receiveRefer(transaction, { channel, endpoint, handledBy, sender: this.#sender(incoming) }, this.deps);
  };

  #place(incoming: IncomingRequest): void {
    const { transaction, request, endpoint } = incoming;
    const { kit, service } = this.deps;
    const target = readReferTarget(request);
    if (typeof target === 'number') return transaction.reply(target);
    const { context } = endpoint;
    const party = { context, extension: dialledExtension(request.uri, service.directory.config.global) };
    const place = { context, extension: target.destination || 's' };
    const replaces = target.replaces && findReplaced(target.replaces, this.deps);
    if (target.replaces !== undefined && replaces === undefined) return transaction.reply(481);
    // Such an extension cannot be written as the address of a local channel.
    if (/[@/]/.test(party.extension)) return transaction.reply(404);
    for (const wanted of replaces === undefined ? [party, place] : [party]) {
      const refusal = kit.intake.refusal(wanted);
      if (refusal !== undefined) return transaction.reply(refusal.outcome === 'no-extension' ? 404 : 503);
    }
    const report = acceptRefer(transaction, this.#sender(incoming), {
      clock: kit.clock,
      onExpired: () => report('unavailable'),
    });
    kit.transfers.refer({
      party,
      target: place,
      replaces,
      report,
      variables: variablesFor(transaction, target, context),
    });
  }

  /** A call of the sender itself. The tags may be written from either end. */
  #namedCall({ request, endpoint }: IncomingRequest): Channel | undefined {
    const named = request.headers.get(targetDialogHeader);
    if (named === undefined) return undefined;
    const { service } = this.deps;
    const { callId, localTag, remoteTag } = named;
    const dialog =
      service.dialogs.find({ callId, localTag: remoteTag, remoteTag: localTag }) ??
      service.dialogs.find({ callId, localTag, remoteTag });
    const channel = channelOf(dialog);
    const isOwn = channel?.endpoint.technology === technologyName && channel.endpoint.resource === endpoint.id;
    return isOwn && !channel.isEnding ? channel : undefined;
  }

  /** The sender is told in a dialog of its own, which the REFER has made. */
  #sender({ transaction, request, endpoint, source }: IncomingRequest): ReferSender {
    const { service } = this.deps;
    const contact = ownContact(source, undefined);
    return {
      contact,
      subscribe: () => {
        const dialog = Dialog.asServer(request, { localTag: transaction.localTag, contact });
        dialog.confirm();
        dialog.flow = dialogFlow(dialog, source, endpoint);
        const onClosed = service.dialogs.add(dialog, { onRequest: (again) => again.reply(405) });
        const context = sessionContext(endpoint, this.deps);
        return {
          dialog,
          send: (make, handlers) => new AuthenticatedRequest(context, make, handlers).start(flowOf(dialog)),
          onClosed,
        };
      },
    };
  }
}
