import { viaHeader } from '../message/headers/address-headers';
import { HeaderList } from '../message/headers/header-list';
import type { SipResponse } from '../message/message';
import { SipRequest } from '../message/message';
import { cSeqHeader, maxForwardsHeader } from '../message/headers/number-headers';
import { initialMaxForwards } from './max-forwards';

/** The ACK for a final answer that is not a 2xx: it belongs to the transaction of its INVITE (RFC 3261 §17.1.1.3). */
export function makeAck(invite: SipRequest, response: SipResponse): SipRequest {
  return relatedRequest(invite, 'ACK', response.headers);
}

/** The CANCEL of a request that has had a provisional answer (RFC 3261 §9.1). */
export function makeCancel(request: SipRequest): SipRequest {
  return relatedRequest(request, 'CANCEL', request.headers);
}

function relatedRequest(request: SipRequest, method: string, toSource: HeaderList): SipRequest {
  const headers = new HeaderList();
  const [via] = request.headers.all(viaHeader);
  const sequence = request.headers.get(cSeqHeader)?.sequence ?? 0;
  if (via !== undefined) headers.prepend(viaHeader, via);
  headers.copyFrom(request.headers, 'From').copyFrom(toSource, 'To').copyFrom(request.headers, 'Call-ID');
  headers.set(cSeqHeader, { sequence, method }).set(maxForwardsHeader, initialMaxForwards);
  headers.copyFrom(request.headers, 'Route');
  return new SipRequest({ method, uri: request.uriText, headers });
}
