import { causes } from '../../../engine/calls/channel/hangup-cause';
import type { HeaderList } from '../../../sip/message/headers/header-list';
import { MessageRefusal } from '../../../sip/message/grammar/refusal';
import type { TokenValue } from '../../../sip/message/headers/token-headers';
import { reasonHeader } from '../../../sip/message/headers/token-headers';

/** Causes of Q.850 for final statuses, as existing servers translate them. */
const causeByStatus: Readonly<Record<number, number>> = {
  302: 23,
  401: causes.rejected,
  402: causes.rejected,
  403: causes.rejected,
  404: causes.unallocated,
  405: causes.interworking,
  406: causes.bearerNotAvailable,
  407: causes.rejected,
  408: causes.noResponse,
  410: 22,
  480: causes.noAnswer,
  481: causes.interworking,
  484: causes.invalidNumber,
  486: causes.busy,
  488: causes.bearerNotAvailable,
  500: causes.failure,
  501: 29,
  502: 27,
  503: causes.congestion,
  504: 102,
  600: causes.busy,
  603: causes.rejected,
  604: causes.unallocated,
  606: causes.bearerNotAvailable,
};

/** Statuses that callers are refused with, and that stand for a cause in events. Causes that are not listed have none. */
const statusByCause: Readonly<Record<number, number>> = {
  [causes.unallocated]: 404,
  2: 404,
  [causes.noRoute]: 404,
  [causes.busy]: 486,
  [causes.noResponse]: 408,
  [causes.noAnswer]: 480,
  20: 480,
  [causes.rejected]: 403,
  22: 410,
  27: 502,
  [causes.invalidNumber]: 484,
  29: 501,
  [causes.normalUnspecified]: 480,
  [causes.congestion]: 503,
  [causes.failure]: 500,
  42: 503,
  44: 503,
  [causes.bearerNotAvailable]: 488,
  102: 504,
  [causes.interworking]: 500,
};

/** What a call that was not answered is refused with where the cause has no status. */
const decline = 603;

export function causeOfStatus(status: number): number {
  return causeByStatus[status] ?? causes.interworking;
}

export function statusOfCause(cause: number): number | undefined {
  return statusByCause[cause];
}

export function refusalStatus(cause: number): number {
  return statusByCause[cause] ?? decline;
}

/** Says why a call ends (RFC 3326). Causes have eight bits there. */
export function addReasons(headers: HeaderList, cause: number): void {
  headers.add(reasonHeader.name, `Q.850;cause=${cause & 0xff}`);
  if (cause === causes.answeredElsewhere)
    headers.add(reasonHeader.name, 'SIP;cause=200;text="Call completed elsewhere"');
}

/** Why the far end hangs up, as far as it says so. */
export function causeOfReasons(headers: HeaderList): number | undefined {
  for (const reason of readReasons(headers)) {
    const given = reason.params.number('cause') ?? 0;
    const protocol = reason.token.toUpperCase();
    if (given === 0) continue;
    // Seven bits are all that Q.850 has.
    if (protocol === 'Q.850') return given & 0x7f;
    if (protocol === 'SIP') return given < 300 ? causes.normal : causeOfStatus(given);
  }
  return undefined;
}

/** A malformed reason is as good as none: the call is over in any case. */
function readReasons(headers: HeaderList): readonly TokenValue[] {
  try {
    return headers.all(reasonHeader);
  } catch (error) {
    if (error instanceof MessageRefusal) return [];
    throw error;
  }
}
