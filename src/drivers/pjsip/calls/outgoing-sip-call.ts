import type { Channel } from '../../../engine/calls/channel/channel';
import type { Ending } from '../../../engine/calls/channel/ending';
import type { DialStart } from '../../../engine/calls/technology/technology-channel';
import type { InviteSession } from '../../../sip/dialog/invite-session';
import type { CallFailure, OutgoingCallHandlers } from '../../../sip/dialog/outgoing-call';
import { OutgoingCall } from '../../../sip/dialog/outgoing-call';
import { sdpOf } from '../../../sip/dialog/session-context';
import { contactHeader } from '../../../sip/message/headers/address-headers';
import type { SipResponse } from '../../../sip/message/message';
import type { Uri } from '../../../sip/message/uri/uri';
import type { Flow } from '../../../sip/transport/flow';
import { ownContact } from '../sip-sender';
import type { CallDeps } from './call-deps';
import type { Contact } from '../registration/contact';
import type { DialTarget } from './dial-target';
import { requestOutline } from './dial-target';
import { dialogFlow } from './dialog-flow';
import { numberOf } from './incoming-parties';
import { makeInvite } from './outgoing-invite';
import { redirection } from '../transfers/redirection';
import { reserveMedia } from '../call-media/reserve-media';
import { SipCall } from './sip-call';
import { withStatus } from './session-ends';
import { statusOfCause } from './status-causes';

type Way = () => Promise<Flow>;

/** A call to a phone or trunk. */
export class OutgoingSipCall extends SipCall implements OutgoingCallHandlers {
  readonly #own: Channel;
  #ways: readonly Way[] = [];
  #call: OutgoingCall | undefined;
  codecs: readonly string[];
  protected readonly isCaller = false;
  #hasProgress = false;
  #isDialling = false;
  #failedAtOnce: Ending | undefined;

  constructor(
    private readonly plan: {
      readonly target: DialTarget;
      readonly channel: Channel;
      readonly callId: string;
      readonly codecs: readonly string[];
    },
    deps: CallDeps,
  ) {
    super(plan.target.endpoint, deps);
    this.#own = plan.channel;
    this.channel = plan.channel;
    this.codecs = plan.codecs;
    deps.states.add(this);
    this.channel.onDestroyed(deps.service.trace.begin(this.channel.protocolId, this.channel.id));
  }

  protected override get called(): Contact | undefined {
    return this.plan.target.contact;
  }

  async dial(): Promise<DialStart> {
    const { target } = this.plan;
    try {
      const { flow, transport } = target;
      this.#ways = await this.deps.service.sender.ways(requestOutline('INVITE', target), { flow, transport });
      await this.#tryNext(undefined);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.deps.kit.log.info({ endpoint: target.endpoint.id, reason }, 'SIP call cannot be placed');
      return { outcome: 'unreachable', ...withStatus(503) };
    }
    this.#isDialling = true;
    return this.#failedAtOnce === undefined
      ? { outcome: 'dialling' }
      : { outcome: 'unreachable', ...this.#failedAtOnce };
  }

  override get received(): undefined {
    return undefined;
  }

  protected indicate(): void {
    // The far end is the one who answers here.
  }

  protected end({ cause }: Ending): number | undefined {
    const { session } = this;
    if (session?.dialog.isConfirmed === true) session.hangUp(({ headers }) => this.explain(headers, cause));
    else this.#call?.cancel((headers) => this.explain(headers, cause));
    return statusOfCause(cause);
  }

  protected override useSession(session: InviteSession): void {
    super.useSession(session);
    if (this.flow !== undefined) session.dialog.flow = dialogFlow(session.dialog, this.flow, this.endpoint);
  }

  #invite(): Parameters<typeof makeInvite>[0] {
    const { target, channel, callId } = this.plan;
    const { directory } = this.deps.service;
    return { random: this.deps.random(), directory, added: this.added, target, channel, callId };
  }

