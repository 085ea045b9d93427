import { hash } from 'node:crypto';
import { makeResponse } from '../message/make-response';
import type { ResponseOptions } from '../message/make-response';
import type { SipRequest, SipResponse } from '../message/message';

/** An answer without a transaction: the same request always gets the same one, tag included (RFC 3261 §8.2.7). */
export function statelessResponse(request: SipRequest, status: number, options: ResponseOptions = {}): SipResponse {
  return makeResponse(request, status, { toTag: statelessTag(request), ...options });
}

function statelessTag({ headers }: SipRequest): string {
  const identity = ['Via', 'From', 'Call-ID', 'CSeq'].map((name) => headers.raw(name) ?? '');
  return hash('sha256', identity.join('\n'), 'base64url').slice(0, 16);
}
