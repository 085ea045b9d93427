/** Any text as the tokens that JetStream allows; a dot stays one, so that keys can be grouped. */
export function encodeKey(key: string): string {
  return key.split('.').map(token).join('.');
}

export function decodeKey(key: string): string {
  const parts = key.split('.');
  return parts
    .map((part) => (part.startsWith('=') ? Buffer.from(part.slice(1), 'base64url').toString('utf8') : part))
    .join('.');
}

function token(part: string): string {
  return /^[A-Za-z0-9]+$/.test(part) ? part : `=${Buffer.from(part, 'utf8').toString('base64url')}`;
}
