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
for (const name of commonNames.split(' ')) keys.set(name, internal(name.toLowerCase()));
for (const [compact, name] of Object.entries(compactForms)) {
  keys.set(compact, internal(name.toLowerCase()));
  keys.set(compact.toUpperCase(), internal(name.toLowerCase()));
}

/** Keys of other names, as long as there are few of them. */
const otherKeys = new Map<string, string>();
const maxOtherKeys = 500;
const maxOtherLength = 100;

/** The first of the usual names have a bit each, in which a list of header fields notes that it has one of that name. */
const bits = new Map<string, number>();
for (const [index, name] of commonNames.split(' ').slice(0, 31).entries()) bits.set(headerKey(name), 1 << index);

/** By key; 0 for a name that has none. */
export function headerBit(key: string): number {
  return bits.get(key) ?? 0;
}

/** A name as it is written, the key under which it is found, and its bit. */
export interface FieldName {
  readonly name: string;
  readonly key: string;
  readonly bit: number;
}

/** The usual spellings by their length and their first letter. */
const namesByForm: (readonly FieldName[] | undefined)[] = [];
for (const name of commonNames.split(' ')) {
  const form = formOf(name.length, name.charCodeAt(0));
  const key = headerKey(name);
  namesByForm[form] = [...(namesByForm[form] ?? []), { name, key, bit: headerBit(key) }];
}

/** The name that stands there; undefined when it is not one of the usual ones. It is found without making a text of it. */
export function knownNameAt(text: string, start: number, end: number): FieldName | undefined {
  const candidates = namesByForm[formOf(end - start, text.charCodeAt(start))];
  if (candidates === undefined) return undefined;
  for (const known of candidates) if (standsAt(known.name, text, start)) return known;
  return undefined;
}

function formOf(length: number, firstCode: number): number {
  return length < 32 ? length * 128 + firstCode : 0;
}

function standsAt(name: string, text: string, start: number): boolean {
  for (let index = 1; index < name.length; index += 1)
    if (name.charCodeAt(index) !== text.charCodeAt(start + index)) return false;
  return true;
}

/** The key of a name in its usual spelling, or in its compact form; undefined for others. */
export function knownKey(name: string): string | undefined {
  return keys.get(name);
}

/** The name under which a header field is found, however it was written: the long form in lower case. */
export function headerKey(name: string): string {
  return keys.get(name) ?? otherKeys.get(name) ?? newKey(name);
}

function newKey(name: string): string {
  const lowered = name.toLowerCase();
  const known = keys.get(lowered);
  if (known !== undefined || name.length > maxOtherLength) return known ?? lowered;
  if (otherKeys.size >= maxOtherKeys) otherKeys.clear();
  const key = internal(lowered);
  otherKeys.set(internal(name), key);
  return key;
}

/**
 * The same text in the form in which V8 has the names of properties: of these there is one for each text, so that a comparison
 * looks at addresses alone. Keys are compared dozens of times for each message.
 */
function internal(text: string): string {
  const holder = Object.create(null) as Record<string, true>;
  holder[text] = true;
  return Object.keys(holder)[0] ?? text;
}