  /** One address after the other. Rejects when none is left that can be reached, with what was wrong with the last one. */
  async #tryNext(reason: Error | undefined): Promise<void> {
    const way = this.#ways[0];
    if (way === undefined) throw reason ?? new Error(`no address found for ${this.plan.target.uri.toString()}`);
    this.#ways = this.#ways.slice(1);
    let flow: Flow;
    try {
      flow = await way();
    } catch (error) {
      return this.#tryNext(error instanceof Error ? error : reason);
    }
    if (!this.isOver) await this.#placeOver(flow);
  }

  async #placeOver(flow: Flow): Promise<void> {
    const media = this.media ?? (await this.#reserve(flow));
    if (this.isOver) {
      if (!media.isConfigured) media.abandon();
      return;
    }
    this.flow = flow;
    this.invite = makeInvite(this.#invite(), flow);
    this.#hasProgress = false;
    const { defaultFromUser } = this.deps.service.directory.config.global;
    this.#call = new OutgoingCall({
      context: this.context,
      flow,
      offer: media.offer(),
      request: this.invite,
      contact: ownContact(flow, this.endpoint.contactUser || this.endpoint.fromUser || defaultFromUser),
      handlers: this,
    });
    this.#call.start();
    // A bridge that the channel waits in has a path to its far end from now on.
    this.deps.kit.legs.renegotiated(this.#own);
  }

  async #reserve(flow: Flow): Promise<NonNullable<OutgoingSipCall['media']>> {
    const reserved = await reserveMedia(this.deps, { endpoint: this.endpoint, flow, callId: this.plan.callId });
    if (reserved.outcome === 'failed') throw new Error(reserved.reason);
    const { media } = reserved;
    media.codecs = this.codecs;
    if (this.isOver) return media;
    this.media = media;
    this.listen(this.#own, media);
    return media;
  }

  onProgress(_call: OutgoingCall, response: SipResponse, session: InviteSession | undefined): void {
    this.#hasProgress = true;
    this.response = response;
    if (this.isOver || session === undefined) return;
    this.useSession(session);
    this.identify(response.headers);
    const description = sdpOf(response);
    if (description !== undefined && !session.exchange.isAgreed) this.#preview(description);
    if (response.status === 180) this.#own.receive({ type: 'ringing' });
    const isIgnored = description === undefined && this.endpoint.ignores183WithoutSdp;
    if (response.status === 183 && !isIgnored) this.#own.receive({ type: 'progress' });
  }

  /** What an unreliable answer describes is heard already, though only the final one counts. */
  #preview(description: string): void {
    const agreed = this.media?.readAnswer(description);
    if (agreed !== undefined) this.agree(agreed);
  }

  onAnswered(_call: OutgoingCall, session: InviteSession, response: SipResponse): void {
    if (this.isOver || this.#own.isEnding) return;
    this.response = response;
    this.useSession(session);
    if (this.media?.isConfigured !== true) return this.farEndHungUp(withStatus(488));
    this.identify(response.headers);
    this.#own.receive({ type: 'answer' });
    this.tellUntold();
  }

  onFailed(_call: OutgoingCall, failure: CallFailure): void {
    if (this.isOver) return;
    if (failure.cause === 'response') this.response = failure.response;
    const isUnheard = !this.#hasProgress && failure.cause !== 'cancelled';
    const isTemporary = failure.cause !== 'response' || failure.response.status === 503;
    if (isUnheard && isTemporary && this.#ways.length > 0)
      return void this.#tryNext(new Error('no answer')).catch(() => this.#fail(failure));
    this.#fail(failure);
  }

  #fail(failure: CallFailure): void {
    if (failure.cause === 'response' && failure.response.status < 400) return this.#redirected(failure.response);
    const ending = endingOf(failure);
    if (this.#isDialling) this.farEndHungUp(ending);
    else this.#failedAtOnce = ending;
  }

  #redirected(response: SipResponse): void {
    const { status, headers } = response;
    const contact = headers.readable(contactHeader)[0];
    const ending = withStatus(302);
    if (contact === undefined || contact === '*') return this.farEndHungUp({ ...ending, technologyCause: status });
    const uri: Uri = contact.uri;
    const { redirecting, forward } = redirection({
      uri,
      endpoint: this.endpoint,
      from: numberOf(this.plan.target.uri),
      before: this.#own.parties.redirecting,
    });
    this.#own.receive({ type: 'redirecting', redirecting });
    this.#own.receive({ type: 'redirect', forward, ending });
  }
}

function endingOf(failure: CallFailure): Ending {
  switch (failure.cause) {
    case 'response':
      return withStatus(failure.response.status);
    case 'timeout':
      return withStatus(408);
    case 'transport':
      return withStatus(503);
    case 'cancelled':
      return withStatus(487);
  }
}
