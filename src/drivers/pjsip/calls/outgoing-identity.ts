import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { ChannelParties } from '../../../engine/calls/channel/channel-parties';
import type { Party } from '../../../engine/calls/channel/party';
import {
  assertedIdentityHeader,
  diversionHeader,
  remotePartyHeader,
} from '../../../sip/message/headers/address-headers';
import type { HeaderList } from '../../../sip/message/headers/header-list';
import type { NameAddr } from '../../../sip/message/headers/name-addr';
import { nameAddr } from '../../../sip/message/headers/name-addr';
import { Parameters } from '../../../sip/message/grammar/parameters';
import { privacyHeader } from '../../../sip/message/headers/token-headers';
import { SipUri } from '../../../sip/message/uri/uri';
import { diversionReason } from './incoming-parties';

/** Who we say is calling. */
export interface OutgoingIdentity {
  readonly endpoint: EndpointConfig;
  readonly parties: Pick<ChannelParties, 'connected' | 'redirecting'>;
  /** Our address, where no domain is configured. */
  readonly host: string;
}

const nameless = { user: 'anonymous', host: 'anonymous.invalid', name: 'Anonymous' };

export function outgoingFrom({ endpoint, parties, host }: OutgoingIdentity): NameAddr {
  const { connected } = parties;
  const { fromUser, fromDomain } = endpoint;
  const isShown = connected.number !== '' && (isAllowed(connected) || endpoint.trustsForOutbound);
  const user = fromUser || (isShown ? connected.number : nameless.user);
  const domain = fromDomain || (isShown || fromUser !== '' ? host : nameless.host);
  const name = isShown ? connected.name : fromUser === '' ? nameless.name : '';
  return nameAddr(SipUri.of({ user, host: domain }), Parameters.none, name);
}

/** Says who is calling, to those who are trusted with it, and who has sent the call on. */
export function addIdentity(headers: HeaderList, identity: OutgoingIdentity): void {
  const { endpoint, parties, host } = identity;
  addParty(headers, parties.connected, { endpoint, host });
  const { from } = parties.redirecting.parties;
  if (!endpoint.sendsDiversion || from.number === '') return;
  const uri = SipUri.of({ user: from.number, host: endpoint.fromDomain || host });
  const params = Parameters.of({ reason: diversionReason(parties.redirecting.reason) });
  headers.set(diversionHeader, nameAddr(uri, params, from.name));
}

/** The identity of the party at our end. */
export function addParty(
  headers: HeaderList,
  party: Party,
  { endpoint, host }: Pick<OutgoingIdentity, 'endpoint' | 'host'>,
): void {
  const isKnown = party.number !== '' && (isAllowed(party) || endpoint.trustsForOutbound);
  if (!isKnown || (!endpoint.sendsPai && !endpoint.sendsRpid)) return;
  const uri = SipUri.of({ user: party.number, host: endpoint.fromDomain || host });
  if (endpoint.sendsPai) headers.set(assertedIdentityHeader, nameAddr(uri, Parameters.none, party.name));
  if (endpoint.sendsPai && !isAllowed(party)) headers.set(privacyHeader, ['id']);
  if (!endpoint.sendsRpid) return;
  const params = Parameters.of({ party: 'calling', privacy: isAllowed(party) ? 'off' : 'full', screen: 'no' });
  headers.set(remotePartyHeader, nameAddr(uri, params, party.name));
}

/** Bits 6 and 5 say whether a number may be shown. */
function isAllowed({ presentation }: Party): boolean {
  return (presentation & 0x60) === 0;
}
