import type { SipMessage } from '../message/message';
import { startLine, writeMessage } from '../message/write-message';
import type { NetworkPlace } from '../../shared/network-place';
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
}

/** One message as it came or went. Its text is made when it is asked for. */
export class TracedMessage {
  readonly number: number;
  readonly time: number;
  readonly direction: 'in' | 'out';
  readonly remote: NetworkPlace;
  readonly transport: string;
  readonly callId: string;
  readonly #message: SipMessage;
  readonly #bytes: Buffer | undefined;

  constructor(init: TracedMessageInit) {
    this.number = init.number;
    this.time = init.time;
    this.direction = init.direction;
    this.remote = init.remote;
    this.transport = init.transport;
    this.callId = init.callId;
    this.#message = init.message;
    this.#bytes = init.bytes;
  }

  /** `INVITE sip:100@example.com`, `200 OK (INVITE)`. */
  get summary(): string {
    const message = this.#message;
    if (message.kind === 'request') return startLine(message).replace(/ SIP\/2\.0$/, '');
    const method = message.headers.raw('CSeq')?.split(/\s+/)[1] ?? '?';
    return `${message.status} ${message.reason} (${method})`;
  }

  /** The type of the body; undefined when there is none. */
  get bodyType(): string | undefined {
    const { headers, body } = this.#message;
    return body.length === 0 ? undefined : (headers.raw('Content-Type') ?? 'unknown');
  }

  /** The message with masks in place of secrets. */
  get text(): string {
    return maskSecrets((this.#bytes ?? writeMessage(this.#message)).toString());
  }
}
