import { randomBytes } from 'node:crypto';
import { contactHeader, fromHeader, toHeader } from '../../../src/sip/message/headers/address-headers';
import type { SipMessage, SipRequest, SipResponse } from '../../../src/sip/message/message';
import { tagOf } from '../../../src/sip/message/headers/name-addr';

export interface Challenge {
  readonly response: SipResponse;
  readonly request: SipRequest;
}

/** What a user agent knows of the requests that share a Call-ID: the tags, where the far end is, what it was asked for. */
export class AgentCall {
  readonly localTag = randomBytes(4).toString('hex');
  remoteTag: string | undefined;
  /** Where requests inside the dialog go. */
  remoteTarget: string | undefined;
  /** The last demand for credentials that no request has answered yet. */
  challenge: Challenge | undefined;
  /** Requests that were sent, by sequence number and method. */
  readonly sent = new Map<string, SipRequest>();

  constructor(readonly callId: string) {}

  /** Takes over what a message of the far end says about it. */
  learn(message: SipMessage): void {
    const { headers } = message;
    const far = headers.get(message.kind === 'request' ? fromHeader : toHeader);
    const tag = far === undefined ? undefined : tagOf(far);
    const isRefusal = message.kind === 'response' && message.status >= 300;
    if (isRefusal) return;
    if (tag !== undefined) this.remoteTag = tag;
    const contact = headers.get(contactHeader);
    if (contact !== undefined && contact !== '*') this.remoteTarget = contact.uri.toString();
  }

  /** The header with the tag that belongs where the recording has `tag=…`. */
  withTag(name: 'From' | 'To', value: string): string {
    const tag = name === 'From' ? this.localTag : (this.remoteTag ?? '');
    return value.replace('tag=…', `tag=${tag}`);
  }
}
