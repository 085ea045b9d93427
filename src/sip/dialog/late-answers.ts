import { contactHeader, toHeader } from '../message/headers/address-headers';
import { MessageRefusal } from '../message/grammar/refusal';
import { tagOf } from '../message/headers/name-addr';
import { cSeqHeader } from '../message/headers/number-headers';
import type { SipRequest, SipResponse } from '../message/message';
import type { LateReceiver } from '../transaction/left-invite';
import type { Flow } from '../transport/flow';
import { Dialog } from './dialog';
import { flowOf } from './dialog-request';
import { InviteSession } from './invite-session';
import type { SessionContext, SessionHandlers } from './session-context';
import { sdpBody } from './session-context';

/** A 2xx that has been acknowledged. */
export interface Acknowledgement {
  /** Of the phone. */
  readonly tag: string;
  /** Our answer, where the 2xx has offered. */
  readonly answer: string | undefined;
  readonly flow: Flow | undefined;
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
 * What an outgoing call that has ended leaves for answers that come late. It stays for half a minute, so it is small: the
 * acknowledgement of a 2xx is made again from that and from the INVITE.
 */
export class LateAnswers implements LateReceiver {
  constructor(
    private readonly context: SessionContext,
    private readonly flow: Flow | undefined,
    private readonly acknowledged: Acknowledgement[],
  ) {}

  /** A 2xx that comes again is acknowledged again; a phone that answers too late is hung up. */
  receiveLate(response: SipResponse, sent: SipRequest): void {
    try {
      this.#receive(response, sent);
    } catch (error) {
      // A malformed answer is a fault of the far end.
      if (!(error instanceof MessageRefusal)) this.context.onFault?.(error);
    }
  }

  #receive(response: SipResponse, sent: SipRequest): void {
    const contact = sent.headers.get(contactHeader);
    if (contact === undefined || typeof contact === 'string') return;
    const to = response.headers.get(toHeader);
    const tag = (to && tagOf(to)) ?? '';
    const dialog = Dialog.asClient(sent, response, contact);
    const known = this.acknowledged.find((each) => each.tag === tag);
    if (known !== undefined) return this.#acknowledge(dialog, sent, known);
    dialog.flow = this.flow;
    const session = new InviteSession({ dialog, context: this.context, handlers: unheard });
    session.confirm(response, undefined);
    const first: Acknowledgement = { tag, answer: undefined, flow: flowOf(dialog) };
    this.acknowledged.push(first);
    this.#acknowledge(dialog, sent, first);
    session.hangUp();
  }

  #acknowledge(dialog: Dialog, sent: SipRequest, { answer, flow }: Acknowledgement): void {
    const sequence = sent.headers.get(cSeqHeader)?.sequence ?? 0;
    const ack = dialog.ack(sequence, answer === undefined ? undefined : sdpBody(answer));
    this.context.stack.sendAck(ack, flow?.isClosed === true ? undefined : flow);
  }
}
