import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { Channel } from '../../../engine/calls/channel/channel';
import type { Ending, FarEndHangup } from '../../../engine/calls/channel/ending';
import { causes } from '../../../engine/calls/channel/hangup-cause';
import type {
  DialStart,
  TechnologyChannel,
  TechnologyAudio,
  SignalName,
  LineStatistics,
} from '../../../engine/calls/technology/technology-channel';
import type { Party } from '../../../engine/calls/channel/party';
import type { ChannelSignal } from '../../../engine/calls/channel/signal';
import type { OutgoingTransfer, TransferRequest, TransferResult } from '../../../engine/calls/transfer/transfer';
import type { AgreedAudio } from '../../../sip/sdp/agreed-audio';
import type { InviteSession } from '../../../sip/dialog/invite-session';
import type { SessionContext, SessionEnd, SessionHandlers } from '../../../sip/dialog/session-context';
import { HeaderList } from '../../../sip/message/headers/header-list';
import type { SipRequest, SipResponse } from '../../../sip/message/message';
import type { Flow } from '../../../sip/transport/flow';
import type { ServerTransaction } from '../../../sip/transaction/server-transaction';
import type { CallDeps } from './call-deps';
import type { CallMedia } from '../call-media/call-media';
import { digitRequest, receiveInfo, receiveText, textRequest } from './dialog-messages';
import type { Contact } from '../registration/contact';
import { listenForTones, sendsInfo } from './digit-mode';
import { readCallItem } from './call-items';
import type { DeviceCall } from './call-states';
import { useOf } from './call-states';
import { transferUri } from './dial-target';
import { trustedParty } from './incoming-parties';
import { qualityVariables } from '../call-media/quality-variables';
import type { ReferredCall, ReferSender } from '../transfers/refer-in';
import { receiveRefer } from '../transfers/refer-in';
import { OpenRefers } from '../transfers/open-refers';
import { ReferOut } from '../transfers/refer-out';
import { endOfSession, withStatus } from './session-ends';
import { addReasons, statusOfCause } from './status-causes';
import { sessionContext } from './session-settings';
import { listenToMedia } from '../call-media/listen-to-media';
import { isTold, tellParty } from './tell-party';

