import { routeHeader } from '../message/headers/address-headers';
import type { HeaderList } from '../message/headers/header-list';
import { makeResponse } from '../message/make-response';
import type { SipRequest, SipResponse } from '../message/message';
import { SipUri } from '../message/uri/uri';
import { isLonger } from '../message/write-message';
import type { ClientHandlers, ClientTransaction } from '../transaction/client-transaction';
import { InviteClientTransaction } from '../transaction/invite-client-transaction';
import type { LateReceiver } from '../transaction/left-invite';
import type { TransactionLayer } from '../transaction/transaction-layer';
import type { Flow, Protocol } from '../transport/flow';
import type { Target } from '../transport/resolver';
import { settle } from './settle';

/** What sending needs of the stack. */
export interface Sender {
  readonly transactions: TransactionLayer;
  readonly outboundProtocols: () => readonly Protocol[];
  readonly flowTo: (target: Target) => Flow | Promise<Flow>;
  /** Synchronous where no name has to be looked up. */
  readonly resolve: (uri: SipUri) => readonly Target[] | Promise<readonly Target[]>;
  readonly switchToTcp: boolean;
}

/** Beyond this, a datagram may be cut into pieces on its way, which hardly ever arrive (RFC 3261 §18.1.1). */
const maxDatagramBytes = 1300;
/** What UDP over IPv4 can carry at all. */
const maxUdpBytes = 65_507;
/** What our Via adds. */
const viaBytes = 100;

/**
 * An outgoing request: resolves its targets, and tries the next one when one does not answer, is unreachable or
 * responds 503 (RFC 3263 §4.3). Every attempt is a separate transaction.
 */
export class OutgoingRequest {
  #targets: readonly Target[] = [];
  #transaction: ClientTransaction | undefined;
  #isCancelled = false;
  #editCancel: (headers: HeaderList) => void = () => undefined;
  #isOver = false;
  #hasAnswer = false;

  constructor(
    private readonly request: SipRequest,
    private readonly sender: Sender,
    private readonly handlers: ClientHandlers,
  ) {}

  /** The request as it went out last, with our Via on top. */
  get sent(): SipRequest | undefined {
    return this.#transaction?.request;
  }

  /** The flow that it went out over last. */
  get flow(): Flow | undefined {
    // Every channel that the stack hands to its transactions is a flow.
    return this.#transaction?.channel as Flow | undefined;
  }

  /** Sends over a connection that there is, or to where the request leads. */
  start(flow?: Flow): void {
    if (flow !== undefined) return this.#sendOver(flow);
    const uri = nextHop(this.request);
    if (uri === undefined) return this.#fail(new Error('next hop is not a SIP URI'));
    settle(
      () => this.sender.resolve(uri),
      (targets) => {
        this.#targets = withTcp(targets, (most) => isLonger(this.request, most), this.sender);
        this.#tryNext(new Error(`no address found for ${uri.toString()}`));
      },
      (error) => this.#fail(error),
    );
  }

  /** Cancels an INVITE: by a CANCEL as soon as that is allowed, or by not sending it at all. `edit` may add header fields. */
  cancel(edit: (headers: HeaderList) => void = () => undefined): void {
    if (this.#isCancelled || this.#isOver) return;
    this.#isCancelled = true;
    this.#editCancel = edit;
    if (this.#transaction instanceof InviteClientTransaction) this.#sendCancel(this.#transaction);
    else if (this.#transaction === undefined) this.#finish(makeResponse(this.request, 487));
  }

  /** The sender lets go of an INVITE that has been answered; see InviteClientTransaction. */
  leaveTo(receiver: LateReceiver): void {
    if (this.#transaction instanceof InviteClientTransaction) this.#transaction.leaveTo(receiver);
  }

  #tryNext(reason: Error): void {
    if (this.#isOver) return;
    const [target, ...rest] = this.#targets;
    if (target === undefined) return this.#fail(reason);
    this.#targets = rest;
    settle(
      () => this.sender.flowTo(target),
      (flow) => this.#sendOver(flow),
      (error) => this.#tryNext(error),
    );
  }

  #sendOver(flow: Flow): void {
    if (this.#isOver) return;
    this.#transaction = undefined;
    const attempt = this.request.clone();
    this.#transaction = this.sender.transactions.sendRequest(attempt, flow, {
      onResponse: (response) => this.#receive(response),
      onTimeout: () => (this.#mayTryNext ? this.#tryNext(new Error('no answer')) : this.#timeOut()),
      onTransportFailure: (error) => (this.#mayTryNext ? this.#tryNext(error) : this.#fail(error)),
    });
    if (this.#isCancelled && this.#transaction instanceof InviteClientTransaction) {
      this.#sendCancel(this.#transaction);
    }
  }

  #sendCancel(invite: InviteClientTransaction): void {
    this.sender.transactions.cancel(invite, this.#editCancel);
  }

  get #mayTryNext(): boolean {
    return this.#targets.length > 0 && !this.#isCancelled && !this.#hasAnswer;
  }

  #receive(response: SipResponse): void {
    if (response.status === 503 && this.#mayTryNext) return this.#tryNext(new Error('service unavailable'));
    this.#hasAnswer = true;
    this.handlers.onResponse(response);
  }

  #finish(response: SipResponse): void {
    this.#isOver = true;
    this.handlers.onResponse(response);
  }

  #timeOut(): void {
    this.#isOver = true;
    this.handlers.onTimeout();
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.handlers.onTransportFailure(error);
  }
}

/** Large requests try TCP before UDP, and those that fit into no datagram in any case. `isLonger` is asked about a number of bytes. */
export function withTcp(
  targets: readonly Target[],
  isLonger: (bytes: number) => boolean,
  { switchToTcp, outboundProtocols }: Pick<Sender, 'switchToTcp' | 'outboundProtocols'>,
): readonly Target[] {
  const isLarge = isLonger((switchToTcp ? maxDatagramBytes : maxUdpBytes) - viaBytes);
  if (!isLarge || !outboundProtocols().includes('TCP')) return targets;
  return targets.flatMap((target): readonly Target[] =>
    target.protocol === 'UDP' ? [{ ...target, protocol: 'TCP' }, target] : [target],
  );
}

/** The first Route, else the Request-URI (RFC 3261 §8.1.2). */
export function nextHop(request: SipRequest): SipUri | undefined {
  const uri = request.headers.get(routeHeader)?.uri ?? request.uri;
  return uri instanceof SipUri ? uri : undefined;
}
