import { STATUS_CODES } from 'node:http';
import type { ApiReply } from '../../../api/dispatcher';
import type { ResponseStyle } from './respond';
import { jsonText } from './respond';

/** An answer as text, where there is no response to write it to: for broken requests and refused upgrades. It is the last one on its connection. */
export function rawAnswer({ status, body, allow }: ApiReply, { always, pretty }: ResponseStyle): string {
  const text = jsonText(body, pretty);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...always.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${always[at + 1] ?? ''}`] : [])),
    ...(allow === undefined ? [] : [`Allow: ${['OPTIONS', ...allow].join(',')}`]),
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
