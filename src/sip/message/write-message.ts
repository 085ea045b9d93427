import { contentLengthHeader } from './headers/number-headers';
import type { SipMessage, SipRequest } from './message';

/** The message as it goes over the wire. Content-Length is always that of the body. */
export function writeMessage(message: SipMessage): Buffer {
  const { headers, body } = message;
  if (!headers.isOnly(contentLengthHeader, String(body.length))) headers.set(contentLengthHeader, body.length);
  const head = `${startLine(message)}\r\n${headers.toString()}\r\n`;
  if (body.length === 0) return Buffer.from(head);
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(head) + body.length);
  bytes.set(body, bytes.write(head));
  return bytes;
}

/** In UTF-8. */
const mostBytesOfCharacter = 3;
/** Of a header field beside its name and value: a colon, a space and the end of the line. */
const lineOverhead = 4;
/** More than the start line has beside the Request-URI, with Content-Length and the empty line. */
const otherCharacters = 100;

/** Whether it is longer than that over the wire. Far from the limit, the number of its characters tells as much. */
export function isLonger(request: SipRequest, bytes: number): boolean {
  const { method, uriText, headers, body } = request;
  const characters = method.length + uriText.length + headers.length + headers.size * lineOverhead + otherCharacters;
  return characters * mostBytesOfCharacter + body.length > bytes && writeMessage(request).length > bytes;
}

export function startLine(message: SipMessage): string {
  if (message.kind === 'request') return `${message.method} ${message.uriText} SIP/2.0`;
  return `SIP/2.0 ${message.status} ${message.reason}`;
}
