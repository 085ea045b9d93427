import type { Channel } from '../../../engine/calls/channel/channel';
import type { HeaderList } from '../../../sip/message/headers/header-list';
import type { SipRequest } from '../../../sip/message/message';
import { Parameters } from '../../../sip/message/grammar/parameters';
import type { Flow } from '../../../sip/transport/flow';
import { makeRequest } from '../registration/contact-request';
import type { SipDirectory } from '../sip-directory';
import type { DialTarget } from './dial-target';
import { addIdentity, outgoingFrom } from './outgoing-identity';

export interface OutgoingInvite {
  readonly target: DialTarget;
  readonly channel: Channel;
  readonly callId: string;
  /** From 0 to below 1. */
  readonly random: number;
  readonly directory: SipDirectory;
  /** What the dialplan has added. */
  readonly added: HeaderList;
}

const highestFirstSequence = 32_768;

/** The INVITE that is sent over a flow, whose address is ours. */
export function makeInvite(
  { target, channel, callId, random, directory, added }: OutgoingInvite,
  flow: Flow,
): SipRequest {
  const { endpoint, uri, route } = target;
  const { maxForwards, userAgent } = directory.config.global;
  const { host } = flow.sentBy;
  const identity = { endpoint, parties: channel.parties, host };
  const from = outgoingFrom(identity);
  const request = makeRequest({
    method: 'INVITE',
    uri,
    route,
    maxForwards,
    userAgent,
    callId,
    from: from.uri,
    fromName: from.displayName,
    to: uri.with({ port: undefined, params: Parameters.none }),
    sequence: 1 + Math.floor(random * highestFirstSequence),
  });
  addIdentity(request.headers, identity);
  for (const [name, value] of added) request.headers.add(name, value);
  return request;
}
