import type { Channel } from '../../../engine/calls/channel/channel';
import type { Ending } from '../../../engine/calls/channel/ending';
import type { DialStart } from '../../../engine/calls/technology/technology-channel';
import type { TransferResult } from '../../../engine/calls/transfer/transfer';
import type { IncomingCallHandlers } from '../../../sip/dialog/incoming-call';
import { IncomingCall } from '../../../sip/dialog/incoming-call';
import type { HeaderList } from '../../../sip/message/headers/header-list';
import type { AgreedAudio } from '../../../sip/sdp/agreed-audio';
import type { IncomingRequest } from '../request-intake';
import { ownContact } from '../sip-sender';
import type { CallDeps } from './call-deps';
import type { CallMedia } from '../call-media/call-media';
import { dialogFlow } from './dialog-flow';
import { addParty } from './outgoing-identity';
import { SipCall } from './sip-call';
import { isTold } from './tell-party';
import { withStatus } from './session-ends';
import { refusalStatus, statusOfCause } from './status-causes';

/** A call that a phone or trunk makes. */
export class IncomingSipCall extends SipCall implements IncomingCallHandlers {
  readonly #call: IncomingCall;
  /** What the caller's offer comes to; undefined where we have to offer. */
  #answer: { readonly text: string; readonly agreed: AgreedAudio } | undefined;
  protected readonly isCaller = true;
  #hasGivenUp = false;

  /** Throws a MessageRefusal for an INVITE that makes no dialog. */
  constructor(incoming: IncomingRequest, deps: CallDeps) {
    const { endpoint, transaction, source } = incoming;
    super(endpoint, deps);
    const keepsFlow = source.isReliable || endpoint.rewritesContact;
    this.#call = new IncomingCall({
      transaction,
      context: this.context,
      contact: ownContact(source, endpoint.contactUser || undefined),
      handlers: this,
      flow: keepsFlow ? source : undefined,
    });
    this.session = this.#call.session;
    this.invite = incoming.request;
    this.flow = source;
    this.session.dialog.flow ??= dialogFlow(this.session.dialog, source, endpoint);
  }

  /** Only of calls that we make. */
  codecs: readonly string[] = [];

  onCancelled(): void {
    this.#hasGivenUp = true;
  }

  /** Whether the caller has gone, or has been answered otherwise. */
  get isGone(): boolean {
    return this.#hasGivenUp || this.#call.isAnswered;
  }

  /** False when there is no format in common. */
  takeMedia(media: CallMedia): boolean {
    this.media = media;
    const { offer } = this.#call;
    if (offer === undefined) return true;
    this.#answer = media.answer(offer);
    return this.#answer !== undefined;
  }

  /** The channel that runs the call from now on. */
  attach(channel: Channel): this {
    this.channel = channel;
    this.showDialog();
    this.deps.states.add(this);
    channel.onDestroyed(this.deps.service.trace.link(channel.protocolId, channel.id));
    if (this.media !== undefined) this.listen(channel, this.media);
    return this;
  }

  /** Refuses a call that has no channel. */
  refuse(status: number, edit?: (headers: HeaderList) => void): void {
    this.isOver = true;
    this.media?.abandon();
    this.#call.reject(status, edit === undefined ? {} : { edit });
  }

  dial(): DialStart {
    return { outcome: 'unreachable', cause: 0 };
  }

  protected indicate(signal: 'ringing' | 'progress' | 'answer'): void {
    if (this.#call.isAnswered) return;
    switch (signal) {
      case 'ringing':
        return this.#ring();
      case 'progress':
        return this.#progress();
      case 'answer':
        this.#useAnswer();
        return this.#call.accept(this.#description(), this.#identify);
    }
  }

  protected end(ending: Ending): number | undefined {
    const { cause, technologyCause } = ending;
    if (this.#call.isAnswered) {
      this.session?.hangUp(({ headers }) => this.explain(headers, cause));
      return statusOfCause(cause);
    }
    const asked = technologyCause !== undefined && technologyCause >= 300 ? technologyCause : undefined;
    this.#call.reject(asked ?? refusalStatus(cause), { edit: (headers) => this.explain(headers, cause) });
    return statusOfCause(cause);
  }

  protected override deflect(uri: string): TransferResult {
    if (this.#call.isAnswered) return { outcome: 'refused', code: 0 };
    this.#call.reject(302, {
      edit: (headers) => {
        headers.add('Contact', `<${uri}>`);
        this.explain(headers, 0);
      },
    });
    this.farEndHungUp(withStatus(302));
    return { outcome: 'transferred', code: 302 };
  }

  protected override get isRefusable(): boolean {
    return !this.#call.isAnswered;
  }

  protected override decline(status: number): void {
    if (this.#call.isAnswered) return;
    const ending = withStatus(status);
    this.#call.reject(status, { edit: (headers) => this.explain(headers, ending.cause) });
    this.farEndHungUp(ending);
  }

  #ring(): void {
    if (this.endpoint.inbandProgress) this.#progress();
    else this.#call.progress(180, { edit: this.#identify });
  }

  /** Audio before the answer needs a description, and the leg to know it. */
  #progress(): void {
    const description = this.#description();
    const reliable = ['peer_supported', 'required'].includes(this.endpoint.reliableProvisional);
    this.#useAnswer();
    this.#call.progress(183, { ...(description && { description }), reliable, edit: this.#identify });
  }

  /** Answers say who the caller is connected with, to those who are trusted with it. */
  readonly #identify = (headers: HeaderList): void => {
    const { endpoint, flow, channel } = this;
    if (!isTold(endpoint) || flow === undefined || channel === undefined) return;
    addParty(headers, channel.parties.connected, { endpoint, host: flow.sentBy.host });
  };

  #description(): string | undefined {
    return this.#answer?.text ?? this.media?.offer();
  }

  #useAnswer(): void {
    if (this.#answer !== undefined && this.media?.isConfigured === false) this.agree(this.#answer.agreed);
  }
}
