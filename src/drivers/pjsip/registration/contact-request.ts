import { randomUUID } from 'node:crypto';
import { pooledRandomBytes } from '../../../shared/pooled-random';
import { fromHeader, routeHeader, toHeader } from '../../../sip/message/headers/address-headers';
import { HeaderList } from '../../../sip/message/headers/header-list';
import { SipRequest } from '../../../sip/message/message';
import { nameAddr } from '../../../sip/message/headers/name-addr';
import { cSeqHeader, maxForwardsHeader } from '../../../sip/message/headers/number-headers';
import { Parameters } from '../../../sip/message/grammar/parameters';
import type { Uri } from '../../../sip/message/uri/uri';
import { parseUri, SipUri } from '../../../sip/message/uri/uri';
import type { Flow } from '../../../sip/transport/flow';
import { contactUri } from '../sip-sender';

export interface RequestParts {
  readonly method: string;
  readonly uri: string | SipUri;
  /** Route header fields: proxies on the way. */
  readonly route: readonly string[];
  readonly from: Uri;
  readonly fromName?: string | undefined;
  readonly to: SipUri;
  readonly fromTag?: string;
  readonly callId?: string;
  readonly sequence: number;
  readonly maxForwards: number;
  readonly userAgent: string;
}

/** A request outside of dialogs. Its Contact is added when it is known which way it takes. */
export function makeRequest(parts: RequestParts): SipRequest {
  const { method, uri, route, from, to, sequence, maxForwards, userAgent } = parts;
  const headers = new HeaderList()
    .set(maxForwardsHeader, maxForwards)
    .set(fromHeader, nameAddr(from, Parameters.of({ tag: parts.fromTag ?? newTag() }), parts.fromName))
    .set(toHeader, nameAddr(to))
    .add('Call-ID', parts.callId ?? randomUUID())
    .set(cSeqHeader, { sequence, method });
  for (const each of route) headers.add(routeHeader.name, each);
  if (userAgent !== '') headers.add('User-Agent', userAgent);
  return new SipRequest({ method, uri: typeof uri === 'string' ? parseUri(uri, 'Request-URI') : uri, headers });
}

interface ContactParts {
  readonly user: string | undefined;
  /** Of the header field. */
  readonly params?: string;
  /** A parameter of the URI, by which requests to it are known again. */
  readonly line?: string | undefined;
}

export function addContact(request: SipRequest, flow: Flow, { user, params = '', line }: ContactParts): void {
  const uri = contactUri(flow, user);
  const marked = line === undefined ? uri : uri.with({ params: uri.params.with({ line }) });
  request.headers.setRaw('Contact', `<${marked.toString()}>${params}`);
}

export function newTag(): string {
  return pooledRandomBytes(8).toString('hex');
}

/** `sip:user@our-address`, as far as a flow knows our address. */
export function ownAddress(flow: Flow, user: string | undefined): SipUri {
  return SipUri.of({ user, host: flow.sentBy.host });
}

/** A proxy as a Route header field: loose, as all are today. */
export function proxyRoute(uri: string | undefined): readonly string[] {
  if (uri === undefined) return [];
  return [`<${/;lr\b/i.test(uri) ? uri : `${uri};lr`}>`];
}
