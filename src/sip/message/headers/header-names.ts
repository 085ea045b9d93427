/** Header fields with a compact form (RFC 3261 §7.3.3 and extensions). */
const compactForms: Readonly<Record<string, string>> = {
  a: 'Accept-Contact',
  b: 'Referred-By',
  c: 'Content-Type',
  d: 'Request-Disposition',
  e: 'Content-Encoding',
  f: 'From',
  i: 'Call-ID',
  j: 'Reject-Contact',
  k: 'Supported',
  l: 'Content-Length',
  m: 'Contact',
  n: 'Identity-Info',
  o: 'Event',
  r: 'Refer-To',
  s: 'Subject',
  t: 'To',
  u: 'Allow-Events',
  v: 'Via',
  x: 'Session-Expires',
  y: 'Identity',
};

/** The usual spellings: what is found here costs no conversion. */
const commonNames =
  'Via From To Call-ID CSeq Contact Max-Forwards Content-Type Content-Length Allow Supported Require User-Agent Server ' +
  'Route Record-Route Expires Authorization Proxy-Authorization WWW-Authenticate Proxy-Authenticate Accept Event ' +
  'Subscription-State Session-Expires Min-SE RSeq RAck Reason Replaces Refer-To Referred-By P-Asserted-Identity ' +
  'P-Preferred-Identity Privacy Diversion Path Date Retry-After Unsupported Allow-Events Organization Subject';

const keys = new Map<string, string>();
for (const name of commonNames.split(' ')) keys.set(name, name.toLowerCase());
for (const [compact, name] of Object.entries(compactForms)) {
  keys.set(compact, name.toLowerCase());
  keys.set(compact.toUpperCase(), name.toLowerCase());
}

/** The name under which a header field is found, however it was written: the long form in lower case. */
export function headerKey(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const lowered = name.toLowerCase();
  return keys.get(lowered) ?? lowered;
}
