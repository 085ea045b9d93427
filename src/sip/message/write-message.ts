import { contentLengthHeader } from './headers/number-headers';
import type { SipMessage } from './message';

/** The message as it goes over the wire. Content-Length is always that of the body. */
export function writeMessage(message: SipMessage): Buffer {
  const { headers, body } = message;
  const length = String(body.length);
  if (!headers.isOnly(contentLengthHeader, length)) headers.setRaw(contentLengthHeader.name, length);
  const head = `${startLine(message)}\r\n${headers.toString()}\r\n`;
  if (body.length === 0) return Buffer.from(head);
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(head) + body.length);
  bytes.set(body, bytes.write(head));
  return bytes;
}

export function startLine(message: SipMessage): string {
  if (message.kind === 'request') return `${message.method} ${message.uriText} SIP/2.0`;
  return `SIP/2.0 ${message.status} ${message.reason}`;
}
