import { normalHost } from '../grammar/host';
import type { SipUri, TelUri, Uri } from './uri';
import { normalEscapes } from './uri-escape';

/** Parameters that make URIs different when only one of them has it (RFC 3261 §19.1.4). */
const significant = ['transport', 'user', 'ttl', 'method', 'maddr'] as const;

/** Whether two URIs mean the same, by the rules of RFC 3261 §19.1.4 and RFC 3966 §4. */
export function equalUris(one: Uri, other: Uri): boolean {
  if (one.kind === 'sip' && other.kind === 'sip') return equalSipUris(one, other);
  if (one.kind === 'tel' && other.kind === 'tel') return equalTelUris(one, other);
  return one.kind === other.kind && one.toString() === other.toString();
}

function equalSipUris(one: SipUri, other: SipUri): boolean {
  return (
    one.scheme === other.scheme &&
    sameText(one.rawUser, other.rawUser) &&
    sameText(one.rawPassword, other.rawPassword) &&
    normalHost(one.host) === normalHost(other.host) &&
    one.port === other.port &&
    significant.every((name) => one.params.has(name) === other.params.has(name)) &&
    equalWhereBoth(one, other) &&
    headerSet(one) === headerSet(other)
  );
}

function sameText(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return normalEscapes(one) === normalEscapes(other);
}

/** Other parameters count only where both have them. Names may be escaped, too. */
function equalWhereBoth(one: SipUri | TelUri, other: SipUri | TelUri): boolean {
  const known = parameterMap(other);
  for (const [name, value] of parameterMap(one)) {
    const counterpart = known.get(name);
    if (counterpart !== undefined && counterpart !== value) return false;
  }
  return true;
}

function parameterMap({ params }: SipUri | TelUri): Map<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of params) {
    map.set(normalEscapes(name).toLowerCase(), normalEscapes(value ?? '').toLowerCase());
  }
  return map;
}

/** Header fields are never ignored, but their order is. */
function headerSet({ rawHeaders }: SipUri): string {
  if (rawHeaders === undefined) return '';
  return rawHeaders
    .split('&')
    .map((part) => {
      const equals = part.indexOf('=');
      return `${normalEscapes(part.slice(0, equals)).toLowerCase()}=${normalEscapes(part.slice(equals + 1))}`;
    })
    .sort()
    .join('&');
}

/** Visual separators mean nothing. */
function equalTelUris(one: TelUri, other: TelUri): boolean {
  const digits = ({ number }: TelUri): string => number.replace(/[-.()]/g, '').toLowerCase();
  return digits(one) === digits(other) && one.params.size === other.params.size && equalWhereBoth(one, other);
}
