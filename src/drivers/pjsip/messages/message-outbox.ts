import type { HandOver, OutgoingMessage } from '../../../engine/messaging';
import type { Logger } from '../../../shared/logger';
import { fromHeader, toHeader } from '../../../sip/message/headers/address-headers';
import { isToken } from '../../../sip/message/grammar/characters';
import type { NameAddr } from '../../../sip/message/headers/name-addr';
import { nameAddr, readNameAddr } from '../../../sip/message/headers/name-addr';
import { Parameters } from '../../../sip/message/grammar/parameters';
import { MessageRefusal } from '../../../sip/message/grammar/refusal';
import { Scanner } from '../../../sip/message/grammar/scanner';
import { SipUri } from '../../../sip/message/uri/uri';
import { setBody } from '../../../sip/dialog/dialog';
import { findTarget } from '../calls/dial-target';
import type { EndpointRequests } from '../endpoint-requests';
import type { SipService } from '../sip-service';
import { requestedHeaders } from './outgoing-headers';

export interface MessageOutboxDeps {
  readonly service: Pick<SipService, 'directory' | 'contacts'>;
  readonly requests: Pick<EndpointRequests, 'send'>;
  readonly log: Logger;
}

/** Sends texts outside of calls as MESSAGE requests (RFC 3428). */
export class MessageOutbox {
  constructor(private readonly deps: MessageOutboxDeps) {}

  /** Says whether the message is on its way; what the phone answers is only logged. */
  send({ to, from, shownTo = '', body, variables }: OutgoingMessage): HandOver {
    const target = findTarget(to.slice(to.indexOf(':') + 1), this.deps.service);
    if (typeof target === 'string') return { outcome: 'refused', reason: target };
    const requested = requestedHeaders(variables);
    if (typeof requested === 'string') return { outcome: 'invalid', reason: requested };
    const addressee = readAddress(shownTo);
    const sent = this.deps.requests.send({
      method: 'MESSAGE',
      target,
      from: (host) => senderOf(from, target.endpoint.fromDomain || host),
      fill: (request) => {
        if (addressee !== undefined) request.headers.set(toHeader, addressee);
        for (const [name, value] of requested.others) request.headers.add(name, value);
        setBody(request, { type: requested.contentType, content: body });
      },
    });
    const { log } = this.deps;
    const about = { endpoint: target.endpoint.id };
    sent.then(
      (status) => log.debug({ ...about, status }, 'message sent over SIP'),
      (error: unknown) => log.warn({ ...about, error }, 'message could not be sent over SIP'),
    );
    return { outcome: 'taken' };
  }
}

/** An address of SIP, with a name or without, or a user at our own address. Everything else is not shown to the phone. */
function senderOf(from: string, host: string): NameAddr | undefined {
  const address = readAddress(from);
  if (address !== undefined) return address;
  if (from === '' || !isToken(from)) return undefined;
  return nameAddr(SipUri.of({ user: from, host }));
}

function readAddress(text: string): NameAddr | undefined {
  try {
    const { displayName, uri } = readNameAddr(new Scanner(text, fromHeader.name));
    return uri.kind === 'sip' ? nameAddr(uri, Parameters.none, displayName) : undefined;
  } catch (error) {
    if (error instanceof MessageRefusal) return undefined;
    throw error;
  }
}