/** One call over SIP, as its channel sees it. Incoming and outgoing calls differ until they are answered. */
export abstract class SipCall implements TechnologyChannel, SessionHandlers {
  readonly carriesRtp = true;
  readonly bridgesRtp = true;
  readonly isKnownParty = true;
  readonly carriesText = 'enhanced';
  /** Header fields that the dialplan adds to our INVITE. */
  get added(): HeaderList {
    return (this.#added ??= new HeaderList());
  }

  #added: HeaderList | undefined;
  /** Who carries out the transfers that the far end asks for. */
  transfersHandledBy: TransferRequest['handledBy'] = 'server';
  countedAs: DeviceCall['countedAs'];
  /** The INVITE, as it came or went. */
  protected invite: SipRequest | undefined;
  /** The last answer to our INVITE. */
  protected response: SipResponse | undefined;
  protected flow: Flow | undefined;
  protected readonly context: SessionContext;
  protected channel: Channel | undefined;
  protected media: CallMedia | undefined;
  protected session: InviteSession | undefined;
  /** The channel has ended. */
  protected isOver = false;
  #isHeld = false;
  #isHolding = false;
  #isHeard = false;
  #refer: ReferOut | undefined;
  readonly #refers = new OpenRefers();
  /** The far end is connected with it, and has not been told yet. */
  #untold: Party | undefined;

  constructor(
    readonly endpoint: EndpointConfig,
    protected readonly deps: CallDeps,
  ) {
    this.context = sessionContext(endpoint, deps);
  }

  abstract dial(): DialStart | Promise<DialStart>;

  /** Tells the far end of a call that is not answered yet. */
  protected abstract indicate(signal: 'ringing' | 'progress' | 'answer'): void;

  /** Whether the far end has made the call. */
  protected abstract readonly isCaller: boolean;

  /** Whether the far end is a caller that waits for its answer: it is told of a busy line by a refusal. */
  protected get isRefusable(): boolean {
    return false;
  }

  protected decline(_status: number): void {
    // Only callers that wait can be refused.
  }

  /** Ends the call with the far end, whatever state it is in. */
  protected abstract end(ending: Ending): number | undefined;

  get audio(): TechnologyAudio | undefined {
    return this.media?.audio;
  }

  readonly rtpStatistics = async (): Promise<LineStatistics | undefined> => {
    const { media } = this;
    return media?.isConfigured === true ? this.deps.kit.outside.rtpStatistics(media.leg) : undefined;
  };

  /** What the audio was like is known before the end is: also to the channel that it was bridged with. */
  beforeEnd(): void {
    const { channel, media } = this;
    const statistics = media?.isConfigured === true ? media.statistics : undefined;
    if (channel === undefined || statistics === undefined) return;
    const peer = this.deps.kit.legs.peerOf(channel);
    for (const { name, bridged, value } of qualityVariables(statistics)) {
      channel.variables.set(name, value);
      peer?.variables.set(bridged, value);
    }
  }

  get deviceUse(): DeviceCall['deviceUse'] {
    const { channel } = this;
    return channel === undefined || this.isOver ? 'none' : useOf(channel.state, this.#isHeard, this.#isHolding);
  }

  stateChanged(): void {
    this.deps.states.review(this);
  }

  /** The header fields of the INVITE of the far end. */
  get received(): HeaderList | undefined {
    return this.invite?.headers;
  }

  /** Those of its last answer to ours. */
  get answered(): HeaderList | undefined {
    return this.response?.headers;
  }

  /** What is offered, best first. */
  abstract codecs: readonly string[];

  send(signal: ChannelSignal): void {
    switch (signal.type) {
      case 'ringing':
      case 'progress':
      case 'answer':
        this.#isHeard = true;
        this.indicate(signal.type);
        return this.stateChanged();
      case 'busy':
        return this.decline(486);
      case 'congestion':
        return this.decline(503);
      case 'digit':
        return this.#sendDigit(signal.digit, signal.milliseconds);
      case 'text':
        return this.#sendText(signal);
      case 'hold':
      case 'unhold':
        return this.#tellHold(signal);
      case 'connected-line':
        return this.#tellParty(signal.party);
      default:
        return undefined;
    }
  }

  carries(what: SignalName): boolean {
    switch (what) {
      case 'digit':
        return this.media?.agreed?.sendEvents !== undefined || sendsInfo(this.endpoint.dtmfMode, this.media?.agreed);
      case 'ringing':
        // There is no signal for it within an answered call: a tone takes its place.
        return this.channel?.state !== 'Up';
      case 'busy':
      case 'congestion':
        return this.isRefusable;
      case 'stop-ringing':
      case 'flash':
        return false;
      default:
        return true;
    }
  }

  hangUp(ending: Ending): number | undefined {
    this.isOver = true;
    this.#refer?.close();
    this.deps.states.remove(this);
    if (this.media?.isConfigured === false) this.media.abandon();
    if (this.#refers.isEmpty) return this.end(ending);
    this.#refers.whenEmpty(() => void this.end(ending));
    return statusOfCause(ending.cause);
  }

  /** Asks the far end to call another one. A call that is not answered is sent there by its refusal. */
  transfer(transfer: OutgoingTransfer): TransferResult | Promise<TransferResult> {
    const uri = transferUri(transfer.destination, this.deps.service);
    if (uri === undefined) return { outcome: 'refused', code: 404 };
    const { session } = this;
    if (session?.dialog.isConfirmed !== true) return this.deflect(uri);
    this.#refer?.close();
    this.#refer = new ReferOut(session, transfer);
    return this.#refer.send(uri);
  }

  /** Sends a call elsewhere that is not answered yet. */
  protected deflect(_uri: string): TransferResult {
    return { outcome: 'refused', code: 0 };
  }

  /** The contact that the call was placed to, if it was placed to one. */
  protected get called(): Contact | undefined {
    return undefined;
  }

  read(item: string): string | undefined {
    const { session, media, flow, invite, channel, endpoint, called } = this;
    return readCallItem(item, {
      endpoint,
      called,
      session,
      media,
      flow,
      requestUri: invite?.uriText ?? '',
      callId: channel?.protocolId ?? '',
    });
  }

  // For the session: descriptions of the far end, in whichever place they stand, and what else comes of it.

  onOffer(session: InviteSession, offer: string): string | undefined {
    const answer = this.isOver ? undefined : this.media?.answer(offer);
    if (answer === undefined) return undefined;
    this.useSession(session);
    this.agree(answer.agreed);
    return answer.text;
  }

  onAnswer(session: InviteSession, answer: string): void {
    this.useSession(session);
    const agreed = this.media?.readAnswer(answer);
    if (agreed !== undefined) this.agree(agreed);
    else this.#giveUp(session);
  }

  makeOffer(): string | undefined {
    return this.isOver ? undefined : (this.media?.offer() ?? '');
  }

  onRefreshed(_session: InviteSession, { headers }: SipRequest): void {
    this.identify(headers);
  }

  protected useSession(session: InviteSession): void {
    this.session = session;
    this.showDialog();
  }

  /** The call can be found by its dialog once it has a channel. */
  protected showDialog(): void {
    const { channel, session } = this;
    if (channel !== undefined && session !== undefined) session.dialog.purpose = channel;
  }

  /** The channel and its audio know what was agreed upon. */
  protected agree(agreed: AgreedAudio): void {
    const { channel, media } = this;
    if (media === undefined || this.isOver) return;
    media.use(agreed);
    if (channel === undefined) return;
    this.deps.kit.legs.replace(channel);
    listenForTones(this.endpoint.dtmfMode, channel, agreed);
    this.#hear(channel, agreed);
    this.deps.kit.legs.renegotiated(channel);
  }

  #hear(channel: Channel, { isHeld }: AgreedAudio): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    const musicClass = this.endpoint.musicClass || undefined;
    channel.receive(isHeld ? { type: 'hold', musicClass } : { type: 'unhold' });
  }

  protected listen(channel: Channel, media: CallMedia): void {
    listenToMedia(channel, media, { endpoint: this.endpoint, kit: this.deps.kit });
  }

  /** The far end says who is there, if it is believed. */
  protected identify(headers: HeaderList): void {
    const { endpoint, channel } = this;
    const party = endpoint.trustsConnectedLine ? trustedParty(headers, endpoint) : undefined;
    if (party !== undefined && !this.isOver) channel?.receive({ type: 'connected-line', party });
  }

  /** The far end has ended the call. */
  protected farEndHungUp(hangup: FarEndHangup): void {
    this.channel?.farEndHungUp(hangup);
  }

  protected explain(headers: HeaderList, cause: number): void {
    if (!this.endpoint.omitsReason) addReasons(headers, cause);
  }

  #sendDigit(digit: string, milliseconds: number): void {
    const { media, session, endpoint } = this;
    if (media?.agreed?.sendEvents !== undefined) this.deps.kit.outside.sendDigit(media.leg, digit, milliseconds);
    else if (session !== undefined && sendsInfo(endpoint.dtmfMode, media?.agreed))
      digitRequest(session, digit, milliseconds);
  }

  #sendText(signal: Extract<ChannelSignal, { type: 'text' }>): void {
    if (this.session?.dialog.isConfirmed === true) textRequest(this.session, signal);
  }

