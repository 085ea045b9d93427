import type { RegistrationConfig } from '../../../config/pjsip/registration-options';
import type { Logger } from '../../../shared/logger';
import type { Account } from '../../../sip/digest/client-credentials';
import { ClientCredentials } from '../../../sip/digest/client-credentials';
import { contactHeader } from '../../../sip/message/headers/address-headers';
import type { SipRequest, SipResponse } from '../../../sip/message/message';
import { expiresHeader, minExpiresHeader } from '../../../sip/message/headers/number-headers';
import type { SipUri } from '../../../sip/message/uri/uri';
import { parseUri } from '../../../sip/message/uri/uri';
import type { SipStack } from '../../../sip/stack/sip-stack';
import type { WheelTimer } from '../../../sip/transaction/timer-wheel';
import type { Flow } from '../../../sip/transport/flow';
import { addContact, makeRequest, newTag, proxyRoute } from './contact-request';
import type { AfterFailure, RegistrationFailure } from './registration-retry';
import { afterFailure } from './registration-retry';
import type { SipDirectory } from '../sip-directory';
import type { SipSender } from '../sip-sender';

export interface OutboundRegistrationDeps {
  readonly directory: SipDirectory;
  readonly stack: Pick<SipStack, 'send' | 'wheel'>;
  readonly sender: SipSender;
  /** Called whenever a registration has another state. */
  readonly onChanged: (config: RegistrationConfig, state: RegistrationState) => void;
  readonly random: () => number;
  readonly randomBytes: (size: number) => Buffer;
  readonly log: Logger;
}

/** `Rejected`: not tried again. `Unregistered`: about to be tried, or tried again later. */
export type RegistrationState = 'Unregistered' | 'Registered' | 'Rejected' | 'Stopped';

/** Challenges that are answered for one attempt: one, and another one when the nonce was too old. */
const maxChallenges = 2;

/** Keeps us registered with a server. */
export class OutboundRegistration {
  readonly #credentials: ClientCredentials;
  readonly #log: Logger;
  readonly #callId = newTag();
  readonly #fromTag = newTag();
  #sequence = 0;
  #expires: number;
  #current: RegistrationState = 'Unregistered';
  #flow: Flow | undefined;
  #timer: WheelTimer | undefined;
  #failures = 0;
  /** Answers to attempts before the newest one count no longer. */
  #attempt = 0;

