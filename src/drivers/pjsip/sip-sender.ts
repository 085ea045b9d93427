import type { NameAddr } from '../../sip/message/headers/name-addr';
import { nameAddr } from '../../sip/message/headers/name-addr';
import type { SipRequest } from '../../sip/message/message';
import { SipUri } from '../../sip/message/uri/uri';
import { writeMessage } from '../../sip/message/write-message';
import { nextHop } from '../../sip/stack/outgoing-request';
import type { SipStack } from '../../sip/stack/sip-stack';
import type { Flow } from '../../sip/transport/flow';
import type { Target } from '../../sip/transport/resolver';
import type { TransportSet } from './transport-set';

/** How a request leaves, where it is not left to its URI. */
export interface Departure {
  /** A connection, as long as it is open. */
  readonly flow?: Flow | undefined;
  /** The name of the transport whose socket is used. */
  readonly transport?: string | undefined;
}

export interface SipSenderDeps {
  readonly stack: Pick<SipStack, 'resolve' | 'flowTo'>;
  readonly transports: Pick<TransportSet, 'udpFlow' | 'config'>;
}

/** Finds the flows that a request of ours may take, so that its Contact and Via can say where we are. */
export class SipSender {
  constructor(private readonly deps: SipSenderDeps) {}

  /** The ways to the next hop of a request, best first; each is opened when it is asked for. */
  async ways(request: SipRequest, departure: Departure = {}): Promise<readonly (() => Promise<Flow>)[]> {
    const { flow, transport } = departure;
    if (flow !== undefined && !flow.isClosed) return [async () => flow];
    const uri = nextHop(request);
    if (uri === undefined) throw new Error('next hop is not a SIP URI');
    const targets = await this.deps.stack.resolve(this.#overTransport(uri, transport), writeMessage(request).length);
    return targets.map((target) => async () => this.#open(target, transport));
  }

  /** A transport that is configured says what protocol is used, unless the address does. */
  #overTransport(uri: SipUri, transport: string | undefined): SipUri {
    const protocol = this.deps.transports.config(transport)?.protocol;
    if (uri.transport !== undefined || protocol === undefined || protocol === 'udp' || uri.scheme === 'sips')
      return uri;
    return uri.with({ params: uri.params.with({ transport: protocol }) });
  }

  async #open(target: Target, transport: string | undefined): Promise<Flow> {
    const udp = target.protocol === 'UDP' ? this.deps.transports.udpFlow(transport, target) : undefined;
    return udp ?? this.deps.stack.flowTo(target, transport);
  }
}

interface OwnContact {
  readonly flow: Pick<Flow, 'sentBy' | 'transport'>;
  readonly address: NameAddr;
}

/** What was made last, by user: call after call takes the same transport. */
const lastContacts = new Map<string | undefined, OwnContact>();
const maxContacts = 1000;

/** The Contact of our side of a dialog whose messages take a flow. */
export function ownContact(flow: Flow, user: string | undefined): NameAddr {
  const last = lastContacts.get(user);
  if (last !== undefined && isSameSide(last.flow, flow)) return last.address;
  const { sentBy, transport } = flow;
  const address = nameAddr(contactUri(flow, user));
  if (lastContacts.size >= maxContacts) lastContacts.clear();
  lastContacts.set(user, { flow: { sentBy, transport }, address });
  return address;
}

function isSameSide(one: OwnContact['flow'], other: OwnContact['flow']): boolean {
  const [left, right] = [one.sentBy, other.sentBy];
  return left.port === right.port && left.host === right.host && one.transport === other.transport;
}

/** Where peers reach us over a flow, as a Contact. */
export function contactUri(flow: Flow, user: string | undefined): SipUri {
  const { host, port } = flow.sentBy;
  const transport = flow.transport.toLowerCase();
  const uri = SipUri.of({ user, host, port });
  return transport === 'udp' ? uri : uri.with({ params: uri.params.with({ transport }) });
}
