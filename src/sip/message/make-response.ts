import { toHeader } from './headers/address-headers';
import { HeaderList } from './headers/header-list';
import type { SipRequest } from './message';
import { SipResponse } from './message';
import { MessageRefusal } from './grammar/refusal';

export interface ResponseOptions {
  readonly reason?: string;
  /** Added to To where it has no tag yet; every answer except 100 needs one (RFC 3261 §8.2.6.2). */
  readonly toTag?: string;
  readonly body?: Buffer | string;
  readonly contentType?: string;
}

/** The answer to a request, with the header fields that lead it back (RFC 3261 §8.2.6). */
export function makeResponse(request: SipRequest, status: number, options: ResponseOptions = {}): SipResponse {
  const headers = new HeaderList();
  for (const name of ['Via', 'From', 'To', 'Call-ID', 'CSeq']) headers.copyFrom(request.headers, name);
  if (status === 100) headers.copyFrom(request.headers, 'Timestamp');
  else addToTag(headers, request, options.toTag);
  if (options.contentType !== undefined) headers.add('Content-Type', options.contentType);
  const { reason, body } = options;
  return new SipResponse({
    status,
    headers,
    ...(reason === undefined ? {} : { reason }),
    ...(body === undefined ? {} : { body }),
  });
}

function addToTag(headers: HeaderList, request: SipRequest, tag: string | undefined): void {
  const written = request.headers.raw('To');
  if (tag === undefined || written === undefined) return;
  try {
    // Read from the request, which has been read before.
    if (request.headers.get(toHeader)?.params.has('tag') === false) headers.setRaw('To', `${written};tag=${tag}`);
  } catch (error) {
    // The response to a request that is refused because of this header field returns it unchanged.
    if (!(error instanceof MessageRefusal)) throw error;
  }
}
