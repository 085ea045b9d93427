import type { HeaderList } from '../message/headers/header-list';
import type { SipRequest, SipResponse } from '../message/message';
import { MessageRefusal } from '../message/grammar/refusal';
import type { OutgoingRequest } from '../stack/outgoing-request';
import type { SipStack } from '../stack/sip-stack';
import type { LateReceiver } from '../transaction/left-invite';
import type { Flow } from '../transport/flow';
import type { Dialog } from './dialog';
import type { SessionContext } from './session-context';

const maxAttempts = 3;

export interface RequestHandlers {
  readonly onResponse: (response: SipResponse, sent: SipRequest) => void;
  /** No answer: as good as a 408. */
  readonly onTimeout: () => void;
  /** The request did not leave: as good as a 503. */
  readonly onTransportFailure: (error: Error) => void;
}

/** What sending needs of the world around it. */
export interface RequestContext extends Pick<SessionContext, 'authenticate' | 'onFault'> {
  readonly stack: Pick<SipStack, 'send'>;
}

/**
 * A request that is sent again with credentials when it is challenged. `make` creates it again with the next CSeq
 * number.
 */
export class AuthenticatedRequest {
  #outgoing: OutgoingRequest | undefined;
  #attempts = 0;
  #isCancelled = false;

  constructor(
    private readonly context: RequestContext,
    private readonly make: () => SipRequest,
    private readonly handlers: RequestHandlers,
  ) {}

  /** The flow that it went out over last. */
  get flow(): Flow | undefined {
    return this.#outgoing?.flow;
  }

  /** The request as it went out last. */
  get sent(): SipRequest | undefined {
    return this.#outgoing?.sent;
  }

  start(flow?: Flow): void {
    this.#send(this.make(), flow);
  }

  cancel(edit?: (headers: HeaderList) => void): void {
    this.#isCancelled = true;
    this.#outgoing?.cancel(edit);
  }

  /** Lets go of an INVITE that has been answered; see InviteClientTransaction. */
  leaveTo(receiver: LateReceiver): void {
    this.#outgoing?.leaveTo(receiver);
  }

  #send(request: SipRequest, flow: Flow | undefined): void {
    this.#attempts += 1;
    const attempt = this.#attempts;
    const { onTimeout, onTransportFailure } = this.handlers;
    const onResponse = (response: SipResponse): void => this.#receiveGuarded(response, request, flow);
    const outgoing = this.context.stack.send(request, { onResponse, onTimeout, onTransportFailure }, flow);
    if (attempt === this.#attempts) this.#outgoing = outgoing;
  }

  #receiveGuarded(response: SipResponse, request: SipRequest, flow: Flow | undefined): void {
    try {
      this.#receive(response, request, flow);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A handler that fails cannot go on with the request: it ends as if the answer had never come. */
  #fail(error: unknown): void {
    const { onFault } = this.context;
    if (onFault === undefined) throw error;
    // A malformed answer is a fault of the far end.
    if (!(error instanceof MessageRefusal)) onFault(error);
    this.handlers.onTransportFailure(error instanceof Error ? error : new Error(String(error)));
  }

  #receive(response: SipResponse, request: SipRequest, flow: Flow | undefined): void {
    const isChallenge = response.status === 401 || response.status === 407;
    const { authenticate } = this.context;
    if (isChallenge && authenticate !== undefined && this.#attempts < maxAttempts && !this.#isCancelled) {
      const next = this.make();
      if (authenticate(response, request, next)) return this.#send(next, flow);
    }
    this.handlers.onResponse(response, request);
  }
}

/** The connection that a dialog prefers, as long as it is open. */
export function flowOf({ flow }: Dialog): Flow | undefined {
  return flow?.isClosed === true ? undefined : flow;
}
