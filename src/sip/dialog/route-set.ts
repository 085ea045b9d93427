import { recordRouteHeader, routeHeader } from '../message/headers/address-headers';
import type { HeaderList } from '../message/headers/header-list';
import type { NameAddr } from '../message/headers/name-addr';
import { nameAddr } from '../message/headers/name-addr';
import type { SipRequest } from '../message/message';
import type { Uri } from '../message/uri/uri';
import { SipUri } from '../message/uri/uri';

export type RouteSet = readonly NameAddr[];

/** The proxies that want to stay on the way, seen from the server of the request (RFC 3261 §12.1.1). */
export function routeSetOfRequest(headers: HeaderList): RouteSet {
  return headers.all(recordRouteHeader);
}

/** The same, seen from the client, who reads it in an answer (RFC 3261 §12.1.2). */
export function routeSetOfResponse(headers: HeaderList): RouteSet {
  return headers.all(recordRouteHeader).toReversed();
}

/** Puts a request on its way through the proxies to the target, loose and strict ones (RFC 3261 §12.2.1.1). */
export function applyRouteSet(request: SipRequest, routeSet: RouteSet, target: Uri): void {
  const [first] = routeSet;
  request.headers.delete(routeHeader.name);
  request.uri = target;
  if (first === undefined) return;
  if (first.uri instanceof SipUri && first.uri.isLoose) {
    request.headers.set(routeHeader, ...routeSet);
    return;
  }
  // A strict router wants to be the Request-URI itself, and to find the target at the end of the list.
  request.uri =
    first.uri instanceof SipUri ? first.uri.with({ params: first.uri.params.without('method') }) : first.uri;
  request.headers.set(routeHeader, ...routeSet.slice(1), nameAddr(target));
}
