import { fromHeader, toHeader } from '../../../sip/message/headers/address-headers';
import type { HeaderList } from '../../../sip/message/headers/header-list';
import { headerKey } from '../../../sip/message/headers/header-names';
import { writeNameAddr } from '../../../sip/message/headers/name-addr';
import type { Uri } from '../../../sip/message/uri/uri';

/** Their addresses have no port (RFC 3261 §19.1.1, table 1), though phones write one. */
const portless = new Map([fromHeader, toHeader].map((type) => [headerKey(type.name), type]));

/** A value of a header field, as applications and the dialplan see it. */
export function shownHeader(name: string, value: string, headers: HeaderList): string {
  const type = portless.get(headerKey(name));
  const address = type && headers.get(type);
  return address === undefined ? value : writeNameAddr({ ...address, uri: withoutPort(address.uri) });
}

export function withoutPort(uri: Uri): Uri {
  return uri.kind === 'sip' ? uri.with({ port: undefined }) : uri;
}
