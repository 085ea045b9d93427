import { guarded } from '../../shared/scheduling/guard';
import { toHeader } from '../message/headers/address-headers';
import { MessageRefusal } from '../message/grammar/refusal';
import type { NameAddr } from '../message/headers/name-addr';
import { tagOf } from '../message/headers/name-addr';
import { cSeqHeader } from '../message/headers/number-headers';
import type { SipRequest, SipResponse } from '../message/message';
import { isSuccess } from '../message/status';
import type { Flow } from '../transport/flow';
import { Dialog } from './dialog';
import { flowOf } from './dialog-request';
import { InviteSession } from './invite-session';
import type { SessionContext, SessionHandlers } from './session-context';

export interface Acknowledgement {
  readonly ack: SipRequest;
  readonly flow: Flow | undefined;
}

export interface LateAnswersInit {
  readonly context: SessionContext;
  readonly contact: NameAddr;
  readonly flow: Flow | undefined;
  /** The INVITE. */
  readonly sent: SipRequest;
  /** What the 2xx of a phone was acknowledged with, by its tag. */
  readonly acknowledged: Map<string, Acknowledgement>;
}

/** Sessions that are hung up as soon as they exist have nothing to tell. */
const unheard: SessionHandlers = {
  onOffer: () => undefined,
  onAnswer: () => undefined,
  makeOffer: () => undefined,
  onRequest: (_session, transaction) => transaction.reply(481),
  onEnded: () => undefined,
};

/**
 * What is left of an outgoing call that has ended, as long as answers to its INVITE may come. That is half a minute, which
 * the call and everything around it need not stay in memory for.
 */
export class LateAnswers {
  readonly #init: LateAnswersInit;

  constructor(init: LateAnswersInit) {
    this.#init = init;
  }

  /** A 2xx that comes again is acknowledged again; a phone that answers too late is hung up. */
  readonly receive = guarded(
    (response: SipResponse): void => {
      if (!isSuccess(response.status)) return;
      const to = response.headers.get(toHeader);
      const tag = (to && tagOf(to)) ?? '';
      const known = this.#init.acknowledged.get(tag);
      if (known === undefined) this.#hangUp(response, tag);
      else this.#acknowledge(known);
    },
    (error) => {
      // A malformed answer is a fault of the far end.
      if (!(error instanceof MessageRefusal)) this.#init.context.onFault?.(error);
    },
  );

  #hangUp(response: SipResponse, tag: string): void {
    const { context, contact, flow, sent, acknowledged } = this.#init;
    const dialog = Dialog.asClient(sent, response, contact);
    dialog.flow = flow;
    const session = new InviteSession({ dialog, context, handlers: unheard });
    session.confirm(response, undefined);
    const known = { ack: dialog.ack(sent.headers.get(cSeqHeader)?.sequence ?? 0), flow: flowOf(dialog) };
    acknowledged.set(tag, known);
    this.#acknowledge(known);
    session.hangUp();
  }

  #acknowledge({ ack, flow }: Acknowledgement): void {
    this.#init.context.stack.sendAck(ack.clone(), flow);
  }
}
