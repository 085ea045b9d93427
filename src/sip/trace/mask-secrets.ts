const mask = '********';

/** Header fields with proofs of identity. A digest shows everything but the proof; other schemes show only their name. */
const credentials = /^((?:Proxy-)?Authorization[ \t]*:[ \t]*)(\S+)(.*)$/gim;
const proof = /\b(response[ \t]*=[ \t]*)("(?:[^"\\]|\\.)*"|[^\s,;]+)/gi;
/** Keys in session descriptions: SDES (RFC 4568), the old k= line, ICE. */
const keys = /^(a=crypto:.*?\binline:)[^\s|;]+|^(k=[^:\r\n]*:?)[^\r\n]*|^(a=ice-pwd:)[^\r\n]*/gim;

/** The text of a message without what would let others take over an account or decrypt a call. */
export function maskSecrets(text: string): string {
  const end = text.indexOf('\r\n\r\n');
  const [head, body] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)];
  return `${head.replaceAll(credentials, maskedCredentials)}${body.replaceAll(keys, maskedKey)}`;
}

function maskedCredentials(_line: string, ...[name = '', scheme = '', rest = '']: readonly string[]): string {
  const isDigest = scheme.toLowerCase() === 'digest';
  return isDigest ? `${name}${scheme}${rest.replaceAll(proof, `$1"${mask}"`)}` : `${name}${scheme} ${mask}`;
}

function maskedKey(_line: string, ...[crypto, key, ice]: readonly (string | undefined)[]): string {
  return `${crypto ?? key ?? ice ?? ''}${mask}`;
}
