import { fromHeader, toHeader, viaHeader } from './address-headers';
import type { HeaderType } from './header-type';
import type { SipMessage } from '../message';
import { cSeqHeader, maxForwardsHeader } from './number-headers';
import { MessageRefusal } from '../grammar/refusal';
import { callIdHeader, contentTypeHeader } from './token-headers';

/** Refuses a message without the header fields that every message has, or with malformed ones (RFC 3261 §8.1.1). */
export function checkMandatoryHeaders(message: SipMessage): void {
  required(message, viaHeader);
  required(message, fromHeader);
  required(message, toHeader);
  required(message, callIdHeader);
  const { method } = required(message, cSeqHeader);
  if (message.kind === 'response') return;
  if (method !== message.method) {
    throw new MessageRefusal({ header: 'CSeq', offset: 0, reason: `must name the method ${message.method}` });
  }
  message.headers.get(maxForwardsHeader);
  message.headers.get(contentTypeHeader);
}

function required<Value>({ headers }: SipMessage, type: HeaderType<Value>): Value {
  const value = headers.get(type);
  if (value === undefined) throw new MessageRefusal({ header: type.name, offset: 0, reason: 'is missing' });
  return value;
}
