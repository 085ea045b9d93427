import { isToken } from '../../../sip/message/grammar/characters';
import { headerKey } from '../../../sip/message/headers/header-names';

/** Header fields of a message that its sender has asked for. */
export interface RequestedHeaders {
  readonly contentType: string;
  readonly others: readonly (readonly [name: string, value: string])[];
}

export const plainText = 'text/plain';

/** Written by the server alone: the request is routed, matched and authenticated by them. */
const ownNames = [
  ...['Via', 'From', 'To', 'Call-ID', 'CSeq', 'Contact', 'Content-Length', 'Route', 'Record-Route', 'Allow'],
  ...['Request-URI', 'Max-Forwards', 'Require', 'Proxy-Require', 'Authorization', 'Proxy-Authorization'],
];
const ownKeys: ReadonlySet<string> = new Set(ownNames.map(headerKey));
/** Whether only the server writes header fields of that name. */
export const isOwnHeader = (name: string): boolean => ownKeys.has(headerKey(name));

/** What a received message tells of its way here. */
const receivedPrefix = /^PJSIP_/i;

const controlCharacters = /[^\t\P{Cc}]/u;
const mediaType = /^[\w.+-]+\/[\w.+-]+\s*(;.*)?$/;

/** Variables as header fields; a text says which of them cannot be one. Fields of the server itself are left out. */
export function requestedHeaders(variables: ReadonlyMap<string, string>): RequestedHeaders | string {
  let contentType = plainText;
  const others: (readonly [string, string])[] = [];
  for (const [name, value] of variables) {
    if (ownKeys.has(headerKey(name)) || receivedPrefix.test(name)) continue;
    if (!isToken(name)) return `variable '${name}' cannot be the name of a header field`;
    if (controlCharacters.test(value)) return `variable '${name}' has a line break or another control character`;
    if (headerKey(name) !== headerKey('Content-Type')) others.push([name, value]);
    else if (mediaType.test(value)) contentType = value;
    else return `Content-Type must be <type>/<subtype>, got '${value}'`;
  }
  return { contentType, others };
}
