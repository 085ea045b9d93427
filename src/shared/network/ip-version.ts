const group = /^[\da-f]{1,4}$/i;
const zone = /%[\da-z.:-]+$/i;

/**
 * Whether the text is an IPv6 address (RFC 4291 §2.2), with or without a zone. Node.js 20 compiles a long regular expression
 * for its own answer, which takes a twentieth of a start.
 */
export function isIPv6(text: string): boolean {
  // Not one: most texts that are asked about, and at no cost.
  if (!text.includes(':')) return false;
  const [before = '', after, ...more] = text.replace(zone, '').split('::');
  if (after === undefined) return groupsIn(before, 'with-ipv4') === 8;
  return more.length === 0 && groupsIn(before) + groupsIn(after, 'with-ipv4') < 8;
}

/** Whether the text is an IPv4 address: four numbers up to 255, without zeros in front. Node.js asks a regular expression, which takes longer. */
export function isIPv4(text: string): boolean {
  let [groups, digits, value] = [1, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === dot) {
      if (digits === 0 || groups === 4) return false;
      groups += 1;
      digits = 0;
      value = 0;
    } else {
      if (code < zero || code > zero + 9 || (digits > 0 && value === 0)) return false;
      digits += 1;
      value = value * 10 + code - zero;
      if (value > 255) return false;
    }
  }
  return groups === 4 && digits > 0;
}

const dot = 46;
const zero = 48;

/** The version of an address, or 0 when the text is not an address. */
export function isIP(text: string): 0 | 4 | 6 {
  if (isIPv4(text)) return 4;
  return isIPv6(text) ? 6 : 0;
}

/** How many groups of 16 bits the text has; NaN when it has anything else. An IPv4 address at the end counts as two. */
function groupsIn(text: string, ending?: 'with-ipv4'): number {
  if (text === '') return 0;
  const parts = text.split(':');
  const endsWithIPv4 = ending === 'with-ipv4' && isIPv4(parts.at(-1) ?? '');
  const groups = endsWithIPv4 ? parts.slice(0, -1) : parts;
  if (!groups.every((part) => group.test(part))) return NaN;
  return groups.length + (endsWithIPv4 ? 2 : 0);
}
