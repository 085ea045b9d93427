import type { Channel } from '../../../engine/calls/channel/channel';
import type { Party } from '../../../engine/calls/channel/party';
import type { TextSignal } from '../../../engine/calls/channel/signal';
import type { InviteSession } from '../../../sip/dialog/invite-session';
import { makeResponse } from '../../../sip/message/make-response';
import type { NameAddr } from '../../../sip/message/headers/name-addr';
import { writeNameAddr } from '../../../sip/message/headers/name-addr';
import { Parameters as HeaderParameters } from '../../../sip/message/grammar/parameters';
import type { SipRequest } from '../../../sip/message/message';
import { contentTypeHeader } from '../../../sip/message/headers/token-headers';
import type { ServerTransaction } from '../../../sip/transaction/server-transaction';
import { addParty } from './outgoing-identity';

const relayType = 'application/dtmf-relay';
const plainType = 'application/dtmf';
const plainText = 'text/plain';
const usualDuration = 100;
const longestDuration = 10_000;

/** Digits and texts that go in requests of their own within a call. What becomes of them changes nothing. */
const ignored = {
  onResponse: (): void => undefined,
  onTimeout: (): void => undefined,
  onTransportFailure: (): void => undefined,
};

/** Without the tag, for those who are told of it. */
export function addressOf(address: NameAddr): string {
  return writeNameAddr({ ...address, params: HeaderParameters.none });
}

export function digitRequest(session: InviteSession, digit: string, milliseconds: number): void {
  const content = `Signal=${digit}\r\nDuration=${Math.round(milliseconds)}\r\n`;
  session.request(() => session.dialog.request('INFO', { type: relayType, content }), ignored);
}

export function textRequest(session: InviteSession, { text, contentType = 'text/plain' }: TextSignal): void {
  const type = contentType === 'text/plain' ? 'text/plain;charset=UTF-8' : contentType;
  session.request(() => session.dialog.request('MESSAGE', { type, content: text }), ignored);
}

/** An UPDATE that says who is at our end (RFC 3311, RFC 3325). */
export function partyRequest(session: InviteSession, party: Party, told: Parameters<typeof addParty>[2]): void {
  const make = (): SipRequest => {
    const update = session.dialog.request('UPDATE');
    addParty(update.headers, party, told);
    return update;
  };
  session.request(make, ignored);
}

/** An INFO: digits are understood in both usual forms. */
export function receiveInfo(transaction: ServerTransaction, channel: Channel): void {
  const { request } = transaction;
  if (request.body.length === 0) return transaction.reply(200);
  const digit = digitOf(request);
  if (digit === undefined) return transaction.reply(415);
  transaction.reply(200);
  if (digit !== 'none') channel.receive({ type: 'digit', ...digit });
}

/** A MESSAGE within a call: any text, which goes where the audio of the call goes. */
export function receiveText(transaction: ServerTransaction, channel: Channel): void {
  const { headers, body } = transaction.request;
  const { type: contentType = plainText } = headers.get(contentTypeHeader) ?? {};
  if (body.length > 0 && (!contentType.startsWith('text/') || headers.has('Content-Encoding'))) {
    const response = makeResponse(transaction.request, 415, { toTag: transaction.localTag });
    response.headers.add('Accept', 'text/*');
    return transaction.respond(response);
  }
  transaction.reply(202);
  channel.receive({ type: 'text', text: body.toString(), ...(contentType === plainText ? {} : { contentType }) });
}

function digitOf(request: SipRequest): { readonly digit: string; readonly milliseconds: number } | 'none' | undefined {
  const type = request.headers.raw('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  const body = request.body.toString();
  if (type === plainType) return readDigit(body.trim(), undefined);
  if (type !== relayType) return undefined;
  const [, signal] = /^\s*Signal\s*=\s*(\S+)/im.exec(body) ?? [];
  const [, duration] = /^\s*Duration\s*=\s*(\d{1,6})/im.exec(body) ?? [];
  return readDigit(signal ?? '', duration);
}

/** `none`: understood, and not a digit. */
function readDigit(
  text: string,
  duration: string | undefined,
): { readonly digit: string; readonly milliseconds: number } | 'none' {
  const digit = { 10: '*', 11: '#', 12: 'A', 13: 'B', 14: 'C', 15: 'D' }[text] ?? text.toUpperCase();
  if (!/^[0-9A-D*#]$/.test(digit)) return 'none';
  const milliseconds = Math.min(duration === undefined ? usualDuration : Number(duration), longestDuration);
  return { digit, milliseconds };
}
