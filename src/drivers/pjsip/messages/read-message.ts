import type { IncomingMessage } from '../../../engine/messaging';
import { fromHeader } from '../../../sip/message/headers/address-headers';
import { writtenHost } from '../../../sip/message/grammar/host';
import { headerKey } from '../../../sip/message/headers/header-names';
import type { SipRequest } from '../../../sip/message/message';
import { writeNameAddr } from '../../../sip/message/headers/name-addr';
import { Parameters } from '../../../sip/message/grammar/parameters';
import type { Uri } from '../../../sip/message/uri/uri';
import { configuredParty } from '../calls/incoming-parties';
import { shownHeader, withoutPort } from '../calls/shown-headers';
import type { IncomingRequest } from '../request-intake';

/** Deviation: existing servers show these to applications, which could then guess the password offline. */
const secretKeys: ReadonlySet<string> = new Set(['Authorization', 'Proxy-Authorization'].map(headerKey));

/** A MESSAGE as applications and the dialplan see it. */
export function readMessage(
  { request, endpoint, source }: Pick<IncomingRequest, 'request' | 'endpoint' | 'source'>,
  place: IncomingMessage['place'],
): IncomingMessage {
  const from = request.headers.get(fromHeader);
  const name = configuredParty(endpoint)?.name ?? '';
  return {
    from: from === undefined ? '' : writeNameAddr({ ...from, uri: withoutPort(from.uri), params: Parameters.none }),
    to: addressOf(request.uri),
    body: request.body.toString(),
    variables: {
      PJSIP_RECVADDR: `${writtenHost(source.remote.host)}:${source.remote.port}`,
      PJSIP_TRANSPORT: source.transport.toLowerCase(),
      ...(name === '' ? {} : { PJSIP_ENDPOINT: name }),
      ...headersOf(request),
    },
    ...(place === undefined ? {} : { place }),
  };
}

function headersOf({ headers, body }: SipRequest): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const [name, value] of headers) {
    if (secretKeys.has(headerKey(name))) continue;
    const before = found.get(name);
    const shown = shownHeader(name, value, headers);
    found.set(name, before === undefined ? shown : `${before}, ${shown}`);
  }
  if (!headers.has('Content-Length')) found.set('Content-Length', String(body.length));
  return Object.fromEntries(found);
}

/** `pjsip:100@192.0.2.1` */
function addressOf(uri: Uri): string {
  if (uri.kind !== 'sip') return `pjsip:${uri.toString()}`;
  return `pjsip:${uri.rawUser === undefined ? '' : `${uri.rawUser}@`}${uri.host}`;
}
