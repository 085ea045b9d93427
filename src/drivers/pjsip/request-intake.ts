import type { EndpointConfig } from '../../config/pjsip/endpoint-options';
import { isPermitted } from '../../shared/network/address-rules';
import { unsupportedExtensions } from '../../sip/message/headers/extensions';
import { makeResponse } from '../../sip/message/make-response';
import type { SipRequest, SipResponse } from '../../sip/message/message';
import { methods } from '../../sip/message/methods';
import { Parameters } from '../../sip/message/grammar/parameters';
import { isEmergencyService } from '../../sip/message/uri/service-urn';
import { retryAfterHeader } from '../../sip/message/headers/number-headers';
import type { ServerTransaction } from '../../sip/transaction/server-transaction';
import type { Flow } from '../../sip/transport/flow';
import type { EndpointIdentifier } from './endpoint-identifier';
import type { RequestAuthentication } from './request-authentication';
import type { SipDirectory } from './sip-directory';

/** When a call may be tried again that cannot be taken at present. */
const retrySeconds = 5;

/** What a request may demand of us in Require. */
const supportedExtensions: readonly string[] = ['100rel', 'path', 'replaces', 'timer'];

/** A request outside of dialogs whose sender is known. It has to be answered through the transaction. */
export interface IncomingRequest {
  readonly transaction: ServerTransaction;
  readonly request: SipRequest;
  readonly endpoint: EndpointConfig;
  /** The flow that it came over. */
  readonly source: Flow;
}

export type MethodHandler = (incoming: IncomingRequest) => void;

/** A request that is answered for any sender. */
export type OpenHandler = (transaction: ServerTransaction, source: Flow) => void;

export interface RequestIntakeDeps {
  readonly directory: SipDirectory;
  readonly identifier: EndpointIdentifier;
  readonly authentication: RequestAuthentication;
  /** Why calls cannot be taken at present; undefined when they can. */
  readonly whyNotReady: () => string | undefined;
  /** The far end of a flow has proved who it is. */
  readonly onTrusted: (flow: Flow) => void;
}

/** Admits requests: identifies the endpoint, authenticates it, and dispatches by method. */
export class RequestIntake {
  readonly #handlers = new Map<string, MethodHandler>();
  readonly #open = new Map<string, OpenHandler>();

  constructor(private readonly deps: RequestIntakeDeps) {}

  /** Requests of the method go to the handler until the result is called. */
  handle(method: string, handler: MethodHandler): () => void {
    if (this.#handlers.has(method)) throw new Error(`the method ${method} is handled already`);
    this.#handlers.set(method, handler);
    return () => void this.#handlers.delete(method);
  }

  /** The same for a method that needs no credentials. */
  handleOpenly(method: string, handler: OpenHandler): () => void {
    this.#open.set(method, handler);
    return () => void this.#open.delete(method);
  }

  /** What is understood here, for Allow. */
  get allowed(): readonly string[] {
    return [...new Set([...this.#open.keys(), ...this.#handlers.keys(), 'ACK', 'CANCEL'])].sort();
  }

  /** Whether an answer goes where the request came from, although its Via does not ask for it. */
  readonly forcesRport = (request: SipRequest, source: Flow): boolean =>
    this.deps.identifier.identify(request, source)?.forcesRport ?? true;

  /** For the dialog layer: a request outside of dialogs. */
  readonly onRequest = (transaction: ServerTransaction, source: Flow): void => {
    const { request } = transaction;
    if (!this.#isPermitted(source)) return refuse(transaction, 403);
    if (request.uri.kind === 'opaque' && !isEmergencyCall(request)) return refuse(transaction, 416);
    const unsupported = unsupportedExtensions(request, supportedExtensions);
    if (unsupported.length > 0) return refuseExtensions(transaction, unsupported);
    const open = this.#open.get(request.method);
    if (open !== undefined) return open(transaction, source);
    const handler = this.#handlers.get(request.method);
    if (handler === undefined) return this.#refuseMethod(transaction);
    // Before a challenge, whose answer a proxy would take to another server, which knows nothing of it.
    if (request.method === 'INVITE' && this.deps.whyNotReady() !== undefined)
      return respondOnce(transaction, delayed(transaction, retrySeconds));
    const endpoint = this.#knownSender(request, source);
    const decision = this.deps.authentication.check(request, source, endpoint);
    switch (decision.outcome) {
      case 'challenge':
        return respondOnce(transaction, challenged(transaction, decision.challenge));
      case 'wait':
        return respondOnce(transaction, delayed(transaction, decision.seconds));
      case 'accepted':
        if (endpoint === undefined) return;
        this.deps.onTrusted(source);
        handler({ transaction, request, endpoint, source });
    }
  };

  /** Sections of type acl apply to every sender. */
  #isPermitted({ remote }: Flow): boolean {
    return this.deps.directory.config.acls.every(({ rules }) => isPermitted(rules, remote.host));
  }

  /** An endpoint whose rules keep the sender out is none: a stranger must not learn that it exists. */
  #knownSender(request: SipRequest, source: Flow): EndpointConfig | undefined {
    const endpoint = this.deps.identifier.identify(request, source);
    return endpoint !== undefined && isPermitted(endpoint.rules, source.remote.host) ? endpoint : undefined;
  }

  #refuseMethod(transaction: ServerTransaction): void {
    const isKnown = methods.some((method) => method === transaction.request.method);
    const response = makeResponse(transaction.request, isKnown ? 405 : 501, { toTag: transaction.localTag });
    response.headers.add('Allow', this.allowed.join(', '));
    respondOnce(transaction, response);
  }
}

function isEmergencyCall({ method, uriText }: SipRequest): boolean {
  return method === 'INVITE' && isEmergencyService(uriText);
}

function refuse(transaction: ServerTransaction, status: number): void {
  respondOnce(transaction, makeResponse(transaction.request, status, { toTag: transaction.localTag }));
}

function refuseExtensions(transaction: ServerTransaction, unsupported: readonly string[]): void {
  const response = makeResponse(transaction.request, 420, { toTag: transaction.localTag });
  response.headers.add('Unsupported', unsupported.join(', '));
  respondOnce(transaction, response);
}

function challenged({ request, localTag }: ServerTransaction, challenge: (response: SipResponse) => void): SipResponse {
  const response = makeResponse(request, 401, { toTag: localTag });
  challenge(response);
  return response;
}

function delayed({ request, localTag }: ServerTransaction, seconds: number): SipResponse {
  const response = makeResponse(request, 503, { toTag: localTag });
  response.headers.set(retryAfterHeader, { seconds, params: Parameters.none });
  return response;
}

/**
 * Answers an unauthenticated sender exactly once: an answer that is repeated until it is acknowledged would let a
 * forged sender address multiply packets. A request that comes again is answered again.
 */
function respondOnce(transaction: ServerTransaction, response: SipResponse): void {
  transaction.respond(response);
  if (transaction.request.method === 'INVITE' && !transaction.channel.isReliable) transaction.terminate();
}
