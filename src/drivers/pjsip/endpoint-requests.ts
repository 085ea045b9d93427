import { AuthenticatedRequest } from '../../sip/dialog/dialog-request';
import { fromHeader } from '../../sip/message/headers/address-headers';
import type { SipRequest } from '../../sip/message/message';
import type { NameAddr } from '../../sip/message/headers/name-addr';
import { nameAddr } from '../../sip/message/headers/name-addr';
import { Parameters } from '../../sip/message/grammar/parameters';
import { SipUri } from '../../sip/message/uri/uri';
import type { SipStack } from '../../sip/stack/sip-stack';
import type { Flow } from '../../sip/transport/flow';
import type { DialTarget } from './calls/dial-target';
import { addContact, makeRequest, newTag } from './registration/contact-request';
import { outboundCredentials } from './outbound-credentials';
import type { SipDirectory } from './sip-directory';
import type { SipSender } from './sip-sender';

export interface EndpointRequestsDeps {
  readonly directory: SipDirectory;
  readonly sender: Pick<SipSender, 'ways'>;
  readonly stack: Pick<SipStack, 'send'>;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

/** A request outside of dialogs. */
export interface EndpointRequest {
  readonly method: string;
  readonly target: DialTarget;
  /** Who it is from, seen from our address; by default `from_user` or the addressee's own user. */
  readonly from?: ((host: string) => NameAddr | undefined) | undefined;
  /** The user of its Contact; it has none where this is left out. */
  readonly contactUser?: string | undefined;
  /** Adds its own header fields and its body, seen from our address. */
  readonly fill: (request: SipRequest, host: string) => void;
}

const highestFirstSequence = 32_768;
/** What a request is judged by that was not answered, or could not be sent. */
const statusOfTimeout = 408;
const statusOfFailure = 503;

/** Sends requests outside of dialogs to endpoints, with credentials where they are asked for. */
export class EndpointRequests {
  constructor(private readonly deps: EndpointRequestsDeps) {}

  /** Resolves with the status of the final answer, 408 when there was none and 503 when it could not be sent. */
  async send(request: EndpointRequest): Promise<number> {
    const { flow, transport } = request.target;
    // How large it is decides which way it takes.
    const outline = this.#make(request, { host: request.target.uri.host, sequence: highestFirstSequence });
    let status = statusOfFailure;
    for (const open of await this.deps.sender.ways(outline, { flow, transport })) {
      const way = await open().catch(() => undefined);
      if (way !== undefined) status = await this.#sendOver(way, request);
      if (status !== statusOfFailure) return status;
    }
    return status;
  }

  #sendOver(flow: Flow, request: EndpointRequest): Promise<number> {
    const { stack, random } = this.deps;
    const credentials = outboundCredentials(request.target.endpoint, this.deps);
    let sequence = Math.floor(random() * highestFirstSequence);
    const identity = { fromTag: newTag(), callId: undefined as string | undefined };
    const make = (): SipRequest => {
      sequence += 1;
      const made = this.#make(request, { ...identity, host: flow.sentBy.host, sequence });
      identity.callId = made.headers.raw('Call-ID');
      if (request.contactUser !== undefined) addContact(made, flow, { user: request.contactUser });
      return made;
    };
    return new Promise((resolve) => {
      new AuthenticatedRequest(
        { stack, authenticate: (...challenged) => credentials.answer(...challenged).outcome === 'retry' },
        make,
        {
          onResponse: ({ status }) => void (status >= 200 && resolve(status)),
          onTimeout: () => resolve(statusOfTimeout),
          onTransportFailure: () => resolve(statusOfFailure),
        },
      ).start(flow);
    });
  }

  #make(
    { method, target, from, fill }: EndpointRequest,
    identity: {
      readonly host: string;
      readonly sequence: number;
      readonly fromTag?: string;
      readonly callId?: string | undefined;
    },
  ): SipRequest {
    const { host, sequence, fromTag = newTag(), callId } = identity;
    const { maxForwards, userAgent } = this.deps.directory.config.global;
    const { uri, route, endpoint } = target;
    const own = SipUri.of({ user: endpoint.fromUser || uri.user, host: endpoint.fromDomain || host });
    const request = makeRequest({
      method,
      uri: uri.toString(),
      route,
      from: own,
      sequence,
      fromTag,
      maxForwards,
      userAgent,
      to: uri.with({ port: undefined, params: Parameters.none }),
      ...(callId === undefined ? {} : { callId }),
    });
    const { displayName, uri: sender } = from?.(host) ?? nameAddr(own);
    request.headers.set(fromHeader, nameAddr(sender, Parameters.of({ tag: fromTag }), displayName));
    fill(request, host);
    return request;
  }
}
