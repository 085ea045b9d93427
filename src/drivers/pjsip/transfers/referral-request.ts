import type { ReferRequest } from '../../../engine/messaging';
import { fromHeader } from '../../../sip/message/headers/address-headers';
import { headerKey } from '../../../sip/message/headers/header-names';
import type { SipRequest } from '../../../sip/message/message';
import { nameAddr, readNameAddr } from '../../../sip/message/headers/name-addr';
import type { NameAddr } from '../../../sip/message/headers/name-addr';
import { Parameters } from '../../../sip/message/grammar/parameters';
import { MessageRefusal } from '../../../sip/message/grammar/refusal';
import { quoteText, Scanner } from '../../../sip/message/grammar/scanner';
import type { Flow } from '../../../sip/transport/flow';
import { makeRequest, newTag, ownAddress } from '../registration/contact-request';
import type { SipService } from '../sip-service';
import type { DialTarget } from '../calls/dial-target';
import { findTarget } from '../calls/dial-target';
import { referExpires } from './refer-progress';

/** Header fields that lead a request to its destination and its answers back are not a client's to set. */
const own = new Set(
  ['Via', 'From', 'To', 'Call-ID', 'CSeq', 'Max-Forwards', 'Contact', 'Route', 'Content-Length', 'Refer-To'].map(
    headerKey,
  ),
);
const headerName = /^[\w!%*+.~`'-]+$/;
const highestFirstSequence = 32_768;

export interface Referral {
  readonly request: ReferRequest;
  readonly target: DialTarget;
  /** From 0 to below 1. */
  readonly random: number;
}

/** A REFER outside of calls, sent over a flow, whose address is ours. */
export function makeReferral(
  { request, target, random }: Referral,
  flow: Flow,
  service: Pick<SipService, 'directory' | 'contacts'>,
): SipRequest {
  const { uri, route } = target;
  const { maxForwards, userAgent, defaultFromUser } = service.directory.config.global;
  const refer = makeRequest({
    method: 'REFER',
    uri: uri.toString(),
    route,
    maxForwards,
    userAgent,
    // Who it is from may also be given without an address.
    from: ownAddress(flow, request.from || defaultFromUser),
    to: uri.with({ port: undefined, params: Parameters.none }),
    sequence: 1 + Math.floor(random * highestFirstSequence),
  });
  const from = readAddress(request.from);
  if (from !== undefined) refer.headers.set(fromHeader, { ...from, params: Parameters.of({ tag: newTag() }) });
  refer.headers.add('Event', 'refer').add('Expires', String(referExpires));
  refer.headers.add('Refer-To', referTo(request, service));
  for (const [name, value] of request.variables)
    if (headerName.test(name) && !own.has(headerKey(name)) && !/[\r\n]/.test(value)) refer.headers.add(name, value);
  return refer;
}

/** An address of SIP; undefined for anything else. */
function readAddress(text: string): NameAddr | undefined {
  try {
    const scanner = new Scanner(text, 'From');
    const address = readNameAddr(scanner);
    return address.uri.kind === 'sip' && scanner.atEnd
      ? nameAddr(address.uri, undefined, address.displayName)
      : undefined;
  } catch (error) {
    if (error instanceof MessageRefusal) return undefined;
    throw error;
  }
}

/** An endpoint stands for its contact; addresses are passed on as they are. */
function referTo(
  { referTo: written, displayName }: ReferRequest,
  service: Pick<SipService, 'directory' | 'contacts'>,
): string {
  const uri = /sips?:/i.test(written) ? written : (contactOf(written, service) ?? `sip:${written}`);
  const line = uri.replace(/[\r\n<>]/g, '');
  if (displayName !== undefined && displayName !== '')
    return `${quoteText(displayName.replace(/[\r\n]/g, ' '))} <${line}>`;
  // Behind a URI without brackets, these would belong to the header field.
  return /[;?, ]/.test(line) ? `<${line}>` : line;
}

function contactOf(endpoint: string, service: Pick<SipService, 'directory' | 'contacts'>): string | undefined {
  if (endpoint === '') return undefined;
  const target = findTarget(endpoint, service);
  return typeof target === 'string' ? undefined : target.uri.toString();
}
