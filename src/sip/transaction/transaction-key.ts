import { fromHeader, toHeader, viaHeader } from '../message/headers/address-headers';
import type { SipRequest } from '../message/message';
import { tagOf } from '../message/headers/name-addr';
import type { CSeq } from '../message/headers/number-headers';
import { cSeqHeader } from '../message/headers/number-headers';
import type { Via } from '../message/headers/via';
import { branchCookie, branchOf } from '../message/headers/via';

/**
 * The key of server transactions: branch, sender and method (RFC 3261 §17.2.3). An ACK belongs to the INVITE, and a
 * CANCEL is looked for under the method that it cancels. Without a branch of the new kind, what RFC 2543 compared.
 */
export function serverKey(request: SipRequest, method = request.method): string {
  const owner = method === 'ACK' ? 'INVITE' : method;
  const [via] = request.headers.all(viaHeader);
  const branch = via === undefined ? undefined : branchOf(via);
  if (via !== undefined && branch?.startsWith(branchCookie) === true && branch !== branchCookie) {
    return joined([branch, `${via.host.toLowerCase()}:${via.port ?? ''}`, owner], ' ');
  }
  const topLine = request.headers.raw('Via') ?? '';
  return JSON.stringify([request.uriText, ...callIdentity(request), topLine, owner]);
}

export function clientKey(branch: string, method: string): string {
  return `${branch} ${method}`;
}

/** By the first Via of a response, and its CSeq. */
export function responseKey(via: Via | undefined, sequence: CSeq | undefined): string {
  return clientKey((via && branchOf(via)) ?? '', sequence?.method ?? '');
}

/**
 * The same for all copies of one request that have come over different ways (RFC 3261 §8.2.2.2); undefined within a dialog,
 * where there are no ways to choose from.
 */
export function mergeKey(request: SipRequest): string | undefined {
  const to = request.headers.get(toHeader);
  if (to === undefined || tagOf(to) !== undefined) return undefined;
  const [tag = '\n', callId = '\n', sequence = '\n'] = callIdentity(request);
  // No value of a header field contains a line break.
  return joined([tag, callId, sequence, request.method], '\n');
}

/**
 * One text. A template would be a chain of its parts, and these are parts of the message themselves: as a key that is kept for
 * half a minute it would keep the whole message.
 */
function joined(parts: readonly (string | number)[], separator: string): string {
  return parts.join(separator);
}

function callIdentity({
  headers,
}: SipRequest): readonly [tag: string | undefined, callId: string | undefined, sequence: number | undefined] {
  const from = headers.get(fromHeader);
  return [from && tagOf(from), headers.raw('Call-ID'), headers.get(cSeqHeader)?.sequence];
}
