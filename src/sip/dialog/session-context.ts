import { contactHeader, recordRouteHeader } from '../message/headers/address-headers';
import type { SipRequest, SipResponse } from '../message/message';
import { minSessionExpiresHeader, sessionExpiresHeader } from '../message/headers/number-headers';
import { allowHeader, requireHeader, supportedHeader } from '../message/headers/token-headers';
import type { ServerTransaction } from '../transaction/server-transaction';
import type { SipStack } from '../stack/sip-stack';
import type { DialogLayer } from './dialog-layer';
import type { InviteSession } from './invite-session';
import type { SessionTimerSettings } from './session-timer';

/** What sessions need of the world around them. */
export interface SessionContext {
  readonly stack: Pick<SipStack, 'send' | 'sendAck' | 'wheel' | 'timers'>;
  readonly dialogs: DialogLayer;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Sessions do not expire when absent. */
  readonly sessionTimer?: SessionTimerSettings | undefined;
  /** Whether an INVITE may take the place of another call (RFC 3891); it may when absent. */
  readonly takesReplaces?: () => boolean;
  /** Puts credentials into the next request; false when there are none. */
  readonly authenticate?: (response: SipResponse, sent: SipRequest, next: SipRequest) => boolean;
  /** A handler of a session has thrown; the session ends. */
  readonly onFault?: (error: unknown) => void;
}

/** How a session came to its end. */
export type SessionEnd =
  /** We have hung up. */
  | { readonly cause: 'local' }
  /** The far end has hung up by this BYE, or given up by this CANCEL. */
  | { readonly cause: 'remote'; readonly request: SipRequest }
  /** The far end never acknowledged our 2xx. */
  | { readonly cause: 'no-ack' }
  /** The session was not refreshed in time. */
  | { readonly cause: 'expired' }
  /** The far end no longer knows the session, or does not answer. */
  | { readonly cause: 'lost'; readonly status: number }
  /** A 2xx without the answer that was due, or an ACK without it. */
  | { readonly cause: 'no-answer' }
  /** Another branch of the call was answered, or the call failed before this one was. */
  | { readonly cause: 'not-chosen' };

/** Told to the user of a session. Descriptions are SDP. */
export interface SessionHandlers {
  /** The far end offers. The answer, or undefined to refuse: 488, and all stays as it was. */
  readonly onOffer: (session: InviteSession, offer: string) => string | undefined | Promise<string | undefined>;
  /** The far end has answered our offer. */
  readonly onAnswer: (session: InviteSession, answer: string) => void;
  /** The far end wants us to offer; undefined when that is not possible (488). */
  readonly makeOffer: (session: InviteSession) => string | undefined | Promise<string | undefined>;
  /** Any other request of the dialog: INFO, REFER, NOTIFY, MESSAGE and so on. It has to be answered. */
  readonly onRequest: (session: InviteSession, transaction: ServerTransaction) => void;
  /** A re-INVITE or UPDATE of the far end has been accepted: its header fields may say something new. */
  readonly onRefreshed?: ((session: InviteSession, request: SipRequest) => void) | undefined;
  readonly onEnded: (session: InviteSession, end: SessionEnd) => void;
}

export const sdpType = 'application/sdp';

/** The session description in a message; undefined when there is none. */
export function sdpOf({ headers, body }: SipRequest | SipResponse): string | undefined {
  if (body.length === 0) return undefined;
  const type = headers.raw('Content-Type') ?? '';
  return type.startsWith(sdpType) || type.toLowerCase().startsWith(sdpType) ? body.toString() : undefined;
}

export function sdpBody(content: string): { readonly type: string; readonly content: string } {
  return { type: sdpType, content };
}

/** Reads what a session will read later: a malformed value refuses the request before anything has changed. */
export function checkSessionHeaders({ headers }: SipRequest): void {
  headers.all(contactHeader);
  headers.all(recordRouteHeader);
  headers.all(sessionExpiresHeader);
  headers.all(minSessionExpiresHeader);
  headers.all(supportedHeader);
  headers.all(requireHeader);
  headers.all(allowHeader);
}

/** What every INVITE, UPDATE and 2xx to them says about us. */
export const allowedMethods = 'INVITE, ACK, CANCEL, BYE, OPTIONS, PRACK, UPDATE, INFO, NOTIFY, MESSAGE, REFER';

export function supportedOptions({
  sessionTimer,
  takesReplaces = () => true,
}: Pick<SessionContext, 'sessionTimer' | 'takesReplaces'>): string {
  if (takesReplaces()) return sessionTimer === undefined ? 'replaces, 100rel' : 'replaces, 100rel, timer';
  return sessionTimer === undefined ? '100rel' : '100rel, timer';
}
