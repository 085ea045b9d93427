import type { SipMessage } from '../message/message';
import type { MessageChannel } from './message-channel';

/** Told of what transactions send and what becomes of them, for traces and figures. Must not throw. */
export interface TransactionObserver {
  /** A message goes out, perhaps once more. */
  readonly onSent: (message: SipMessage, sending: Sending) => void;
  /** A request has come that is known already. */
  readonly onRepeated: (method: string) => void;
  /** A request has its final answer, by us or by the far end. */
  readonly onFinal: (direction: 'in' | 'out', method: string, status: number) => void;
}

export interface Sending {
  readonly bytes: Buffer;
  readonly channel: MessageChannel;
  readonly isRepeated: boolean;
}
