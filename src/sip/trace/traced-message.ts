import type { SipMessage } from '../message/message';
import { defaultLimits } from '../message/grammar/limits';
import { parseHead } from '../message/parsing/parse-head';
import { startLine, writeMessage } from '../message/write-message';
import type { NetworkPlace } from '../../shared/network/network-place';
import { maskSecrets } from './mask-secrets';

export interface TracedMessageInit {
  /** Grows from message to message, over all calls. */
  readonly number: number;
  readonly time: number;
  readonly direction: 'in' | 'out';
  readonly remote: NetworkPlace;
  readonly transport: string;
  readonly callId: string;
  readonly message: SipMessage;
  /** As it came or went, where that is known. */
  readonly bytes: Buffer | undefined;
  /** Bytes that are kept of its text at most. */
  readonly maxBytes: number;
}

/**
 * One message as it came or went. Only its bytes are kept, where they are known, and read again when something is asked
 * for: the objects of a message would live until hundreds of calls later, and cost the garbage collector more than
 * the trace is worth.
 */
export class TracedMessage {
  readonly number: number;
  readonly time: number;
  readonly direction: 'in' | 'out';
  readonly remote: NetworkPlace;
  readonly transport: string;
  readonly callId: string;
  /** About how much memory it holds. */
  readonly size: number;
  readonly #content: Buffer | SipMessage | Part;

  constructor(init: TracedMessageInit) {
    this.number = init.number;
    this.time = init.time;
    this.direction = init.direction;
    this.remote = init.remote;
    this.transport = init.transport;
    this.callId = init.callId;
    const size = init.bytes?.length ?? sizeOf(init.message);
    this.size = Math.min(size, init.maxBytes);
    const { message, bytes, maxBytes } = init;
    this.#content = size > maxBytes ? partOf(message, bytes, maxBytes) : (bytes ?? message);
  }

  /** `INVITE sip:100@example.com`, `200 OK (INVITE)`. */
  get summary(): string {
    const content = readAgain(this.#content);
    return 'summary' in content ? content.summary : summaryOf(content);
  }

  /** The type of the body; undefined when there is none. */
  get bodyType(): string | undefined {
    const content = readAgain(this.#content);
    return 'summary' in content ? content.bodyType : bodyTypeOf(content);
  }

  /** The message with masks in place of secrets. */
  get text(): string {
    const content = this.#content;
    if ('summary' in content) return content.text;
    return maskSecrets((Buffer.isBuffer(content) ? content : writeMessage(content)).toString());
  }
}

interface Part {
  readonly text: string;
  readonly summary: string;
  readonly bodyType: string | undefined;
}

const headEnd = '\r\n\r\n';

function readAgain(content: Buffer | SipMessage | Part): SipMessage | Part {
  if (!Buffer.isBuffer(content)) return content;
  const end = content.indexOf(headEnd);
  const { message } = parseHead(content, defaultLimits, end < 0 ? content.length : end);
  message.body = content.subarray(end < 0 ? content.length : end + headEnd.length);
  return message;
}

/** Of a huge message only its beginning is kept, and nothing that would keep the rest alive. */
function partOf(message: SipMessage, bytes: Buffer | undefined, maxBytes: number): Part {
  const whole = maskSecrets((bytes ?? writeMessage(message)).toString());
  const text = `${Buffer.from(whole).subarray(0, maxBytes).toString()}\r\n[${whole.length} bytes in all]`;
  const copy = (part: string): string => Buffer.from(part.slice(0, maxSummary)).toString();
  const bodyType = bodyTypeOf(message);
  return { text, summary: copy(summaryOf(message)), bodyType: bodyType === undefined ? undefined : copy(bodyType) };
}

const maxSummary = 200;

function sizeOf({ headers, body }: SipMessage): number {
  return headers.length + body.length;
}

function summaryOf(message: SipMessage): string {
  if (message.kind === 'request') return startLine(message).replace(/ SIP\/2\.0$/, '');
  const method = message.headers.raw('CSeq')?.split(/\s+/)[1] ?? '?';
  return `${message.status} ${message.reason} (${method})`;
}

function bodyTypeOf({ headers, body }: SipMessage): string | undefined {
  return body.length === 0 ? undefined : (headers.raw('Content-Type') ?? 'unknown');
}
