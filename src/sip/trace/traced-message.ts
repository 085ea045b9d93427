import type { SipMessage } from '../message/message';
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
  /** Of what we have sent. */
  readonly bytes?: Buffer;
  /** Bytes that are kept of its text at most. */
  readonly maxBytes: number;
}

/** One message as it came or went. Its text is made when it is asked for, unless only a part of it is kept. */
export class TracedMessage {
  readonly number: number;
  readonly time: number;
  readonly direction: 'in' | 'out';
  readonly remote: NetworkPlace;
  readonly transport: string;
  readonly callId: string;
  /** About how much memory it holds. */
  readonly size: number;
  readonly #content: Whole | Part;

  constructor(init: TracedMessageInit) {
    this.number = init.number;
    this.time = init.time;
    this.direction = init.direction;
    this.remote = init.remote;
    this.transport = init.transport;
    this.callId = init.callId;
    const size = init.bytes?.length ?? sizeOf(init.message);
    this.size = Math.min(size, init.maxBytes);
    this.#content = size > init.maxBytes ? partOf(init) : { message: init.message, bytes: init.bytes };
  }

  /** `INVITE sip:100@example.com`, `200 OK (INVITE)`. */
  get summary(): string {
    return 'message' in this.#content ? summaryOf(this.#content.message) : this.#content.summary;
  }

  /** The type of the body; undefined when there is none. */
  get bodyType(): string | undefined {
    return 'message' in this.#content ? bodyTypeOf(this.#content.message) : this.#content.bodyType;
  }

  /** The message with masks in place of secrets. */
  get text(): string {
    if ('text' in this.#content) return this.#content.text;
    const { message, bytes } = this.#content;
    return maskSecrets((bytes ?? writeMessage(message)).toString());
  }
}

interface Whole {
  readonly message: SipMessage;
  readonly bytes: Buffer | undefined;
}

interface Part {
  readonly text: string;
  readonly summary: string;
  readonly bodyType: string | undefined;
}

/** Of a huge message only its beginning is kept, and nothing that would keep the rest alive. */
function partOf({ message, bytes, maxBytes }: TracedMessageInit): Part {
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