  /** Far ends that are trusted with identities are told who they talk to, as soon as they have answered. */
  #tellParty(party: Party): void {
    const { session, endpoint, flow, media } = this;
    if (!isTold(endpoint) || party.number === '') return;
    const said = this.response ?? this.invite;
    const isAnswered = session?.dialog.isConfirmed === true;
    if (!isAnswered || flow === undefined || media === undefined || said === undefined) {
      this.#untold = party;
      return;
    }
    this.#untold = undefined;
    const { isCaller } = this;
    tellParty(party, { session, media, said, isCaller, endpoint, host: flow.sentBy.host });
  }

  /** The call is answered: what could not be told before is told now. */
  protected tellUntold(): void {
    if (this.#untold !== undefined) this.#tellParty(this.#untold);
  }

  /** Far ends are told by a description, where that is configured; the others hear music. */
  #tellHold(signal: Extract<ChannelSignal, { type: 'hold' | 'unhold' }>): void {
    const { channel, media, session } = this;
    if (channel === undefined) return;
    this.#isHolding = signal.type === 'hold';
    this.stateChanged();
    if (!this.endpoint.passesMusic) {
      if (signal.type === 'hold') this.deps.kit.music.startMusic(channel, signal.musicClass);
      else this.deps.kit.music.stopMusic(channel);
      return;
    }
    if (media === undefined || session === undefined) return;
    media.direction = signal.type === 'hold' ? 'sendonly' : 'sendrecv';
    void session.offer(media.offer());
  }

  onRequest(session: InviteSession, transaction: ServerTransaction): void {
    const { channel } = this;
    if (channel === undefined) return transaction.reply(481);
    if (this.isOver) return transaction.reply(603);
    switch (transaction.request.method) {
      case 'INFO':
        return receiveInfo(transaction, channel);
      case 'MESSAGE':
        return receiveText(transaction, channel);
      case 'NOTIFY':
        return this.#refer === undefined ? transaction.reply(481) : this.#refer.notified(transaction);
      case 'REFER':
        if (!this.deps.refers.isOn) return transaction.reply(405);
        return receiveRefer(transaction, this.#referred(session, channel), this.deps);
      case 'OPTIONS':
        return transaction.reply(200);
      default:
        return transaction.reply(501);
    }
  }

  #referred(session: InviteSession, channel: Channel): ReferredCall {
    const { endpoint, transfersHandledBy: handledBy } = this;
    const { dialog } = session;
    const sender: ReferSender = {
      contact: dialog.contact,
      subscribe: () => ({
        dialog,
        onClosed: this.#refers.open(),
        send: (make, handlers) => void session.request(make, handlers),
      }),
    };
    return { channel, endpoint, handledBy, sender };
  }

  /** What the far end has answered cannot be used: there is no call without audio. */
  #giveUp(session: InviteSession): void {
    session.hangUp((bye) => this.explain(bye.headers, causes.bearerNotAvailable));
    this.farEndHungUp(withStatus(488));
  }

  onEnded(session: InviteSession, end: SessionEnd): void {
    if (this.isOver || (this.session !== undefined && session !== this.session)) return;
    const hangup = endOfSession(end);
    if (hangup === undefined) return;
    this.farEndHungUp(hangup);
  }
}
