import { fromHeader, toHeader, viaHeader } from './headers/address-headers';
import { HeaderList } from './headers/header-list';
import { cSeqHeader } from './headers/number-headers';
import { callIdHeader } from './headers/token-headers';
import type { SipRequest } from './message';
import { SipResponse } from './message';
import { MessageRefusal } from './grammar/refusal';

export interface ResponseOptions {
  readonly reason?: string | undefined;
  /** Added to To where it has no tag yet; every answer except 100 needs one (RFC 3261 §8.2.6.2). */
  readonly toTag?: string | undefined;
  readonly body?: Buffer | string | undefined;
  readonly contentType?: string | undefined;
}

/** The answer to a request, with the header fields that lead it back (RFC 3261 §8.2.6). */
export function makeResponse(request: SipRequest, status: number, options: ResponseOptions = {}): SipResponse {
  const headers = new HeaderList();
  headers.copyFields(request.headers, viaHeader).copyFields(request.headers, fromHeader);
  const tag = status === 100 ? undefined : options.toTag;
  if (tag !== undefined && lacksTag(request)) headers.add('To', `${request.headers.raw('To')};tag=${tag}`);
  else headers.copyFields(request.headers, toHeader);
  headers.copyFields(request.headers, callIdHeader).copyFields(request.headers, cSeqHeader);
  if (status === 100) headers.copyFrom(request.headers, 'Timestamp');
  const { reason, body, contentType } = options;
  if (contentType !== undefined) headers.add('Content-Type', contentType);
  return new SipResponse({ status, headers, reason, body });
}

/** Whether the request has one To, without a tag. */
function lacksTag(request: SipRequest): boolean {
  try {
    return request.headers.get(toHeader)?.params.has('tag') === false;
  } catch (error) {
    // The response to a request that is refused because of this header field returns it unchanged.
    if (error instanceof MessageRefusal) return false;
    throw error;
  }
}
