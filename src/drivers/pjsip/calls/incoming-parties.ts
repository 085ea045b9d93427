import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { PartiesInit } from '../../../engine/calls/channel/channel-parties';
import type { Party } from '../../../engine/calls/channel/party';
import { unknownParty, parseParty } from '../../../engine/calls/channel/party';
import { parsePresentation } from '../../../engine/calls/channel/presentation';
import type { Redirecting } from '../../../engine/calls/channel/redirecting';
import { notRedirected } from '../../../engine/calls/channel/redirecting';
import {
  assertedIdentityHeader,
  diversionHeader,
  fromHeader,
  remotePartyHeader,
} from '../../../sip/message/headers/address-headers';
import type { HeaderList } from '../../../sip/message/headers/header-list';
import type { SipRequest } from '../../../sip/message/message';
import type { NameAddr } from '../../../sip/message/headers/name-addr';
import { privacyHeader } from '../../../sip/message/headers/token-headers';
import type { Uri } from '../../../sip/message/uri/uri';

/** What pjsip.conf says where no caller id is configured. */
const unknownCaller = '<unknown>';
const prohibited = 0x20;

/** Who is calling, and who has sent the call here. What the far end claims counts only where it is trusted. */
export function incomingParties({ headers }: SipRequest, endpoint: EndpointConfig): PartiesInit {
  const caller = trustedParty(headers, endpoint) ?? configuredParty(endpoint) ?? partyOf(headers.get(fromHeader));
  const redirecting = diversionOf(headers);
  return { caller, redirecting };
}

/** Who the far end says is there, if it is believed. */
export function trustedParty(headers: HeaderList, endpoint: EndpointConfig): Party | undefined {
  if (!endpoint.trustsInboundIdentity) return undefined;
  const asserted = headers.readable(assertedIdentityHeader)[0];
  if (asserted !== undefined) {
    const isPrivate = headers.readable(privacyHeader)[0]?.some((each) => each === 'id' || each === 'user') === true;
    return { ...partyOf(asserted), presentation: isPrivate ? prohibited : 0 };
  }
  const remote = headers.readable(remotePartyHeader)[0];
  if (remote === undefined) return undefined;
  const privacy = remote.params.get('privacy') ?? 'off';
  return { ...partyOf(remote), presentation: privacy === 'off' ? 0 : prohibited };
}

/** The caller id of an endpoint; undefined where none is configured. */
export function configuredParty({ callerId, callerIdPrivacy }: EndpointConfig): Party | undefined {
  if (callerId === unknownCaller || callerId === '') return undefined;
  const { name, number } = parseParty(callerId);
  return { name, number, presentation: parsePresentation(callerIdPrivacy) ?? 0 };
}

/** The user part of a URI, or the number of a tel: URI. */
export function numberOf(uri: Uri): string {
  if (uri.kind === 'sip') return uri.user ?? '';
  return uri.kind === 'tel' ? uri.number.replace(/[.()-]/g, '') : '';
}

function partyOf(address: NameAddr | undefined): Party {
  if (address === undefined) return unknownParty;
  return { name: address.displayName, number: numberOf(address.uri), presentation: 0 };
}

/** The latest one who has diverted the call stands on top (RFC 5806). */
function diversionOf(headers: HeaderList): Redirecting | undefined {
  const diversions = headers.readable(diversionHeader);
  const latest = diversions[0];
  const first = diversions.at(-1);
  if (latest === undefined || first === undefined) return undefined;
  return {
    parties: { ...notRedirected.parties, orig: partyOf(first), from: partyOf(latest) },
    reason: reasonOf(latest),
    originalReason: reasonOf(first),
    count: diversions.length,
  };
}

/** Reasons of Diversion in the words of dialplans. */
const reasons: Readonly<Record<string, string>> = {
  'user-busy': 'cfb',
  'no-answer': 'cfnr',
  unconditional: 'cfu',
  unavailable: 'unavailable',
  'time-of-day': 'time_of_day',
  'do-not-disturb': 'dnd',
  deflection: 'deflection',
  'follow-me': 'follow_me',
  'out-of-service': 'out_of_order',
  away: 'away',
};

function reasonOf({ params }: NameAddr): string {
  return reasons[params.get('reason')?.toLowerCase() ?? ''] ?? 'unknown';
}

/** The same the other way. */
export function diversionReason(reason: string): string {
  return Object.keys(reasons).find((name) => reasons[name] === reason) ?? 'unknown';
}
