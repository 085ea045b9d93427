import type { SipRequest, SipResponse } from '../message/message';
import { parseDatagram } from '../message/parsing/parse-message';
import { isSuccess } from '../message/status';
import type { ClientTable } from './client-table';
import type { MessageChannel } from './message-channel';
import type { TimerWheel } from './timer-wheel';
import { WheelTimer } from './timer-wheel';

/** Meets the 2xx that come for an INVITE when its call has ended: copies of the one that was taken, and those of other phones. */
export interface LateReceiver {
  readonly receiveLate: (response: SipResponse, sent: SipRequest) => void;
}

export interface LeftInviteInit {
  readonly key: string;
  readonly table: ClientTable;
  readonly channel: MessageChannel;
  /** The INVITE as it was sent. */
  readonly bytes: Buffer;
  readonly receiver: LateReceiver;
  readonly wheel: TimerWheel;
}

/**
 * What is left of an INVITE that was accepted, after its call has ended, until no answer can come any more. That is half a
 * minute, which the call and everything around it need not stay in memory for: tens of thousands of these are the rule
 * on a busy server, so the INVITE stays as bytes, and is read again in the rare case that an answer comes.
 */
export class LeftInvite extends WheelTimer {
  readonly channel: MessageChannel;
  readonly #key: string;
  readonly #table: ClientTable;
  readonly #bytes: Buffer;
  readonly #receiver: LateReceiver;

  constructor({ key, table, channel, bytes, receiver, wheel }: LeftInviteInit) {
    super(wheel);
    this.channel = channel;
    this.#key = key;
    this.#table = table;
    this.#bytes = bytes;
    this.#receiver = receiver;
  }

  /** With our Via on top; undefined when it is beyond the limits for what others send. */
  get request(): SipRequest | undefined {
    const { message } = parseDatagram(this.#bytes);
    return message?.kind === 'request' ? message : undefined;
  }

  receive(response: SipResponse): void {
    const { request } = this;
    if (request !== undefined && isSuccess(response.status)) this.#receiver.receiveLate(response, request);
  }

  override fire(): void {
    this.terminate();
  }

  /** It has been answered: what comes late comes over another connection, or not at all. */
  loseChannel(): void {
    // Nothing to do.
  }

  /** Idempotent. */
  terminate(): void {
    this.cancel();
    this.#table.forget(this.#key);
  }
}