  constructor(
    readonly config: RegistrationConfig,
    private readonly deps: OutboundRegistrationDeps,
  ) {
    this.#expires = config.expiration;
    this.line = config.hasLine ? newTag() : undefined;
    this.#log = deps.log.child({ registration: config.id });
    this.#credentials = new ClientCredentials({
      accountFor: (realm) => this.#account(realm),
      randomBytes: deps.randomBytes,
    });
  }

  /** What requests that come because of this registration carry in their URI; undefined without the option `line`. */
  readonly line: string | undefined;

  get state(): RegistrationState {
    return this.#current;
  }

  get #state(): RegistrationState {
    return this.#current;
  }

  set #state(state: RegistrationState) {
    if (state === this.#current) return;
    this.#current = state;
    this.deps.onChanged(this.config, state);
  }

  /** The first attempts of many registrations are spread. */
  start(): void {
    this.#plan(this.deps.random() * this.config.maxInitialDelay);
  }

  /** The connection that it was made over is closed: the server cannot reach us any more. */
  connectionClosed(flow: Flow): void {
    if (this.#flow !== flow || this.#state !== 'Registered') return;
    this.#state = 'Unregistered';
    this.#plan(this.deps.random() * 1000);
  }

  /**
   * Ends it, and tells the server where we were registered. Resolves when it has answered, or will not. A registration that is
   * being asked for is not waited for: it is taken back when it is granted.
   */
  stop(): Promise<void> {
    this.#timer?.cancel();
    const wasRegistered = this.#state === 'Registered';
    this.#state = 'Stopped';
    return wasRegistered ? this.#unregister() : Promise.resolve();
  }

  #unregister(): Promise<void> {
    return new Promise((resolve) => this.#send({ expires: 0, onEnd: () => resolve() }));
  }

  #plan(milliseconds: number): void {
    this.#timer?.cancel();
    this.#timer = this.deps.stack.wheel.after(milliseconds, () => this.#register());
  }

  #register(): void {
    if (this.#state === 'Stopped') return;
    this.#send({
      expires: this.#expires,
      onEnd: (result) => {
        const isRegistered = 'response' in result && result.response.status < 300;
        if (this.#state === 'Stopped') return isRegistered ? void this.#unregister() : undefined;
        if (isRegistered) this.#registered(result.response, result.flow);
        else this.#failed('response' in result ? { response: result.response } : result);
      },
    });
  }

  #registered(response: SipResponse, flow: Flow): void {
    const seconds = grantedSeconds(response, this.#expires);
    if (this.#state !== 'Registered')
      this.#log.info({ server: this.config.serverUri, seconds }, 'registered with a server');
    this.#state = 'Registered';
    this.#flow = flow;
    this.#failures = 0;
    // Early enough for an answer that has to be asked for twice.
    this.#plan(Math.max(seconds - Math.max(seconds * 0.1, 5), seconds / 2, 1) * 1000);
  }

  #failed(failure: RegistrationFailure): void {
    this.#failures += 1;
    const status = 'response' in failure ? failure.response.status : undefined;
    const shortest = 'response' in failure ? failure.response.headers.get(minExpiresHeader) : undefined;
    if (status === 423 && shortest !== undefined && shortest > this.#expires) {
      this.#expires = shortest;
      return this.#plan(0);
    }
    const next: AfterFailure = afterFailure(failure, { config: this.config, failures: this.#failures });
    const reason = status ?? ('reason' in failure ? failure.reason : '');
    this.#state = next.outcome === 'retry' ? 'Unregistered' : 'Rejected';
    if (next.outcome === 'retry') {
      this.#log.warn({ reason, seconds: next.milliseconds / 1000 }, 'registration failed and is tried again');
      this.#plan(next.milliseconds);
    } else {
      this.#log.error({ reason }, 'registration failed and is not tried again');
    }
  }

  #send({ expires, onEnd }: Sending): void {
    this.#attempt += 1;
    const attempt = this.#attempt;
    let isOver = false;
    const end = (result: SendResult): void => {
      if (isOver || attempt !== this.#attempt) return;
      isOver = true;
      onEnd(result);
    };
    this.#tryWays(expires, end).catch((error: unknown) =>
      end({ reason: error instanceof Error ? error.message : String(error) }),
    );
  }

  /** One address after the other, until one answers. */
  async #tryWays(expires: number, end: (result: SendResult) => void): Promise<void> {
    const { transport } = this.config;
    const ways = await this.deps.sender.ways(this.#make(expires), { transport, flow: this.#flow });
    let reason = 'no address found';
    for (const way of ways) {
      try {
        const flow = await way();
        const response = await this.#ask(expires, flow);
        if (response !== undefined) return end({ response, flow });
        reason = 'no answer';
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
      this.#flow = undefined;
    }
    end({ reason });
  }

  /** The final answer, challenges met; undefined when there is none. */
  async #ask(expires: number, flow: Flow): Promise<SipResponse | undefined> {
    let request = this.#make(expires);
    this.#credentials.authorize(request);
    for (let challenges = 0; ; challenges += 1) {
      addContact(request, flow, {
        user: this.config.contactUser,
        params: this.#contactParameters(),
        line: this.line,
      });
      const response = await this.#transact(request, flow);
      const isChallenge = response?.status === 401 || response?.status === 407;
      if (response === undefined || !isChallenge || challenges >= maxChallenges) return response;
      const next = this.#make(expires);
      const { outcome } = this.#credentials.answer(response, request, next);
      if (outcome === 'failed') return response;
      request = next;
    }
  }

  #transact(request: SipRequest, flow: Flow): Promise<SipResponse | undefined> {
    return new Promise((resolve, reject) => {
      this.deps.stack.send(
        request,
        {
          onResponse: (response) => void (response.status >= 200 && resolve(response)),
          onTimeout: () => resolve(undefined),
          onTransportFailure: reject,
        },
        flow,
      );
    });
  }

  #make(expires: number): SipRequest {
    const { serverUri, clientUri, outboundProxy, userAgent, supportsPath } = this.config;
    const { global } = this.deps.directory.config;
    const client = parseUri(clientUri, 'client_uri') as SipUri;
    this.#sequence += 1;
    const request = makeRequest({
      method: 'REGISTER',
      uri: serverUri,
      route: proxyRoute(outboundProxy),
      from: client,
      to: client,
      fromTag: this.#fromTag,
      callId: this.#callId,
      sequence: this.#sequence,
      maxForwards: global.maxForwards,
      userAgent: userAgent || global.userAgent,
    });
    request.headers.set(expiresHeader, expires);
    if (supportsPath) request.headers.add('Supported', 'path');
    return request;
  }

  #contactParameters(): string {
    const { contactParameters } = this.config;
    return contactParameters === '' ? '' : `;${contactParameters.replace(/^;/, '')}`;
  }

  /** The account of the realm, else the first one that names none. */
  #account(realm: string): Account | undefined {
    const auths = this.config.outboundAuths.flatMap((id) => this.deps.directory.auth(id) ?? []);
    const found = auths.find((auth) => auth.realm === realm) ?? auths.find((auth) => auth.realm === '');
    return found === undefined ? undefined : { username: found.username, secret: found.secret };
  }
}

type SendResult = { readonly response: SipResponse; readonly flow: Flow } | { readonly reason: string };

interface Sending {
  readonly expires: number;
  readonly onEnd: (result: SendResult) => void;
}

/** What the server has granted: for our contact, else for all, else what we asked for. */
function grantedSeconds({ headers }: SipResponse, asked: number): number {
  const contacts = headers.all(contactHeader).flatMap((each) => (each === '*' ? [] : [each.params.number('expires')]));
  const granted = contacts.filter((each) => each !== undefined);
  return granted.length > 0 ? Math.max(...granted) : (headers.get(expiresHeader) ?? asked);
}
